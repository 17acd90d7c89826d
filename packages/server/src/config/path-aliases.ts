import { isRecord } from '@content-api/model'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, resolve } from 'node:path'
import { parse } from 'jsonc-parser'

/**
 * Returns the path aliases of a `tsconfig.json` for the module loader: a folder by the first part of an
 * import. A configuration that it extends may be missing, because packages such as `@strapi/typescript-utils`
 * are only needed to compile. Such a configuration can't define aliases of the project.
 */
export function pathAliases(file: string): Readonly<Record<string, string>> {
  return pathsOf(file, []) ?? {}
}

/** @param extending the files that extend this one, which must not extend each other in a circle */
function pathsOf(file: string, extending: readonly string[]): Record<string, string> | null {
  if (extending.includes(file) || !existsSync(file)) return null
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
