import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve, sep, extname, isAbsolute } from 'node:path'
import type { Jiti, JitiOptions } from 'jiti'
import { isRecord } from '@content-api/model'
import type * as JsonParser from 'jsonc-parser'
import { ApiError, ImportError } from '@content-api/engine/errors'
import { ConfigError } from '@content-api/core/config/config-error'
import { defineConfig } from '@content-api/core/config/schema'

/** Loads a project's files, in any language and module system that Node or jiti can load. */
export interface ModuleLoader {
  /** Returns the default export of a file, or all exports if it has none. */
  load(file: string): Promise<unknown>
}

/**
 * Creates a loader that reads the current content of files. Each file runs once for all files that import it,
 * so that they share its state.
 * @param virtualModules modules by name; imports of these names resolve to them
 */
export async function createModuleLoader(
  project: string,
  virtualModules: Readonly<Record<string, unknown>> = {},
): Promise<ModuleLoader> {
  let creating: Promise<Jiti> | undefined
  forgetModules(project)
  return {
    async load(file) {
      const commonJs = requireCommonJs(file)
      if (commonJs) return defaultOf(commonJs.exports)
      return defaultOf(await evaluateFile(await (creating ??= openJiti(project, virtualModules)), file))
    },
  }
}

/** Imports jiti on demand, so that a project without TypeScript and ECMAScript modules starts faster. */
async function openJiti(project: string, virtualModules: Readonly<Record<string, unknown>>): Promise<Jiti> {
  const { createJiti } = await import('jiti')
  const options = {
    moduleCache: true,
    // The names of cached files contain a hash of their source. Compiling takes a hundred times as long as
    // reading them.
    fsCache: cacheOf(project),
    interopDefault: true,
    virtualModules: { ...virtualModules },
  }
  return withPathAliases(project, (aliases) => createJiti(join(project, 'package.json'), { ...options, ...aliases }))
}

/**
 * Returns whether Node loads the file as an ECMAScript module. The imports of a module are resolved before
 * its code runs.
 */
export function isModule(file: string): boolean {
  if (extname(file) !== '.js') return extname(file) === '.mjs'
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const description = join(folder, 'package.json')
    if (existsSync(description)) {
      return (JSON.parse(readFileSync(description, 'utf8')) as { type?: string }).type === 'module'
    }
    if (folder === dirname(folder)) return false
  }
}

/** Finds the syntax of ECMAScript modules, which newer versions of Node would load past this loader. */
const moduleSyntax = /^[ \t]*export\b|\bimport\b/m

/** Loads a file with `require`. Returns null if only jiti can load it, or explain why it can't be loaded. */
function requireCommonJs(file: string): { readonly exports: unknown } | null {
  if (!['.js', '.cjs'].includes(extname(file)) || isModule(file)) return null
  if (moduleSyntax.test(readFileSync(file, 'utf8'))) return null
  try {
    return { exports: load(file) }
  } catch {
    return null
  }
}

/** Returns a folder in the nearest `node_modules`: a project below an application has none of its own. */
function cacheOf(project: string): string | false {
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules')
    if (existsSync(installed)) return join(installed, '.cache', 'content-api')
    if (folder === dirname(folder)) return false
  }
}

type AliasOptions = Pick<JitiOptions, 'tsconfigPaths' | 'alias'>

/** Creates a loader with the path aliases of TypeScript, even if `tsconfig.json` extends a missing configuration. */
function withPathAliases(project: string, create: (options: AliasOptions) => Jiti): Jiti {
  const tsconfig = join(project, 'tsconfig.json')
  if (!existsSync(tsconfig)) return create({})
  try {
    return create({ tsconfigPaths: tsconfig })
  } catch {
    return create({ alias: pathAliases(tsconfig) })
  }
}

const defaultOf = (code: unknown): unknown => (code as { default?: unknown } | null | undefined)?.default ?? code

/**
 * Evaluates a file synchronously, because this evaluates ECMAScript modules again. A file with `await` at the
 * top level causes a SyntaxError and is imported asynchronously instead.
 */
async function evaluateFile(jiti: Jiti, file: string): Promise<unknown> {
  const imported = cache[file]
  if (imported?.loaded) return imported.exports
  try {
    return jiti.evalModule(await readFile(file, 'utf8'), { filename: file })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return jiti.import(file)
  }
}

const load = createRequire(import.meta.url)
const { cache } = load

/** Removes a project's CommonJS modules from Node's cache, so that the next `require` reads their files again. */
function forgetModules(project: string): void {
  for (const file of Object.keys(cache)) {
    if (file.startsWith(`${project}${sep}`) && !file.includes(`${sep}node_modules${sep}`)) delete cache[file]
  }
}

/**
 * Returns the path aliases of a `tsconfig.json` for the module loader: a folder by the first part of an
 * import. A configuration that it extends may be missing, because packages such as `@strapi/typescript-utils`
 * are only needed to compile. Such a configuration can't define aliases of the project.
 */
function pathAliases(file: string): Readonly<Record<string, string>> {
  return pathsOf(file, []) ?? {}
}

/** @param extending the files that extend this one, which must not extend each other in a circle */
function pathsOf(file: string, extending: readonly string[]): Record<string, string> | null {
  if (extending.includes(file) || !existsSync(file)) return null
  const { parse } = load('jsonc-parser') as typeof JsonParser
  const parsed = parse(readFileSync(file, 'utf8'), [], { allowTrailingComma: true }) as unknown
  if (!isRecord(parsed)) return null
  const options = isRecord(parsed['compilerOptions']) ? parsed['compilerOptions'] : {}
  const { baseUrl, paths } = options
  if (isRecord(paths)) return aliasesOf(paths, resolve(dirname(file), typeof baseUrl === 'string' ? baseUrl : '.'))
  const extended = [parsed['extends']].flat().filter((name) => typeof name === 'string')
  for (const name of extended.toReversed()) {
    if (!name.startsWith('.') && !isAbsolute(name)) continue
    const path = resolve(dirname(file), name)
    const found = pathsOf(extname(path) === '.json' ? path : `${path}.json`, [...extending, file])
    if (found) return found
  }
  return null
}

/**
 * An alias replaces the part before `*`. TypeScript tries further targets of a path; the loader knows the
 * first one.
 */
function aliasesOf(paths: Readonly<Record<string, unknown>>, base: string): Record<string, string> {
  const aliases = Object.entries(paths).flatMap(([pattern, targets]) => {
    const [target] = Array.isArray(targets) ? (targets as unknown[]) : []
    const name = pattern.replace(/\/?\*$/, '')
    return typeof target === 'string' && name !== '' ? [[name, join(base, target.replace(/\/?\*$/, ''))]] : []
  })
  return Object.fromEntries(aliases) as Record<string, string>
}

/** Exports of this package that start or embed a service, which files of a project don't. */
const forPrograms = [
  'createContentApi',
  'surviveProjectCode',
  'importStrapi',
  'exportToStrapi',
  'StrapiSourceError',
  'ExtensionError',
]

/**
 * The values that files of a project get for imports of this package. The module loader would compile the
 * whole package and evaluate it a second time, which takes seconds.
 */
export const packageExports: Readonly<Record<string, unknown>> = withoutPrograms({
  ApiError,
  ConfigError,
  ImportError,
  defineConfig,
})

function withoutPrograms(exports: Record<string, unknown>): Readonly<Record<string, unknown>> {
  for (const name of forPrograms) {
    Object.defineProperty(exports, name, {
      get() {
        throw new Error(
          `${name} of @content-api/server is for programs that start a service. Configuration files can import ${Object.keys(exports).join(', ')}.`,
        )
      },
    })
  }
  return exports
}
