import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { providedModules } from './provided-modules.js'

/** The name of a package that isn't installed, with the position of its import. */
interface MissingPackage {
  readonly index: number
  readonly name: string
}

/**
 * Finds the imported packages that aren't installed, also in functions that run later.
 * @param code the text without strings, in which an import keeps its keyword
 */
export function missingPackages(project: string, file: string, text: string, code: string): MissingPackage[] {
  // Bounded input: a source file of the project, at the start.
  const imports = /\b(?:require\s*\(|import\s*\(|from|import)\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(imports)].flatMap((match) => {
    const name = packageOf(match[1] ?? '')
    if (name === null || /\s/.test(code[match.index] ?? ' ') || isTypeOnly(text, match.index)) return []
    return isInstalled(project, file, name) ? [] : [{ index: match.index, name }]
  })
}

/** Returns the name of the package, or null for files, modules of Node and modules that this server provides. */
function packageOf(specifier: string): string | null {
  const [, name] = /^(@[\w.-]+\/[\w.-]+|[\w-][\w.-]*)(?:\/.*)?$/.exec(specifier) ?? []
  if (name === undefined || specifier.startsWith('node:') || builtinModules.includes(name)) return null
  return Object.hasOwn(providedModules, name) ? null : name
}

/** Returns whether an import names only types, which TypeScript removes. */
function isTypeOnly(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
  return /^\s*(?:import|export)\s+type\b/.test(line)
}

/** Looks in `node_modules` of all folders above the file, and in the project for imports by `baseUrl`. */
function isInstalled(project: string, file: string, name: string): boolean {
  if (['', 'src'].some((folder) => existsSync(join(project, folder, name)))) return true
  for (let folder = dirname(join(project, file)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name))) return true
    if (folder === dirname(folder)) return false
  }
}
