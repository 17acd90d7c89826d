import { sep } from 'node:path'
import type { Problem } from '@content-api/model'
import { ExtensionErrors } from '@content-api/core/errors/extension-error'
import { ProjectFault } from '@content-api/core/errors/project-fault'
import { sourceFiles } from '@content-api/project-files/code/source-files'
import { placeInProject } from '@content-api/strapi-project/code/loading/code-location'

/** What a check prints, and whether the project would not start. */
export interface Report {
  readonly text: string
  readonly stops: boolean
}

/** Returns the messages of an error. They name the file, relative to the project. */
export function messagesOf(project: string, error: unknown, place: string | undefined): readonly string[] {
  const messages =
    error instanceof ExtensionErrors ? error.mistakes : [error instanceof Error ? error.message : String(error)]
  const cause = error instanceof ProjectFault ? error.cause : error
  const thrown = placeInProject(project, cause)
  return messages.map((message) => {
    const text = message.replaceAll(`${project}${sep}`, '')
    const file = thrown ?? place?.replace(`${project}${sep}`, '') ?? ''
    const isNamed = file === '' || text.includes(file.replace(/:\d+$/, ''))
    return isNamed ? text : `${file}: ${text}`
  })
}

/** Describes a warning of the schema files. */
export const schemaWarning = ({ file, path, message, suggestion }: Problem) =>
  `${file}: ${path === '' ? '' : `${path} `}${message}${suggestion === undefined ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`}`

/** A part of the report; an empty string without lines. */
export const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line.replaceAll('\n', '\n    ')}`)].join('\n')

/** The kinds of code that run, each with the paths of its files. */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['routes', /^src\/api\/[^/]+\/routes\//],
  ['controllers', /^src\/api\/[^/]+\/controllers\//],
  ['services', /^src\/api\/[^/]+\/services\//],
  ['policies', /^src\/(?:api\/[^/]+\/)?policies\//],
  ['middlewares', /^src\/(?:api\/[^/]+\/)?middlewares\//],
  ['lifecycles', /\/lifecycles\.\w+$/],
  ['extensions', /^src\/extensions\//],
  ['plugins', /^src\/plugins\//],
  ['register and bootstrap', /^src\/index\.\w+$/],
]

/** Returns the code of a project that runs, with the paths of its files. */
export function running(project: string): string[] {
  // Strapi 4 never runs `lifecycles` in extensions.
  const isUnused = (file: string) => file.startsWith('src/extensions/') && file.includes('/lifecycles.')
  const files = sourceFiles(project).filter((file) => !isUnused(file))
  return kinds.flatMap(([name, pattern]) => {
    const found = files.filter((file) => pattern.test(file))
    return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`]
  })
}
