import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { closest } from '@content-api/model'
import { type Finding, isSilenced } from './finding.js'
import { replacements } from './guarded.js'
import { isUtility, lackingService, missingMember } from './host-members.js'
import type { HostUses } from './host-uses.js'
import type { MemberUse } from './member-uses.js'
import { missingPackages } from './missing-packages.js'
import { lineAt, sourceText } from './source-text.js'
import { type SourceUses, usesIn } from './source-uses.js'
import { strapiUtils, utilityNames } from './strapi-utils.js'
import { mayUseMissing } from './suspect-source.js'

const codeFiles = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']
const skippedFolders = ['admin', 'dist', 'node_modules']

/** Returns the code files of a project below `src`, as paths with `/`. Follows symbolic links, as the start does. */
export function sourceFiles(project: string): string[] {
  const inFolder = (folder: string, above: readonly string[]): string[] => {
    const real = realpathSync(folder)
    // A link to a folder above would never end.
    if (above.includes(real)) return []
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      // Links may point to nothing: Emacs creates such a link beside each file that has unsaved changes.
      if (!existsSync(path)) return []
      if (statSync(path).isDirectory()) return skippedFolders.includes(name) ? [] : inFolder(path, [...above, real])
      const isCode = codeFiles.includes(extname(name)) && !/\.d\.[mc]?ts$|\.(?:test|spec)\.\w+$/.test(name)
      return isCode ? [relative(project, path).split(sep).join('/')] : []
    })
  }
  const source = join(project, 'src')
  return existsSync(source) ? inFolder(source, []).toSorted() : []
}

/** A code file of a project. */
export interface Source {
  /** Relative to the project. */
  readonly file: string
  readonly source: string
  /** What the code uses. It is parsed on access. */
  readonly uses: SourceUses
}

/** Reads the code files of a project. */
export function readSources(project: string): readonly Source[] {
  return sourceFiles(project).map((file) => {
    const source = readFileSync(join(project, file), 'utf8')
    let uses: SourceUses | undefined
    return {
      file,
      source,
      get uses() {
        return (uses ??= usesIn(source, file))
      },
    }
  })
}

export interface SourceChecks {
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
    const packages = missingPackages(project, file, text, code).map(({ index, name }) => ({
      line: lineAt(source, index),
      subject: name,
      message: `The package ${name} isn't installed. Install it.`,
    }))
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
  return {
    line,
    subject,
    message: `${subject} does not exist here.${hint === undefined ? '' : ` Instead: ${hint}.`}`,
  }
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
    return [missing(line, subject, replacements[subject] ?? `use one of ${lost.known.join(', ')}`)]
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
    const instead = near === undefined ? `use one of ${lost.known.join(', ')}` : `use ${near}`
    return [missing(line, `${lost.path.join('.')} of @strapi/utils`, instead)]
  })
}

/** A chain of calls reports its parts several times. */
function withoutRepeated(found: readonly Found[]): Found[] {
  return found.filter(({ line, subject }, index) => {
    return found.findIndex((each) => each.line === line && each.subject === subject) === index
  })
}
