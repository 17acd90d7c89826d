import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ModuleLoader, createModuleLoader } from '../config/project-modules.js'
import { ExtensionError } from './extension-error.js'
import { providedModules } from './provided-modules.js'

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Returns the code file with this name and any extension, or null. @throws ExtensionError if there are several */
export function findFile(folder: string, name: string): string | null {
  const found = extensions.map((extension) => join(folder, `${name}${extension}`)).filter((path) => existsSync(path))
  if (found.length > 1) throw new ExtensionError(`Only one of these may exist: ${found.join(', ')}.`)
  return found[0] ?? null
}

/** Returns the names of the code files in a folder, without extensions. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => extensions.includes(extname(file)) && !file.endsWith('.d.ts'))
  return [...new Set(files.map((file) => basename(file, extname(file))))].toSorted()
}

/** Returns the names of the folders in a folder, and of symbolic links. Strapi 4 and the model follow links too. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [])).toSorted()
}

/**
 * Returns the default export of a file, or all exports if it has none.
 * @throws ExtensionError when it can't be loaded
 */
export type LoadFile = (file: string) => Promise<unknown>

/**
 * Projects that were opened before. Node would return their old code, because it caches modules as long as
 * the process runs.
 */
const openedBefore = new Set<string>()

/** Creates a loader for the files of a project. It returns current code when a service is opened again. */
export function fileLoader(project: string): LoadFile {
  const isFirst = !openedBefore.has(project)
  openedBefore.add(project)
  let loading: Promise<ModuleLoader> | undefined
  return async (file) => {
    try {
      const native = isFirst && isModule(file) ? await importNatively(file) : null
      if (native !== null) return 'default' in native ? native['default'] : native
      const modules = await (loading ??= createModuleLoader(project, providedModules))
      const source = sourceWithProvidedModules(file)
      return source === null ? await modules.load(file) : modules.evaluate(source, file)
    } catch (error) {
      if (error instanceof ExtensionError) throw error
      throw new ExtensionError(`${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/**
 * Returns whether Node loads the file as an ECMAScript module. The imports of a module are resolved before
 * its code runs.
 */
function isModule(file: string): boolean {
  if (extname(file) !== '.js') return extname(file) === '.mjs'
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const description = join(folder, 'package.json')
    if (existsSync(description)) {
      return (JSON.parse(readFileSync(description, 'utf8')) as { type?: string }).type === 'module'
    }
    if (folder === dirname(folder)) return false
  }
}

/**
 * Returns the source of a CommonJS file if it names a module that the service provides, otherwise null. Node
 * could also run such a file, but it would fail at the `require` of that module, possibly in a function that
 * is called much later.
 */
function sourceWithProvidedModules(file: string): string | null {
  if (!['.js', '.cjs'].includes(extname(file)) || isModule(file)) return null
  const source = readFileSync(file, 'utf8')
  return Object.keys(providedModules).some((name) => source.includes(name)) ? source : null
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
