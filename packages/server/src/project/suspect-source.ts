import { lackingService, missingMember } from './host-members.js'
import type { SourceText } from './source-text.js'
import { utilityNames } from './strapi-utils.js'

/**
 * Returns whether a file may use missing parts of Strapi, by a search in its text. Most files only name known
 * parts, and parsing them all would slow down the start.
 * @param own the plugins of the project
 */
export function mayUseMissing({ text, code }: SourceText, strapi: object, own: readonly string[]): boolean {
  if (!text.includes('strapi')) return false
  return namesMissing(code, strapi) || usesMissingPlugin(text, strapi, own) || importsMissing(text)
}

/** Searches for unknown members of `strapi`, and for uses that only a parser understands. */
function namesMissing(code: string, strapi: object): boolean {
  // Bounded input: a source file of the project, at the start.
  for (const match of code.matchAll(/(?<![\w.$])strapi\b((?:\s*\??\.\s*\w+){0,4})/g)) {
    const path = match[1]?.match(/\w+/g) ?? []
    if (path.length > 0 && missingMember(strapi, path)) return true
    const [next = ''] = code.slice(match.index + match[0].length).trimStart()
    if (next === '[' || (path.length === 0 && !'{,()}:'.includes(next))) return true
    if (path[0] === 'plugins' || path.join('.') === 'db.transaction') return true
    // A variable or a pattern gets the value.
    const before = code.slice(Math.max(0, match.index - 40), match.index).trimEnd()
    if (before.endsWith('=') && (next !== '(' || path.at(-1) === 'plugin') && !/[=!<>]=$/.test(before)) return true
  }
  return false
}

function usesMissingPlugin(text: string, strapi: object, own: readonly string[]): boolean {
  const patterns = [
    /strapi\s*\??\.\s*plugin\s*\(\s*['"]([\w-]+)['"]\s*\)(?:\s*\??\.\s*service(?:s\s*\??\.\s*|\s*\(\s*['"])([\w-]+))?/g,
    /strapi\s*\??\.\s*service\s*\(\s*['"]plugin::([\w-]+)\.([\w-]+)['"]/g,
  ]
  return patterns.some((pattern) =>
    [...text.matchAll(pattern)].some(([, plugin = '', service]) => lackingService(strapi, { plugin, service }, own)),
  )
}

/** Searches for unknown names in imports of `@strapi/utils`. */
function importsMissing(text: string): boolean {
  // Bounded input: a source file of the project, at the start.
  const imports = /\{([^{}]*)\}\s*(?:from|=\s*require\s*\()\s*['"]@strapi\/utils['"]/g
  return [...text.matchAll(imports)].some(([, names = '']) =>
    names.split(',').some((part) => {
      const [name = ''] = part.trim().split(/[\s:=]/)
      return name !== '' && name !== 'type' && !utilityNames.includes(name)
    }),
  )
}
