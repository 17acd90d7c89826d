import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ModuleLoader, createModuleLoader } from '../config/project-modules.js'
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

/** Node keeps modules for as long as the process lives: a project that is opened again must not be given its old code. */
const openedBefore = new Set<string>()

/** Loads the files of a project, each anew, so that changes count when the service is opened again. */
export function fileLoader(project: string): LoadFile {
  const isFirst = !openedBefore.has(project)
  openedBefore.add(project)
  let loading: Promise<ModuleLoader> | undefined
  return async (file) => {
    try {
      const native = isFirst && isModule(file) ? await importNatively(file) : null
      if (native !== null) return 'default' in native ? native['default'] : native
      const modules = await (loading ??= createModuleLoader(project, providedModules))
      const source = namesProvided(file)
      return source === null ? await modules.load(file) : modules.evaluate(source, file)
    } catch (error) {
      if (error instanceof ExtensionError) throw error
      throw new ExtensionError(`${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Whether Node takes the file for an ECMAScript module: such a file is linked before any of it runs. */
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
 * The text of a file that names a module which the service provides; null for any other. Node runs such a file as well, up to
 * the line that asks for the module, and that may be in a function which is called much later.
 */
function namesProvided(file: string): string | null {
  if (!['.js', '.cjs'].includes(extname(file)) || isModule(file)) return null
  const source = readFileSync(file, 'utf8')
  return Object.keys(providedModules).some((name) => source.includes(name)) ? source : null
}

/** Most code needs no help: Node loads it in a tenth of the time that it takes to load what translates it. */
async function importNatively(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (isForTheLoader(error)) return null
    throw error
  }
}

/** TypeScript, modules that the service provides, CommonJS in a package of ECMAScript modules, and mistakes. */
function isForTheLoader(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  if (error instanceof ReferenceError) return /^(?:require|module|exports) is not defined/.test(error.message)
  const { code } = error as { readonly code?: unknown }
  return (
    code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_DIR_IMPORT'
  )
}
