import { foldersIn } from '@content-api/project-files/code/folders'
import { getOrCreate } from '@content-api/engine/on-demand'
import { isRecord, kebabCase } from '@content-api/model'
import { mergedInto } from '@content-api/project-files/strapi/read-strapi-files'
import { dependsOnStrapi } from '@content-api/project-files/strapi/strapi-project'
import { join, resolve, basename, extname } from 'node:path'
import {
  type Attempt,
  ExtensionError,
  ExtensionErrors,
  unknownName,
  messageOf,
} from '@content-api/core/errors/extension-error'
import type { Register } from '../project-types.js'
import { env, replacedFiles, strapiOnlyFiles } from '../host/strapi-config.js'
import type { FindRegistered, RegisteredKind } from '../routes/policies-and-middlewares.js'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type ModuleLoader, createModuleLoader, isModule } from '@content-api/project-files/project-modules'
import { provideTo, providedModules } from './provided-modules.js'

/** A file of the project with its export. */
export interface LoadedFile {
  readonly file: string
  readonly code: unknown
}

export interface ApiFile extends LoadedFile {
  readonly api: string
  readonly name: string
}

/** Receives the mistakes of files, instead of an error for the first ones. */
interface CheckedLoading {
  readonly attempt: Attempt
  /** Reports a file that only matters if something names it. */
  readonly warn: (file: string, message: string) => void
}

type ApiPart = 'routes' | 'controllers' | 'services'

const apiParts = ['routes', 'controllers', 'services'] as const satisfies readonly ApiPart[]

/** The code of a project, in the folders of a Strapi 4 project. Each file is loaded once. */
export class ProjectCode {
  readonly #project: string
  readonly #source: string
  readonly #loadFile: LoadFile
  readonly #loaded = new Map<string, Promise<LoadedFile>>()
  #apisWithCode: ReadonlySet<string> | undefined

  constructor(folder: string) {
    this.#project = resolve(folder)
    this.#source = join(this.#project, 'src')
    this.#loadFile = fileLoader(this.#project)
  }

  /** Whether the project has code, which may use the global `strapi`. */
  get exists(): boolean {
    const parts = apiParts.map((part) => this.#filesIn(part))
    const found: readonly unknown[][] = [this.#lifecycles(), ...parts, this.pluginCode(), this.#namedFiles()]
    return this.#index() !== null || found.some((files) => files.length > 0)
  }

  load(file: string): Promise<LoadedFile> {
    return getOrCreate(this.#loaded, file, () => this.#loadFile(file).then((code) => ({ file, code })))
  }

  /**
   * Loads the code of all APIs.
   * @param checking reports the files that can't be loaded, and the others are used without them. Policies
   * and middlewares that nothing names are loaded, too
   * @throws ExtensionError with a line for every file that can't be loaded
   */
  async loadAll(checking?: CheckedLoading): Promise<void> {
    const index = this.#index()
    const places = [...this.#lifecycles(), ...apiParts.flatMap((part) => this.#filesIn(part))]
    const files = [...places.map(({ file }) => file), ...(index === null ? [] : [index])]
    if (checking) {
      const { attempt, warn } = checking
      await Promise.all(files.map((file) => attempt<unknown>(() => this.load(file), null)))
      for (const file of this.#namedFiles()) await this.load(file).catch((error: Error) => warn(file, error.message))
      return
    }
    const results = await Promise.allSettled(files.map((file) => this.load(file)))
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    const messages = errors.map((error) => messageOf(error))
    if (errors.length > 1) throw new ExtensionErrors([...new Set(messages)])
    if (errors.length === 1) throw errors[0]
  }

  /** Returns the functions `register` and `bootstrap` of `src/index`. Both are optional. */
  async lifecycle(): Promise<{ readonly register?: Register; readonly bootstrap?: Register }> {
    const file = this.#index()
    if (file === null) return {}
    const { code } = await this.load(file)
    if (!isRecord(code)) throw new ExtensionError(`${file} must export an object with "register".`)
    const { register, bootstrap } = code
    return {
      ...(typeof register === 'function' && { register: register as Register }),
      ...(typeof bootstrap === 'function' && { bootstrap: bootstrap as Register }),
    }
  }

  /** Returns the values of the project's own files in `config/`, by file name. */
  async config(): Promise<Readonly<Record<string, unknown>>> {
    const folder = join(this.#project, 'config')
    const folders = [folder, join(folder, 'env', process.env['NODE_ENV'] || 'development')]
    const names = new Set(folders.flatMap(namesIn))
    const quiet = [...replacedFiles, ...strapiOnlyFiles]
    const values = [...names].map(async (name) => {
      const found = folders.map((each) => this.#readConfig(findFile(each, name), quiet.includes(name)))
      return [name, (await Promise.all(found)).reduce(mergedInto)] as const
    })
    return Object.fromEntries(await Promise.all(values))
  }

  /** A file that can't be read only has no values: code that reads them gets undefined. */
  async #readConfig(file: string | null, isReported: boolean): Promise<unknown> {
    if (file === null) return undefined
    try {
      const code = await this.#loadFile(file)
      return typeof code === 'function' ? ((await code({ env })) as unknown) : code
    } catch (error) {
      const reason = error instanceof ExtensionError ? error.message : `${file} throws ${String(error)}`
      // The configuration has reported mistakes in files that it reads too.
      if (!isReported) process.emitWarning(`${reason} So strapi.config has no values of this file.`)
      return undefined
    }
  }

  /** Returns the files that change plugins, `src/extensions/<plugin>/strapi-server`. */
  pluginCode(): { readonly plugin: string; readonly file: string }[] {
    const files = filesBelow(join(this.#source, 'extensions'), 'strapi-server')
    return files.map(({ name: plugin, file }) => ({ plugin, file }))
  }

  /**
   * Returns whether an API has only the routes of its files, as in Strapi 4. An API without code has all
   * generated routes, and so have the APIs of projects that don't depend on `@strapi/strapi`.
   */
  needsRouter(api: string): boolean {
    const hasCode = (folder: string) => foldersIn(folder).some((name) => name !== 'content-types')
    const found = () => this.#inApis((name, folder) => (hasCode(folder) ? [name] : []))
    this.#apisWithCode ??= new Set(dependsOnStrapi(this.#project) ? found() : [])
    return this.#apisWithCode.has(api)
  }

  /** Returns the `lifecycles` files of content types, by uid. */
  hooks(): Promise<readonly (LoadedFile & { readonly uid: string })[]> {
    return this.#loadEach(this.#lifecycles())
  }

  /** Returns the files in one of the folders of each API. */
  files(part: ApiPart): Promise<readonly ApiFile[]> {
    return this.#loadEach(this.#filesIn(part))
  }

  /** Returns the files whose code can't be loaded. `loadAll` has reported them. */
  async brokenFiles(part: ApiPart): Promise<readonly Omit<ApiFile, 'code'>[]> {
    const files = this.#filesIn(part)
    const results = await Promise.allSettled(files.map(({ file }) => this.load(file)))
    return files.filter((_, index) => results[index]?.status === 'rejected')
  }

  /**
   * Finds a policy or middleware: `is-owner` or `global::is-owner` in `src`, `api::article.is-owner` in
   * `src/api/article`.
   */
  readonly find: FindRegistered = async (kind, name) => {
    const [folder, file] = placeOf(this.#project, kind, name)
    const names = namesIn(folder)
    // Strapi 4 changes the names of files in APIs to kebab case, but not those in `src`.
    const isNamed = (each: string) => each === file || (name.startsWith('api::') && kebabCase(each) === file)
    const found = findFile(folder, names.find(isNamed) ?? file)
    if (found !== null) return this.#loadFile(found)
    throw unknownName(`In ${folder} the file of "${name}",`, file, names)
  }

  /** Loads files, each with the description of its place, without those that `loadAll` has reported. */
  async #loadEach<Place extends { readonly file: string }>(places: readonly Place[]): Promise<(Place & LoadedFile)[]> {
    const loaded = places.map(async (place) => ({ ...place, ...(await this.load(place.file)) }))
    const results = await Promise.allSettled(loaded)
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }

  readonly #index = () => findFile(this.#source, 'index')

  #inApis<Found>(look: (api: string, folder: string) => Found[]): Found[] {
    const apis = join(this.#source, 'api')
    return foldersIn(apis).flatMap((name) => look(kebabCase(name), join(apis, name)))
  }

  #lifecycles() {
    return this.#inApis((api, folder) =>
      filesBelow(join(folder, 'content-types'), 'lifecycles').map(({ name, file }) => {
        return { uid: `api::${api}.${kebabCase(name)}`, file }
      }),
    )
  }

  #filesIn(part: ApiPart) {
    return this.#inApis((api, folder) =>
      namesIn(join(folder, part)).flatMap((name) => {
        const file = findFile(join(folder, part), name)
        return file === null ? [] : [{ api, name: kebabCase(name), file }]
      }),
    )
  }

  /** Policies and middlewares are loaded when a route of the project or of the program names them. */
  #namedFiles(): string[] {
    return (['policies', 'middlewares'] as const)
      .flatMap((kind) => [join(this.#source, kind), ...this.#inApis((_, folder) => [join(folder, kind)])])
      .flatMap((folder) => namesIn(folder).flatMap((name) => findFile(folder, name) ?? []))
  }
}

/** Finds policies and middlewares that the program registered, and then those of the project's files. */
export function withRegistered(
  registered: Readonly<Record<RegisteredKind, Readonly<Record<string, unknown>>>>,
  otherwise: FindRegistered,
): FindRegistered {
  return async (kind, name) => {
    const bare = name.replace(/^global::/, '')
    return Object.hasOwn(registered[kind], bare) ? registered[kind][bare] : otherwise(kind, name)
  }
}

/** Finds nothing. Used without a project, when only the program can register policies and middlewares. */
export const findNothing: FindRegistered = (kind, name) => {
  throw new ExtensionError(`"${name}" is not one of the registered ${kind}.`)
}

function placeOf(project: string, kind: RegisteredKind, name: string): readonly [folder: string, file: string] {
  // As in Strapi 4.26, a file may have any name.
  const [, api, inApi, global] = /^(?:api::([\w-]+)\.([^/\\:]+)|(?:global::)?([^/\\:]+))$/.exec(name) ?? []
  if (api !== undefined && inApi !== undefined) {
    const apis = join(project, 'src', 'api')
    const folder = foldersIn(apis).find((each) => kebabCase(each) === api) ?? api
    return [join(apis, folder, kind), inApi]
  }
  if (global !== undefined) return [join(project, 'src', kind), global]
  throw new ExtensionError(
    `"${name}" is not a valid name in ${kind}. Use "is-owner", "global::is-owner" or "api::article.is-owner".`,
  )
}

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Returns the code file with this name and any extension, or null. @throws ExtensionError if there are several */
export function findFile(folder: string, name: string): string | null {
  const found = extensions.map((extension) => join(folder, `${name}${extension}`)).filter((path) => existsSync(path))
  if (found.length > 1) throw new ExtensionError(`Only one of these may exist: ${found.join(', ')}.`)
  return found[0] ?? null
}

/** Returns the code files with a name in the folders of a folder, by the names of these folders. */
const filesBelow = (folder: string, name: string) =>
  foldersIn(folder).flatMap((each) => {
    const file = findFile(join(folder, each), name)
    return file === null ? [] : [{ name: each, file }]
  })

/** Returns the names of the code files in a folder, without extensions. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => extensions.includes(extname(file)) && !file.endsWith('.d.ts'))
  return [...new Set(files.map((file) => basename(file, extname(file))))].toSorted()
}

/**
 * Returns the default export of a file, or all exports if it has none.
 * @throws ExtensionError when it can't be loaded
 */
type LoadFile = (file: string) => Promise<unknown>

/**
 * Projects that were opened before. Node would return their old code, because it caches modules as long as
 * the process runs.
 */
const openedBefore = new Set<string>()

/** Creates a loader for the files of a project. It returns current code when a service is opened again. */
export function fileLoader(project: string): LoadFile {
  const isFirst = !openedBefore.has(project)
  openedBefore.add(project)
  provideTo(project)
  let loading: Promise<ModuleLoader> | undefined
  return async (file) => {
    try {
      const native = isFirst && isModule(file) ? await importNatively(file) : null
      if (native !== null) return 'default' in native ? native['default'] : native
      const modules = await (loading ??= createModuleLoader(project, providedModules))
      return await modules.load(file)
    } catch (error) {
      if (error instanceof ExtensionError) throw error
      throw new ExtensionError(`${file} can't be loaded: ${messageOf(error)}${installHint(project, error)}`)
    }
  }
}

/** Matches the message of Node for a missing package. */
const missingPackage = /Cannot find (?:module|package) '((?:@[^/']+\/)?[^@./'][^/']*)/

/**
 * Returns how to install the package that a file lacks; empty for other errors. Code of projects may use
 * packages that they don't declare, because Strapi's own packages installed them.
 */
function installHint(project: string, error: unknown): string {
  const [, name] = missingPackage.exec(messageOf(error)) ?? []
  if (name === undefined || name.startsWith('@strapi/')) return ''
  const manifest = join(project, 'package.json')
  const declared = existsSync(manifest) && readFileSync(manifest, 'utf8').includes(JSON.stringify(name))
  return declared
    ? '\nRun "npm install" in the project.'
    : `\nThe project doesn't declare ${name}, which packages of Strapi installed. Run "npm install ${name}" in it.`
}

/** Loads a file with Node. Returns null if only jiti can load it, which takes ten times as long to start. */
async function importNatively(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (needsLoader(error)) return null
    throw error
  }
}

/**
 * Returns whether only the module loader can load a file: TypeScript, provided modules, or CommonJS in an ESM
 * package.
 */
function needsLoader(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  if (error instanceof ReferenceError) return /^(?:require|module|exports) is not defined/.test(error.message)
  const { code } = error as { readonly code?: unknown }
  return (
    code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_DIR_IMPORT'
  )
}
