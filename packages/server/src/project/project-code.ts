import { existsSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { ExtensionError, isRecord, unknownName } from './extension-error.js'
import type { Register } from './extension-host.js'
import type { FindRegistered, RegisteredKind } from './registered.js'

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** The code that a project brings along, in the folders of a Strapi 4 project. */
export interface ProjectCode {
  /** What `src/index` exports as `register`, with its `bootstrap` if it has one; both may be absent. */
  lifecycle(): Promise<{ readonly register?: Register; readonly bootstrap?: Register }>
  /** A policy or middleware by its name: `is-owner` and `global::is-owner` in `src`, `api::article.is-owner` in `src/api/article`. */
  readonly find: FindRegistered
}

export function projectCode(project: string): ProjectCode {
  return {
    async lifecycle() {
      const file = findFile(join(project, 'src'), 'index')
      if (file === null) return {}
      const code = await load(project, file)
      if (!isRecord(code)) throw new ExtensionError(`${file} must export an object with "register".`)
      const { register, bootstrap } = code
      return {
        ...(typeof register === 'function' && { register: register as Register }),
        ...(typeof bootstrap === 'function' && { bootstrap: bootstrap as Register }),
      }
    },
    async find(kind, name) {
      const [folder, file] = placeOf(project, kind, name)
      const found = findFile(folder, file)
      if (found !== null) return load(project, found)
      throw unknownName(`In ${folder} the file of "${name}",`, file, namesIn(folder))
    },
  }
}

/** What programs registered by name, before the project is looked at. */
export function withRegistered(
  given: Readonly<Record<RegisteredKind, Readonly<Record<string, unknown>>>>,
  otherwise: FindRegistered,
): FindRegistered {
  return async (kind, name) => {
    const bare = name.replace(/^global::/, '')
    return Object.hasOwn(given[kind], bare) ? given[kind][bare] : otherwise(kind, name)
  }
}

/** Without a project there is nothing beside what the program itself registered. */
export const findNothing: FindRegistered = (kind, name) => {
  throw new ExtensionError(`"${name}" is not among the ${kind} that were registered.`)
}

function placeOf(project: string, kind: RegisteredKind, name: string): readonly [folder: string, file: string] {
  const [, api, inApi, global] = /^(?:api::([\w-]+)\.([\w-]+)|(?:global::)?([\w-]+))$/.exec(name) ?? []
  if (api !== undefined && inApi !== undefined) return [join(project, 'src', 'api', api, kind), inApi]
  if (global !== undefined) return [join(project, 'src', kind), global]
  throw new ExtensionError(
    `"${name}" is no name of ${kind}: write "is-owner", "global::is-owner" or "api::article.is-owner".`,
  )
}

function findFile(folder: string, name: string): string | null {
  const found = extensions.map((extension) => join(folder, `${name}${extension}`)).filter((path) => existsSync(path))
  if (found.length > 1) throw new ExtensionError(`Only one of these may exist: ${found.join(', ')}.`)
  return found[0] ?? null
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => extensions.includes(extname(file)))
  return files.map((file) => basename(file, extname(file)))
}

async function load(project: string, file: string): Promise<unknown> {
  // Loaded here and not at the top: a project without code starts faster by it.
  const { createJiti } = await import('jiti')
  const jiti = createJiti(join(project, 'package.json'), { moduleCache: false, fsCache: false, interopDefault: true })
  try {
    return await jiti.import(file, { default: true })
  } catch (error) {
    throw new ExtensionError(`${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}
