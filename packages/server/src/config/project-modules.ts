import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'
import type { Jiti, JitiOptions } from 'jiti'
import { pathAliases } from './path-aliases.js'

/** Loads the current content of a project's files, in any language and module system that Node or jiti can load. */
export interface ModuleLoader {
  /**
   * Returns the default export of a file, or all exports if it has none. Reads the file again even if it was
   * loaded before.
   */
  load(file: string): Promise<unknown>
  /** Does the same for source code that has been read already. Its imports go through this loader, too. */
  evaluate(source: string, file: string): unknown
}

/** @param virtualModules modules by name; imports of these names resolve to them */
export async function createModuleLoader(
  project: string,
  virtualModules: Readonly<Record<string, unknown>> = {},
): Promise<ModuleLoader> {
  // Imported on demand, so that a project without code starts faster.
  const { createJiti } = await import('jiti')
  const options = {
    moduleCache: false,
    // The names of cached files contain a hash of their source. Compiling takes a hundred times as long as
    // reading them.
    fsCache: cacheOf(project),
    interopDefault: true,
    virtualModules: { ...virtualModules },
  }
  const jiti = withPathAliases(project, (aliases) =>
    createJiti(join(project, 'package.json'), { ...options, ...aliases }),
  )
  forgetModules(project)
  return {
    async load(file) {
      return defaultOf(await evaluateFile(jiti, file))
    },
    evaluate: (source, file) => defaultOf(jiti.evalModule(source, { filename: file, forceTranspile: true })),
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
  try {
    return jiti.evalModule(await readFile(file, 'utf8'), { filename: file })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return jiti.import(file)
  }
}

const { cache } = createRequire(import.meta.url)

/** Removes a project's CommonJS modules from Node's cache, so that the next `require` reads their files again. */
function forgetModules(project: string): void {
  for (const file of Object.keys(cache)) {
    if (file.startsWith(`${project}${sep}`) && !file.includes(`${sep}node_modules${sep}`)) delete cache[file]
  }
}
