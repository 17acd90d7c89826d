import { createPlayground } from '../http/playground-page.js'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createRegistry, closest } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import { parseConfig } from '@content-api/core/config/parse'
import type { Config } from '@content-api/core/config/schema'
import { handleRequests } from '../http/handle-requests.js'
import { graphqlOnDemand } from '@content-api/interfaces/graphql/on-demand'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { openKoa } from '@content-api/strapi-project/koa/open-koa'
import { openEntryService } from '../entries/open-entry-service.js'
import { type Attempt, type OnMistake, attempting } from '@content-api/core/errors/extension-error'
import { checkConfigFiles, summarised } from '@content-api/strapi-project/code/checks/check-config'
import { checkSources } from '@content-api/strapi-project/code/checks/check-sources'
import { runAs } from '@content-api/strapi-project/code/host/current-host'
import { type Finding, isSilenced } from '@content-api/strapi-project/code/checks/finding'
import {
  type ProjectModel,
  type ProjectSource,
  loadModel,
  loadSource,
} from '@content-api/strapi-project/code/loading/load-model'
import { registerProject } from '@content-api/strapi-project/code/register-project'
import { examineDocuments } from './doctor-documents.js'
import { messagesOf, type Report, running, schemaWarning, section } from './doctor-report.js'
import { commandOptions } from './open-project.js'
import { isDocumentProject } from '../project-generation.js'
import { Cancel } from '@content-api/engine/concurrency'
import type { KoaApp } from '@content-api/strapi-project/koa/koa-app'
import type { HttpRequest } from '@content-api/core/message/message'
import { missingMember } from '@content-api/strapi-project/code/checks/host-members'
import type { MemberUse } from '@content-api/project-files/code/source-uses'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import { readSources, type Source } from '@content-api/project-files/code/source-files'

/**
 * Prints which parts of a project run, are skipped or must change. The exit code is 1 when the project would
 * not start.
 */
export async function doctor(options: { readonly project: string }): Promise<void> {
  const project = resolve(options.project)
  const report = isDocumentProject(project) ? await examineDocuments(project) : await examine(project)
  process.stdout.write(`${report.text}\n`)
  if (report.stops) process.exitCode = 1
}

/**
 * Runs the checks of a start on a project, with a database in memory and without `bootstrap`. A mistake
 * doesn't hide the others.
 */
export async function examine(project: string): Promise<Report> {
  const mistakes: string[] = []
  const note: OnMistake = (error, place) => void mistakes.push(...messagesOf(project, error, place))
  const attempt = attempting(note)
  const loaded = await attempt<LoadedConfig | null>(() => loadProjectConfig({ project, development: true }), null)
  const config = loaded?.config ?? parseConfig({})
  const model = await attempt<ProjectModel | null>(() => loadModel(project, config), null)
  const registry = model?.registry
  const { allow: allowed } = config.doctor
  const checked = loaded && model ? await checkStart(project, attempt, note) : null
  // Without valid schemas there are no routes, but other mistakes of the code can be found.
  const findings = checked ?? (await checkCode(project, config, note))
  const skipped = [...checkConfigFiles(project, loaded?.warnings ?? [], allowed), ...unusedFolders(project)]
  const types = registry ? [...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::')) : []
  const failing = summarised(findings.filter(({ message }) => !mistakes.includes(message)))
  const parts = [
    section('Runs', [...(types.length > 0 ? [`content types: ${types.join(', ')}`] : []), ...running(project)]),
    section('Skipped', summarised(skipped)),
    section('Schemas', (registry?.warnings ?? []).map(schemaWarning)),
    section('Fails when it runs', failing),
    section('Must change', [...new Set(mistakes)]),
    mistakes.length > 0 ? `${new Set(mistakes).size} to change before this project starts.` : 'This project starts.',
  ]
  return { text: parts.filter((part) => part !== '').join('\n\n'), stops: mistakes.length > 0 }
}

/**
 * Starts the service without listening, also the parts that a start leaves to the first request, such as the
 * schema of GraphQL. Returns null if it can't be started.
 */
async function checkStart(project: string, attempt: Attempt, note: OnMistake): Promise<readonly Finding[] | null> {
  let isBroken = false
  const options = { ...commandOptions({ project, database: ':memory:', silent: true }), logRequests: false }
  const open = openEntryService(options, (error, place) => {
    isBroken = true
    note(error, place)
  })
  const service = await open.catch((error: unknown) => {
    // Permissions may name actions of routes that have mistakes.
    if (!(isBroken && error instanceof ConfigError)) note(error)
    return null
  })
  if (!service) return null
  try {
    const extension = projectExtension({ ...service, folder: project, onMistake: note })
    const graphql = graphqlOnDemand({ ...service, extension, production: false, development: false, createPlayground })
    if (service.config.graphql.enabled) await attempt<unknown>(() => graphql.open(), null)
    const remaining = { isStopping: () => false, loadModules: async () => {}, developers: null }
    const koa = await attempt(() => openKoa(service), null)
    await attempt<unknown>(() => handleRequests({ ...service, ...remaining, graphql: graphql.handler, koa }), null)
    const { findings, strapi, plugins } = service.project
    const { allow: allowed } = service.config.doctor
    const sources = readSources(project)
    const uses = [
      ...checkSources(project, { strapi, allowed, plugins, isThorough: true }, sources),
      ...checkContext(sources, koa?.app ?? null, allowed),
    ]
    const isKnown = (use: Finding) =>
      findings.some(({ file, line, subject }) => file === use.file && line === use.line && subject === use.subject)
    return [...findings, ...uses.filter((use) => !isKnown(use))]
  } finally {
    await service.closers.close()
  }
}

/** Checks the code of a project that can't be started, as far as that doesn't need its content types. */
async function checkCode(project: string, config: Config, note: OnMistake): Promise<readonly Finding[]> {
  const attempt = attempting(note)
  const unused: Finding[] = []
  const warn = (file: string, message: string) =>
    void unused.push({ level: 'warns', file: relative(project, file), line: null, subject: file, message })
  const source = await attempt<ProjectSource | null>(() => loadSource(project), null)
  const empty = createRegistry({ contentTypes: {} })
  const { strapi } = await registerProject({ project: undefined, registry: empty, config })
  await runAs(strapi, async () => source?.code.loadAll({ attempt, warn }))
  // Extensions don't run, so the services that they add to plugins aren't known.
  const extended = (source?.code.pluginCode() ?? []).map(({ plugin }) => plugin)
  const plugins = [...(source?.found ?? []).map(({ name }) => name), ...extended]
  return [...unused, ...checkSources(project, { strapi, allowed: config.doctor.allow, plugins, isThorough: true })]
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

/** Members that a context has in policies, also of GraphQL. */
const inPolicies = ['type', 'is', 'parent', 'args', 'context', 'info', 'http']

/** The parts of a context whose members are all known. */
const closedParts = ['request', 'response', 'cookies']

/**
 * Finds members of the Koa context that don't exist here, in the code of a project.
 * @param koa null if the project has no code that gets a context
 * @param allowed the allow-list of the configuration
 */
function checkContext(files: readonly Source[], koa: KoaApp | null, allowed: readonly string[]): Finding[] {
  const written = new Set(
    files.flatMap(({ uses: { contexts } }) =>
      contexts.flatMap(({ uses }) => uses.flatMap(({ kind, path }) => (kind === 'written' ? [path.join('.')] : []))),
    ),
  )
  const isOwn = (path: readonly string[]) => path.some((_, end) => written.has(path.slice(0, end + 1).join('.')))
  const checksContext = koa !== null && files.every(({ uses }) => !uses.setsUnknown)
  const context = checksContext ? sampleContext(koa) : {}
  const isClosed = (_: object, [part, more]: readonly string[]) =>
    part === undefined || (more === undefined && closedParts.includes(part))
  return files.flatMap(({ file, source, uses }) => {
    const isInPolicy = ([first = '']: readonly string[]) => file.includes('policies/') && inPolicies.includes(first)
    // A parameter with the name of a context, of which no member is used, is something else.
    const ofContext = uses.contexts
      .filter(({ isCertain, uses: used }) => isCertain || used.some(({ path: [first = ''] }) => first in context))
      .flatMap(({ uses: used }) => used)
      .filter(({ kind, path }) => checksContext && kind === 'read' && !isOwn(path) && !isInPolicy(path))
      .flatMap((use) => found(use, context, isClosed))
    return ofContext
      .map((each): Finding => ({ level: 'warns', file, ...each }))
      .filter((finding) => !isSilenced(finding, source, allowed))
  })
}

function found(
  { path, line }: MemberUse,
  root: object,
  isClosed: (value: object, path: readonly string[]) => boolean,
): readonly Pick<Finding, 'line' | 'subject' | 'message'>[] {
  const lost = missingMember(root, path, isClosed)
  if (!lost) return []
  const subject = ['ctx', ...lost.path].join('.')
  const near = closest(lost.path.at(-1) ?? '', lost.known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return [{ line, subject, message: `${subject} does not exist here.${hint}` }]
}

/** Returns a context like that of a request to a route. */
function sampleContext(koa: KoaApp): object {
  const request: HttpRequest = {
    id: '',
    method: 'GET',
    path: '/',
    query: '',
    address: '',
    signal: new Cancel(),
    header: () => undefined,
    headers: () => ({}),
    body: async () => new Uint8Array(),
    stream: () => {
      throw new Error('A sample has no body.')
    },
  }
  const context = koa.contextOf(request)
  Object.assign(context.request, { params: {}, files: {} })
  return Object.assign(context, { params: {}, captures: [], _matchedRoute: '' })
}
