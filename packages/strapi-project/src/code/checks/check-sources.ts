import { type Source, readSources } from '@content-api/project-files/code/source-files'
import { existsSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { closest, listed } from '@content-api/model'
import { type Finding, isSilenced } from './finding.js'
import { replacements } from '../host/guarded.js'
import { isUtility, lackingService, missingMember } from './host-members.js'
import { type HostUses, type MemberUse } from '@content-api/project-files/code/source-uses'
import { strapiUtils, utilityNames } from '../strapi-utils/strapi-utils.js'
import { builtinModules } from 'node:module'
import { providedModules } from '../loading/provided-modules.js'

interface SourceChecks {
  /** The object `strapi` of the project. */
  readonly strapi: object
  /** The allow-list of the configuration. */
  readonly allowed: readonly string[]
  /** The plugins of the project. */
  readonly plugins: readonly string[]
  /** Whether to parse all files, not only those whose text names missing parts. */
  readonly isThorough?: boolean
}

/** Finds parts of Strapi that project code uses but this server doesn't have. Such code would fail when it runs. */
export function checkSources(
  project: string,
  { strapi, allowed, plugins, isThorough = false }: SourceChecks,
  sources: readonly Source[] = readSources(project),
): Finding[] {
  const files = sources.map((each) => {
    const texts = sourceText(each.source)
    const isParsed = isThorough || mayUseMissing(texts, strapi, plugins)
    return { ...texts, file: each.file, source: each.source, uses: isParsed ? each.uses : null }
  })
  const hosts = files.flatMap(({ uses }) => (uses ? [uses.host] : []))
  const own = new Set(
    hosts.flatMap(({ members }) =>
      members.flatMap(({ kind, path: [name = '', ...more] }) => (kind === 'written' && more.length === 0 ? name : [])),
    ),
  )
  const setsUnknown = hosts.some((each) => each.setsUnknown)
  const isOwn = (name: string) => own.has(name) || (setsUnknown && !(name in strapi))
  return files.flatMap(({ file, source, text, code, uses }) => {
    const packages = missingPackages(project, file, { text, code })
    const found = uses
      ? [
          ...missingMembers(strapi, uses.host, isOwn),
          ...missingPlugins(strapi, uses.host, plugins),
          ...missingUtilities(uses.utilities),
        ]
      : []
    return [...found, ...packages]
      .map((each): Finding => ({ level: 'warns', file, ...each }))
      .filter((finding) => !isSilenced(finding, source, allowed))
  })
}

type Found = Pick<Finding, 'line' | 'subject' | 'message'>

const missing = (line: number, subject: string, instead?: string): Found => {
  const hint = instead ?? replacements[subject]
  return { line, subject, message: `${subject} does not exist here.${hint === undefined ? '' : ` Instead: ${hint}.`}` }
}

/** Finds missing members of `strapi` and of its parts. Code that tests for them would fail, too. */
function missingMembers(
  strapi: object,
  { members, openTransactions }: HostUses,
  isOwn: (name: string) => boolean,
): Found[] {
  const found = members.flatMap(({ path, line, kind }) => {
    const [first] = path
    // Without a database, `strapi` has no entity service.
    if (first === undefined || isOwn(first) || (first === 'entityService' && !(first in strapi))) return []
    const lost = missingMember(strapi, path)
    // Code may set members of objects that exist.
    if (!lost || (kind === 'written' && lost.path.length === path.length)) return []
    const subject = ['strapi', ...lost.path].join('.')
    const near = Object.hasOwn(replacements, subject) ? undefined : closest(lost.path.at(-1) ?? '', lost.known)
    const place = ['strapi', ...lost.path.slice(0, -1)].join('.')
    return [missing(line, subject, near === undefined ? undefined : `use ${place}.${near}`)]
  })
  const transactions = openTransactions.map((line) =>
    missing(line, 'strapi.db.transaction()', 'pass a function, which runs in the transaction'),
  )
  return withoutRepeated([...found, ...transactions])
}

/**
 * Finds missing plugins and services of plugins.
 * @param own the plugins of the project
 */
function missingPlugins(strapi: object, { plugins }: HostUses, own: readonly string[]): Found[] {
  const found = plugins.flatMap(({ plugin, service, line, pluginLine = line }) => {
    const lost = lackingService(strapi, { plugin, service }, own)
    if (!lost) return []
    const place = `strapi.plugin('${plugin}')`
    if (lost.known === null || service === undefined) return [missing(pluginLine, place)]
    const subject = `${place}.service('${service}')`
    return [missing(line, subject, replacements[subject] ?? `use one of ${listed(lost.known)}`)]
  })
  return withoutRepeated(found)
}

/** Finds missing members of `@strapi/utils`. */
function missingUtilities(uses: readonly MemberUse[]): Found[] {
  return uses.flatMap(({ path: [first = '', ...more], line, kind }) => {
    const path = first === 'default' ? more : [first, ...more]
    const [name = ''] = path
    if (name === '' || kind !== 'read') return []
    const lost = utilityNames.includes(name)
      ? missingMember(strapiUtils, path, isUtility)
      : { path: [name], known: utilityNames }
    if (!lost) return []
    const near = closest(lost.path.at(-1) ?? '', lost.known)
    const instead = near === undefined ? `use one of ${listed(lost.known)}` : `use ${near}`
    return [missing(line, `${lost.path.join('.')} of @strapi/utils`, instead)]
  })
}

/** A chain of calls reports its parts several times. */
function withoutRepeated(found: readonly Found[]): Found[] {
  return found.filter(({ line, subject }, index) => {
    return found.findIndex((each) => each.line === line && each.subject === subject) === index
  })
}

/** Finds the imported packages that aren't installed, also in functions that run later. */
function missingPackages(project: string, file: string, { text, code }: SourceText): Found[] {
  // Bounded input: a source file of the project, at the start.
  const imports = /\b(?:require\s*\(|import\s*\(|from|import)\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(imports)].flatMap((match) => {
    const name = packageOf(match[1] ?? '')
    // In `code`, which has no strings, an import keeps its keyword.
    if (name === null || /\s/.test(code[match.index] ?? ' ') || isTypeOnly(text, match.index)) return []
    if (isInstalled(project, file, name)) return []
    const message = `The package ${name} isn't installed. Install it.`
    return [{ line: lineAt(text, match.index), subject: name, message }]
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

/**
 * Returns whether a file may use missing parts of Strapi, by a search in its text. Most files only name known
 * parts, and parsing them all would slow down the start.
 * @param own the plugins of the project
 */
function mayUseMissing({ text, code }: SourceText, strapi: object, own: readonly string[]): boolean {
  if (!text.includes('strapi')) return false
  return namesMissing(code, strapi) || usesMissingPlugin(text, strapi, own) || importsMissing(text)
}

/** The rest of `strapi.plugin('name').service('name')`, which `usesMissingPlugin` checks, in code without strings. */
const namedService = /^\(\s*\)\s*\??\.\s*service\s*\(\s*\)/

/** Searches for unknown members of `strapi`, and for uses that only a parser understands. */
function namesMissing(code: string, strapi: object): boolean {
  // Bounded input: a source file of the project, at the start.
  for (const match of code.matchAll(/(?<![\w.$])strapi\b((?:\s*\??\.\s*\w+){0,4})/g)) {
    const path = match[1]?.match(/\w+/g) ?? []
    if (path.length > 0 && missingMember(strapi, path)) return true
    const rest = code.slice(match.index + match[0].length).trimStart()
    const [next = ''] = rest
    if (next === '[' || (path.length === 0 && !'{,()}:'.includes(next))) return true
    if (path[0] === 'plugins' || path.join('.') === 'db.transaction') return true
    // A variable or a pattern gets the value.
    const before = code.slice(Math.max(0, match.index - 40), match.index).trimEnd()
    const isPlugin = path.at(-1) === 'plugin' && !namedService.test(rest)
    if (before.endsWith('=') && (next !== '(' || isPlugin) && !/[=!<>]=$/.test(before)) return true
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

/** The text of a source file with parts replaced by spaces, so that every character keeps its position. */
interface SourceText {
  /** The text without comments. */
  readonly text: string
  /** The text without comments, strings and regular expressions. */
  readonly code: string
}

const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else))\s*$/

/**
 * Replaces comments, strings and regular expressions of JavaScript or TypeScript by spaces. It is exact
 * enough to search for names.
 */
export function sourceText(source: string): SourceText {
  let text = ''
  let code = ''
  const add = (part: string, kind: 'code' | 'string' | 'comment') => {
    const blank = part.replaceAll(/[^\n]/g, ' ')
    text += kind === 'comment' ? blank : part
    code += kind === 'code' ? part : blank
  }
  // For each open `${…}` of a template, the depth of braces at which it began. Its content is code.
  const templates: number[] = []
  let depth = 0
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 2)
    const [character = ''] = rest
    const length = tokenLength(source, at, rest, code)
    if (length !== null) {
      const isComment = rest === '//' || rest === '/*'
      add(source.slice(at, at + length), isComment ? 'comment' : 'string')
      at += length
    } else if (character === '`' || (character === '}' && templates.at(-1) === depth)) {
      if (character === '}') templates.pop()
      const end = templateEnd(source, at + 1)
      add(source.slice(at, end), 'string')
      if (source.slice(end - 2, end) === '${') templates.push(depth)
      at = end
    } else {
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      add(character, 'code')
      at += 1
    }
  }
  return { text, code }
}

/** Returns the length of the comment, string or regular expression that begins at a position, or null if none does. */
function tokenLength(source: string, at: number, rest: string, code: string): number | null {
  const until = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0].length ?? 1
  }
  if (rest === '//') return until(/[^\n]*/y)
  if (rest === '/*') return until(/\/\*[\s\S]*?(?:\*\/|$)/y)
  if (rest.startsWith("'")) return until(/'(?:\\[\s\S]|[^'\\\n])*'?/y)
  if (rest.startsWith('"')) return until(/"(?:\\[\s\S]|[^"\\\n])*"?/y)
  if (rest.startsWith('/') && beforeRegex.test(code.slice(-40))) {
    return until(/\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y)
  }
  return null
}

/** Returns the end of a template or of a part of one: after the closing backtick or after `${`. */
function templateEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) return at + 2
  }
  return source.length
}

/** Returns the line of a position in a text, counted from 1. */
const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
