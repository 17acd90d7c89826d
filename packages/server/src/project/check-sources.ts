import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { closest } from '@content-api/model'
import { type Finding, isSilenced } from './finding.js'
import { replacements } from './guarded.js'
import { missingMember, servicesOf } from './host-members.js'
import { missingPackages } from './missing-packages.js'
import { lineAt, sourceText } from './source-text.js'
import { utilityNames } from './strapi-utils.js'

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

export interface SourceChecks {
  /** The object `strapi` of the project. */
  readonly strapi: object
  /** The allow-list of the configuration. */
  readonly allowed: readonly string[]
  /** The plugins of the project. */
  readonly plugins: readonly string[]
}

/** Finds parts of Strapi that project code uses but this server doesn't have. Such code would fail when it runs. */
export function checkSources(project: string, { strapi, allowed, plugins }: SourceChecks): Finding[] {
  const sources = sourceFiles(project).map((file) => ({ file, source: readFileSync(join(project, file), 'utf8') }))
  const texts = sources.map(({ file, source }) => ({ file, source, ...sourceText(source) }))
  const own = new Set(
    // Bounded input: a source file of the project, at the start.
    texts.flatMap(({ code }) => [...code.matchAll(/\bstrapi\.(\w+)\s*=(?!=)/g)].map(([, name]) => name)),
  )
  return texts.flatMap(({ file, source, text, code }) => {
    const packages = missingPackages(project, file, text, code).map(({ index, name }) => ({
      index,
      subject: name,
      message: `The package ${name} isn't installed. Install it.`,
    }))
    const found = [
      ...missingMembers(strapi, code, text, own),
      ...missingPlugins(strapi, code, text, plugins),
      ...missingUtilities(code, text),
      ...packages,
    ]
    return found
      .map(({ index, subject, message }): Finding => {
        return { level: 'warns', file, line: lineAt(source, index), subject, message }
      })
      .filter((finding) => !isSilenced(finding, source, allowed))
  })
}

interface Found {
  readonly index: number
  readonly subject: string
  readonly message: string
}

const missing = (index: number, subject: string, instead?: string): Found => {
  const hint = instead ?? replacements[subject]
  return {
    index,
    subject,
    message: `${subject} does not exist here.${hint === undefined ? '' : ` Instead: ${hint}.`}`,
  }
}

/** Finds missing members of `strapi` and of its parts, including destructured ones. */
function missingMembers(strapi: object, code: string, text: string, own: ReadonlySet<string | undefined>): Found[] {
  const found: Found[] = []
  const look = (path: readonly string[], index: number) => {
    const [first] = path
    // Without a database, `strapi` has no entity service.
    if (first === undefined || own.has(first) || (first === 'entityService' && !(first in strapi))) return
    const lost = missingMember(strapi, path)
    if (!lost) return
    const subject = ['strapi', ...lost.path].join('.')
    const near = Object.hasOwn(replacements, subject) ? undefined : closest(lost.path.at(-1) ?? '', lost.known)
    const place = ['strapi', ...lost.path.slice(0, -1)].join('.')
    found.push(missing(index, subject, near === undefined ? undefined : `use ${place}.${near}`))
  }
  // Bounded input: a source file of the project, at the start.
  for (const match of code.matchAll(/(?<![\w.$])strapi((?:\s*\??\.\s*\w+){1,4})/g)) {
    look(match[1]?.match(/\w+/g) ?? [], match.index)
  }
  // Bounded input: a source file of the project, at the start.
  for (const match of text.matchAll(/(?<![\w.$])strapi\s*\[\s*['"](\w+)['"]\s*\]/g)) {
    if (code[match.index] === 's') look([match[1] ?? ''], match.index)
  }
  // Bounded input: a source file of the project, at the start.
  for (const match of code.matchAll(/\{([^{}]*)\}\s*=\s*strapi(?:\s*\.\s*(\w+)\b)?(?!\w|\s*[.([?])/g)) {
    const place = match[2] === undefined ? [] : [match[2]]
    for (const name of (match[1] ?? '').split(',')) {
      const [member = ''] = name.trim().split(/[\s:=]/)
      if (member !== '') look([...place, member], match.index)
    }
  }
  for (const match of code.matchAll(/strapi\s*\.\s*db\s*\.\s*transaction\s*\(\s*\)/g)) {
    found.push(missing(match.index, 'strapi.db.transaction()', 'pass a function, which runs in the transaction'))
  }
  return found
}

/**
 * Finds missing plugins and services of plugins, in every notation.
 * @param own the plugins of the project
 */
function missingPlugins(strapi: object, code: string, text: string, own: readonly string[]): Found[] {
  const name = String.raw`(?:\s*\??\.\s*(\w+)|\s*\[\s*['"]([\w-]+)['"]\s*\])`
  // Bounded input: a source file of the project, at the start.
  const patterns = [
    new RegExp(
      String.raw`strapi\s*\.\s*plugin\s*\(\s*['"]([\w-]+)['"]\s*\)(?:\s*\.\s*service\s*\(\s*['"]([\w-]+)['"])?`,
      'g',
    ),
    new RegExp(String.raw`strapi\s*\.\s*service\s*\(\s*['"]plugin::([\w-]+)\.([\w-]+)['"]`, 'g'),
    new RegExp(String.raw`strapi\s*\.\s*plugins${name}(?:\s*\.\s*services${name})?`, 'g'),
  ]
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      if (code[match.index] !== 's') return []
      const names = match.slice(1).filter((part) => part !== undefined)
      const [plugin = '', service] = names
      if (plugin === '' || own.includes(plugin)) return []
      const known = servicesOf(strapi, plugin)
      const place = `strapi.plugin('${plugin}')`
      if (!known) return [missing(match.index, place)]
      if (service === undefined || known.includes(service)) return []
      const subject = `${place}.service('${service}')`
      return [missing(match.index, subject, replacements[subject] ?? `use one of ${known.join(', ')}`)]
    }),
  )
}

/** Finds missing names of `@strapi/utils`. */
function missingUtilities(code: string, text: string): Found[] {
  const known = ['default', ...utilityNames]
  const imported =
    // Bounded input: a source file of the project, at the start.
    /(?:import|const|let|var)\s*\{([^{}]*)\}\s*(?:from|=\s*require\s*\()\s*['"]@strapi\/utils['"](?!\s*\)\s*\.)/g
  return [...text.matchAll(imported)].flatMap((match) =>
    (match[1] ?? '').split(',').flatMap((part) => {
      if (/^\s*type\s/.test(part)) return []
      const [member = ''] = part.trim().split(/[\s:=]/)
      if (member === '' || known.includes(member) || !/\S/.test(code[match.index] ?? '')) return []
      return [
        missing(
          match.index,
          `${member} of @strapi/utils`,
          `use one of ${known.filter((name) => name !== 'default').join(', ')}`,
        ),
      ]
    }),
  )
}
