import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Problem } from '@content-api/model'
import { loadProjectConfig } from '../config/load.js'
import { parseConfig } from '../config/parse.js'
import { graphqlBuilders } from '../graphql/extension/builders.js'
import { openExtension } from '../graphql/extension/open-extension.js'
import { standardSchemas } from '../graphql/print-sdl.js'
import { checkConfigFiles, summarised } from '../project/check-config.js'
import { findPlugins } from '../project/find-plugins.js'
import { withProject } from './open-project.js'
import { checkSources, sourceFiles } from '../project/check-sources.js'
import { ExtensionErrors } from '../project/extension-error.js'
import { type Finding, printed } from '../project/finding.js'
import { loadModel } from '../project/load-model.js'
import { registerProject } from '../project/register-project.js'

/**
 * Prints which parts of a project run, are skipped or must change. The exit code is 1 when the project would
 * not start.
 */
export async function doctor(options: { readonly project: string }): Promise<void> {
  const report = await examine(resolve(options.project))
  process.stdout.write(`${report.text}\n`)
  if (report.stops) process.exitCode = 1
}

interface Report {
  readonly text: string
  readonly stops: boolean
}

/** Runs the checks of a start on a project, with a database in memory and without `bootstrap`. */
export async function examine(project: string): Promise<Report> {
  let allowed: readonly string[] = []
  const mistakes: string[] = []
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ExtensionErrors) mistakes.push(...error.mistakes)
      else mistakes.push(error instanceof Error ? error.message : String(error))
      return null
    }
  }
  const loaded = await attempt(() => loadProjectConfig({ project, development: true }))
  const config = loaded?.config
  const model = await attempt(async () => loadModel(project, config ?? parseConfig({})))
  const registry = model?.registry
  if (config) allowed = config.doctor.allow
  const plugins = model?.source.found ?? (await attempt(() => findPlugins(project))) ?? []
  let sources: readonly Finding[] = checkSources(
    project,
    allowed,
    plugins.map(({ name }) => name),
  )
  if (model && registry && config) {
    await attempt(async () => {
      const code = await registerProject({ project, source: model.source, registry, config, builders: graphqlBuilders })
      sources = code.findings
      if (!config.graphql.enabled) return
      await openExtension({ folder: project, project: code, registry, config, operations: standardSchemas })
    })
  }
  const skipped = [...checkConfigFiles(project, loaded?.warnings ?? [], allowed), ...unusedFolders(project)]
  const types = registry ? [...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::')) : []
  // Tables have rules of their own, for example for names of columns.
  if (mistakes.length === 0)
    await attempt(() => withProject({ project, database: ':memory:', silent: true }, async () => undefined))
  const parts = [
    section('Runs', [...(types.length > 0 ? [`content types: ${types.join(', ')}`] : []), ...running(project)]),
    section('Skipped', summarised(skipped)),
    section('Schemas', (registry?.warnings ?? []).map(schemaWarning)),
    section('Fails when it runs', sources.map(printed)),
    section('Must change', mistakes),
    mistakes.length > 0 ? `${mistakes.length} to change before this project starts.` : 'This project starts.',
  ]
  return { text: parts.filter((part) => part !== '').join('\n\n'), stops: mistakes.length > 0 }
}

const schemaWarning = ({ file, path, message, suggestion }: Problem) =>
  `${file}: ${path === '' ? '' : `${path} `}${message}${suggestion === undefined ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`}`

const section = (title: string, lines: readonly string[]) =>
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

function running(project: string): string[] {
  const files = sourceFiles(project)
  return kinds.flatMap(([name, pattern]) => {
    const found = files.filter((file) => pattern.test(file))
    return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`]
  })
}

/** Folders of a Strapi 4 project that the server ignores. */
const unused: Readonly<Record<string, string>> = {
  'src/admin': 'there is no admin panel here.',
  'database/migrations':
    'the tables of Strapi are not used: import their content with "content-api import --from-strapi".',
}

function unusedFolders(project: string): Finding[] {
  return Object.entries(unused).flatMap(([file, message]) =>
    existsSync(join(project, file)) ? [{ level: 'unused', file, line: null, subject: file, message } as const] : [],
  )
}
