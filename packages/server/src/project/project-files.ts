import { existsSync, readdirSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { ExtensionError } from './extension-error.js'
import { providedModules } from './provided-modules.js'

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** The file of this name, whichever language it is in; null when there is none. @throws ExtensionError for several */
export function findFile(folder: string, name: string): string | null {
  const found = extensions.map((extension) => join(folder, `${name}${extension}`)).filter((path) => existsSync(path))
  if (found.length > 1) throw new ExtensionError(`Only one of these may exist: ${found.join(', ')}.`)
  return found[0] ?? null
}

/** The files with code in a folder, without their extensions. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => extensions.includes(extname(file)) && !file.endsWith('.d.ts'))
  return [...new Set(files.map((file) => basename(file, extname(file))))].toSorted()
}

/** The folders in a folder. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
}

/** Gives what a file exports as its default, or else all that it exports. @throws ExtensionError when it can't be loaded */
export type LoadFile = (file: string) => Promise<unknown>

/** Loads the files of a project, each anew, so that changes count when the service is opened again. */
export function fileLoader(project: string): LoadFile {
  let loading: ReturnType<typeof createLoader> | undefined
  return async (file) => {
    const jiti = await (loading ??= createLoader(project))
    try {
      return await jiti.import(file, { default: true })
    } catch (error) {
      if (error instanceof ExtensionError) throw error
      throw new ExtensionError(`${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function createLoader(project: string) {
  // Loaded here and not at the top: a project without code starts faster by it.
  const { createJiti } = await import('jiti')
  return createJiti(join(project, 'package.json'), {
    moduleCache: false,
    fsCache: false,
    interopDefault: true,
    virtualModules: providedModules,
  })
}
