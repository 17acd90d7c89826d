import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import type { Jiti } from 'jiti'

/** Loads files of a project as they are on disk, in any language and module system that Node or jiti reads. */
export interface ModuleLoader {
  /** Returns what a file exports as its default, or else all of its exports. A file that was loaded before is read again. */
  load(file: string): Promise<unknown>
  /** The same for a file whose source has been read already; all that it imports goes through this loader. */
  evaluate(source: string, file: string): unknown
}

/** `virtualModules` are what imports of these names resolve to. */
export async function createModuleLoader(
  project: string,
  virtualModules: Readonly<Record<string, unknown>> = {},
): Promise<ModuleLoader> {
  // Imported here and not at the top: a project without code starts faster by it.
  const { createJiti } = await import('jiti')
  const tsconfig = join(project, 'tsconfig.json')
  const options = {
    moduleCache: false,
    fsCache: false,
    interopDefault: true,
    virtualModules: { ...virtualModules },
    // Path aliases of TypeScript.
    ...(existsSync(tsconfig) && { tsconfigPaths: tsconfig }),
  }
  const jiti = createJiti(join(project, 'package.json'), options)
  forgetModules(project)
  return {
    async load(file) {
      return defaultOf(await evaluateFile(jiti, file))
    },
    evaluate: (source, file) => defaultOf(jiti.evalModule(source, { filename: file, forceTranspile: true })),
  }
}

const defaultOf = (code: unknown): unknown => (code as { default?: unknown } | null | undefined)?.default ?? code

/** Only a synchronous load evaluates ECMAScript modules again; a file that awaits at its top level can't be loaded so. */
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
