import { allActions } from '@content-api/capabilities/accounts/actions'
import { rejectFixedAccounts } from '@content-api/capabilities/accounts/fixed-accounts'
import { install as installAccounts } from '@content-api/capabilities/accounts/install'
import { install as installMail } from '@content-api/capabilities/mail/install'
import { install as installUploads } from '@content-api/capabilities/uploads/install'
import { install as installOpenApi } from '@content-api/interfaces/openapi/install'
import { isInMemory } from '@content-api/engine/database'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import { Closers } from '@content-api/core/composition/closers'
import { GrantableActions } from '@content-api/core/composition/grantable-actions'
import type { AnyService } from '@content-api/core/composition/service'
import type { Caller } from '@content-api/core/entries/caller'
import { shareOf } from '@content-api/core/config/share'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { logOptions, openLogger } from '@content-api/core/log/logger'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { createRecorder } from '@content-api/core/outbox/recorder'
import { openTelemetry } from '@content-api/core/telemetry/telemetry'
import { logFailures } from '@content-api/core/transport/log-failures'
import { actionsOf } from '@content-api/interfaces/rest/action-endpoints'
import { documentUserRoutes } from '@content-api/strapi-documents/accounts/document-user-routes'
import { openDocumentStore } from '@content-api/strapi-documents/accounts/open-document-store'
import { withStoredProviders } from '@content-api/strapi-documents/accounts/sign-up-settings'
import { createDocumentFiles } from '@content-api/strapi-documents/files/document-files'
import { documentUploadRoutes } from '@content-api/strapi-documents/files/document-upload-routes'
import { documentForm } from '@content-api/strapi-documents/openapi/document-form'
import {
  type CodeAccess,
  createCodeAccess,
  createDocumentGraphql,
  createDocumentHandlers,
  pluginReads,
  writeScopeOf,
} from '@content-api/strapi-documents/service/install-documents'
import { type DocumentTables, openDocumentTables } from '@content-api/strapi-documents/service/open-document-tables'
import { withTooDeepFilters } from '@content-api/strapi-documents/query/too-deep-filters'
import {
  allowedTypesOf,
  type DocumentProject,
  readDocumentProject,
} from '@content-api/strapi-documents/service/read-project'
import { loadExtensionRules } from '@content-api/strapi-documents/graphql/graphql-on-demand'
import { runWithoutHost } from '@content-api/strapi-project/code/host/current-host'
import { mayUse } from '@content-api/strapi-project/code/routes/project-routes'
import { loadSource, type ProjectSource } from '@content-api/strapi-project/code/loading/load-model'
import { documentExtension } from '@content-api/strapi-project/graphql/open-extension'
import { withState } from '@content-api/strapi-project/koa/context-request'
import type { ContentApiOptions } from '../content-api.js'
import { checkEndpoint } from '../http/handle-requests.js'
import { identifyRequests } from '../http/identify-requests.js'
import { createPlayground } from '../http/playground-page.js'
import {
  accountsOfCode,
  type Install,
  installDelivery,
  isProduction,
  observerOf,
  openCapabilities,
  type OpenService,
  positionsOf,
} from '../open-service.js'
import { version } from '../own-package.js'
import { explainRejections } from './explain-rejections.js'
import { callerOfCode, hostCode, typesOf } from './host-code.js'
import { startNotes } from './start-notes.js'
import { transferDocuments } from './transfer-documents.js'

/** The service of a Strapi 5 project, on Strapi's own tables. */
export interface DocumentService extends OpenService {
  /** What its files say. */
  readonly files: DocumentProject
  /** What the database has got at the start. */
  readonly prepared: DocumentTables['prepared']
  /** Reads and writes documents for code of the project. */
  readonly documents: CodeAccess['documents']
}

export interface DocumentServiceOptions extends Omit<ContentApiOptions, 'contentTypes' | 'components'> {
  /** The folder of a Strapi 5 project. */
  readonly project: string
}

/**
 * Opens the service of a Strapi 5 project. If a phase fails, it closes what is open.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws ExtensionError, ProjectFault for a mistake in the code of the project
 * @throws Error when the database can't be opened
 */
export function openDocumentService(options: DocumentServiceOptions): Promise<DocumentService> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    rejectOwnOptions(options)
    // Its code defines content types.
    const source = await loadSource(options.project)
    const files = await readFiles(options, source)
    const { prepared, ...service } = await openEngine(files, source, options, closers)
    const { capabilities, install } = openCapabilities(closers)
    const { parts, ...installed } = await installCapabilities(service, files, install)
    const access = createCodeAccess(service, { ...files, caller: callerOfCode })
    const hosted = { source, apiTokenSalt: files.settings.apiTokenSalt, options }
    const project = await hostCode(service, access, hosted, parts)
    for (const { actions = {} } of capabilities) service.grantable.add(actionsOf(actions))
    service.grantable.add(project.actions)
    // Now all actions are known, which permissions may name.
    await installed.accounts.prepare()
    const positions = positionsOf(service, installed.accounts)
    const identify = identifyRequests({
      config: service.config,
      accounts: installed.accounts,
      actAs: installed.actAs,
      positions,
      withState: project.hasCode ? withState : null,
    })
    const form = documentForm({
      actions: Object.assign({}, ...capabilities.map(({ actions = {} }) => actions)),
      defaultLocale: service.planning.locales.default,
    })
    const routesFor = (caller: Caller) => project.routes.filter((route) => mayUse(route, caller))
    install(installOpenApi({ ...service, identify, version, project, routesFor, form }))
    const graphql = createDocumentGraphql(service, files, {
      identify,
      createPlayground,
      accounts: installed.accounts,
      uploads: installed.uploads,
      extension: documentExtension({ ...service, project }, () =>
        loadExtensionRules({ ...service, ...access.fields, hasOldFields: files.settings.hasOldFields }),
      ),
    })
    const { documents } = access
    return {
      ...service,
      ...installed,
      files,
      project,
      prepared,
      capabilities,
      positions,
      identify,
      graphql,
      documents,
      routes: {
        handlers: createDocumentHandlers(service, identify, { ...files, removedActions: project.removedActions }),
        around: explainRejections,
        acceptedHeaders: ['Strapi-Response-Format'],
        documents: access.documents,
      },
      transfer: transferDocuments({
        service,
        documents,
        uploads: installed.uploads,
        strictRelations: files.strictRelations,
      }),
      notes: () => startNotes({ ...service, prepared }),
      closers,
    }
  })
}

/** @throws Error for an option of tables that this server defines itself */
function rejectOwnOptions({ allowDataLoss, drafts, localizations }: DocumentServiceOptions): void {
  const given = { allowDataLoss: allowDataLoss || undefined, drafts, localizations }
  const other = Object.entries(given).find(([, value]) => value !== undefined)
  if (other) throw new Error(`${other[0]} is for projects of Strapi 4. This is one of Strapi 5.`)
}

function readFiles(options: DocumentServiceOptions, source: ProjectSource): Promise<DocumentProject> {
  const { project, config: { database: configured, ...config } = {} } = options
  const { database = configured } = options
  // Strapi has the setting `database` for itself.
  const overrides = {
    ...config,
    ...(database === undefined ? {} : { beside: { ...config.beside, database: locationOf(database) } }),
  }
  return readDocumentProject({ project, overrides, codeTypes: typesOf(source) })
}

function locationOf(database: NonNullable<ContentApiOptions['database']>): string {
  if (typeof database === 'string') return database
  return 'url' in database ? database.url : database.file
}

/** Opens the database, and what needs neither accounts nor code of the project. */
async function openEngine(
  project: DocumentProject,
  source: ProjectSource,
  options: DocumentServiceOptions,
  closers: Closers,
): Promise<AnyService & Pick<DocumentTables, 'prepared'>> {
  const { project: folder, development = false, logRequests = false, workers, bootstrap = true } = options
  const { registry, settings } = project
  const { loadedConfig } = settings
  checkEndpoint(settings.config)
  rejectFixedAccounts(settings.config, options)
  const shared = shareOf(settings.config, workers)
  const telemetry = await openTelemetry(shared, development)
  const logger = openLogger({ ...logOptions(shared.log, logRequests), isShared: workers !== undefined })
  closers.add(() => logger.flush())
  const { database, prepared, planning } = await openDocumentTables({
    ...project,
    observer: observerOf(shared, { telemetry, logger }),
  })
  closers.add(() => database.close())
  const stored = await withStoredProviders(database, loadedConfig, shared, (message) => logger.warn(message))
  const config = withTooDeepFilters(stored)
  const outbox = new OutboxSignal(database, config.database)
  closers.add(() => outbox.close())
  const report = (name: string, error: unknown) => logger.error(`A listener of the event ${name} failed`, { error })
  const events = new ContentEvents(report, createRecorder(config, outbox))
  return {
    folder,
    development,
    production: isProduction({ development }),
    open: isOpen(settings),
    isCommand: !bootstrap,
    loadFile: async (file) => (await source.code.load(file)).code,
    runWithoutHost,
    config,
    loadedConfig,
    registry,
    telemetry,
    logger,
    log: options.log ?? logFailures(logger),
    database,
    prepared,
    planning,
    hooks: {
      hooks: createHooks(),
      events,
      hookMilliseconds: config.limits.hookMilliseconds,
      meter: telemetry.meter,
      report: (message) => logger.warn(message),
    },
    events,
    outbox,
    grantable: grantableOf(registry),
  }
}

/**
 * The roles of a stored database decide, so that no start is open to everybody. In memory there are none, as in
 * mocks.
 */
const isOpen = ({ connection, config }: DocumentProject['settings']) =>
  isInMemory(connection) && config.permissions === undefined

/** Strapi 5 has no action for locales: they are written with their document. */
function grantableOf(registry: AnyService['registry']): GrantableActions {
  const actions = new GrantableActions()
  actions.add(allActions(registry, []).filter((action) => !action.endsWith('.createLocalization')))
  return actions
}

/** Opens the parts of the service that have folders of their own. A new one is a line here. */
async function installCapabilities(service: AnyService, project: DocumentProject, install: Install) {
  const { provider: mail, mails } = install(await installMail(service))
  const settings = { defaultLocale: service.planning.locales.default, strictRelations: project.strictRelations }
  const { users, files, others } = separated(pluginReads(service))
  install({ actions: others })
  // After mail, which confirms addresses and resets passwords.
  const accounts = install(
    await installAccounts(service, {
      mail,
      openStore: (_, parts) =>
        openDocumentStore(service, parts, {
          writeScope: writeScopeOf(service, settings),
          apiTokenSalt: project.settings.apiTokenSalt,
        }),
      routesOfUsers: (of) => documentUserRoutes(of, users),
    }),
  )
  const { uploads } = install(
    await installUploads(service, {
      checks: new Map(),
      openRecords: ({ database, planning }) =>
        createDocumentFiles({
          database,
          context: (can) => ({ registry: database.registry, can, ...planning }),
          writeScope: writeScopeOf(service, settings),
          types: allowedTypesOf(project.settings),
        }),
      routesOfFiles: (of) => documentUploadRoutes(of, service.config.limits, files),
      strict: false,
    }),
  )
  const { accounts: installed, ...ofCode } = accountsOfCode(accounts)
  return {
    accounts: installed,
    mails,
    uploads,
    ...(await installDelivery(service, accounts, install)),
    /** What code of the project uses. */
    parts: { accounts: installed, ...ofCode, uploads },
  }
}

/** Separates the endpoints of users, of files and of locales. */
function separated(routes: ActionRoutes) {
  const partOf = (isPart: (first: string | undefined) => boolean): ActionRoutes =>
    Object.fromEntries(Object.entries(routes).filter(([path]) => isPart(path.split('/')[0])))
  return {
    users: partOf((first) => first === 'users'),
    files: partOf((first) => first === 'upload'),
    others: partOf((first) => first !== 'users' && first !== 'upload'),
  }
}
