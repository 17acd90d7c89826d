import type { WritableLayout } from '@content-api/engine/layout'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { allActions } from '@content-api/capabilities/accounts/actions'
import { type AccountsCapability, install as installAccounts } from '@content-api/capabilities/accounts/install'
import { install as installMail, type MailCapability } from '@content-api/capabilities/mail/install'
import { install as installUploads } from '@content-api/capabilities/uploads/install'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { install as installWebhooks, type WebhooksCapability } from '@content-api/capabilities/webhooks/install'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Capability } from '@content-api/core/composition/capability'
import type { Closers } from '@content-api/core/composition/closers'
import { GrantableActions } from '@content-api/core/composition/grantable-actions'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { Service } from '@content-api/core/composition/service'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { logFailures } from '@content-api/core/transport/log-failures'
import { logOptions, openLogger } from '@content-api/core/log/logger'
import { OutboxSignal } from '@content-api/core/outbox/outbox-signal'
import { createRecorder } from '@content-api/core/outbox/recorder'
import { openTelemetry } from '@content-api/core/telemetry/telemetry'
import { documentUserRoutes } from '@content-api/strapi-documents/accounts/document-user-routes'
import { createDocumentFiles } from '@content-api/strapi-documents/files/document-files'
import { documentUploadRoutes } from '@content-api/strapi-documents/files/document-upload-routes'
import { openDocumentStore } from '@content-api/strapi-documents/accounts/open-document-store'
import { withStoredProviders } from '@content-api/strapi-documents/accounts/sign-up-settings'
import {
  type CodeAccess,
  createCodeAccess,
  createDocumentGraphql,
  pluginReads,
  writeScopeOf,
} from '@content-api/strapi-documents/service/install-documents'
import { type DocumentTables, openDocumentTables } from '@content-api/strapi-documents/service/open-document-tables'
import {
  allowedTypesOf,
  type DocumentProject,
  type DocumentProjectOptions,
  readDocumentProject,
} from '@content-api/strapi-documents/service/read-project'
import { shareOf } from '@content-api/core/config/share'
import { actionRunner, actionsOf } from '@content-api/interfaces/rest/action-endpoints'
import { runWithoutHost } from '@content-api/strapi-project/code/host/current-host'
import { loadSource, type ProjectSource } from '@content-api/strapi-project/code/loading/load-model'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'
import { withState } from '@content-api/strapi-project/koa/context-request'
import { callerOfCode, hostCode, typesOf } from './host-code.js'
import { createPlayground } from '../http/playground-page.js'
import { documentExtension } from './graphql-extension.js'
import { identifyRequests } from '../http/identify-requests.js'

export interface DocumentServiceOptions extends DocumentProjectOptions {
  readonly development?: boolean
  /** The number of processes that serve this project on this machine. */
  readonly workers?: number
  /** Logs each request. */
  readonly logRequests?: boolean
}

/** The service of a Strapi 5 project, on Strapi's own tables. It serves no requests yet. */
export interface OpenDocumentService extends Service<WritableLayout> {
  readonly project: DocumentProject
  /** What the database has got at the start. */
  readonly prepared: DocumentTables['prepared']
  readonly accounts: Accounts
  readonly uploads: Uploads
  readonly mails: MailCapability['mails']
  readonly delivery: WebhooksCapability
  /** Their handlers and actions are served. */
  readonly capabilities: readonly Capability[]
  readonly graphql: Capability
  readonly identify: IdentifyRequest
  /** Reads and writes documents for code of the project. */
  readonly documents: CodeAccess['documents']
  /** The code of the project. */
  readonly code: RegisteredProject
}

/**
 * Opens the service of a Strapi 5 project.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export async function openDocumentService(
  options: DocumentServiceOptions,
  closers: Closers,
): Promise<OpenDocumentService> {
  // Its code defines content types.
  const source = await loadSource(options.project)
  const project = await readDocumentProject({ ...options, codeTypes: typesOf(source) })
  const { prepared, ...service } = await openEngine(project, source, options, closers)
  const capabilities: Capability[] = []
  const install: Install = (capability) => {
    capabilities.push(capability)
    closers.add(() => capability.close?.())
    return capability
  }
  const { parts, ...installed } = await installCapabilities(service, project, install)
  const access = createCodeAccess(service, { ...project, caller: callerOfCode })
  const code = await hostCode(service, access, { source, apiTokenSalt: project.settings.apiTokenSalt }, parts)
  for (const { actions = {} } of capabilities) service.grantable.add(actionsOf(actions))
  service.grantable.add(code.actions)
  // Now all actions are known, which permissions may name.
  await installed.accounts.prepare()
  const identify = identifyRequests({
    config: service.config,
    accounts: installed.accounts,
    actAs: null,
    positions: null,
    withState: code.hasCode ? withState : null,
  })
  const graphql = createDocumentGraphql(service, project, {
    identify,
    createPlayground,
    accounts: installed.accounts,
    uploads: installed.uploads,
    extension: () => documentExtension(code, access.middlewares),
  })
  const { documents } = access
  return { ...service, ...installed, project, prepared, capabilities, graphql, identify, documents, code }
}

/** Adds a capability to the service, which loads and closes it. */
type Install = <Installed extends Capability>(capability: Installed) => Installed

/** Opens the database, and what needs neither accounts nor code of the project. */
async function openEngine(
  project: DocumentProject,
  source: ProjectSource,
  { project: folder, development = false, logRequests = false, workers }: DocumentServiceOptions,
  closers: Closers,
): Promise<Service<WritableLayout> & Pick<DocumentTables, 'prepared'>> {
  const { registry, settings } = project
  const { loadedConfig } = settings
  const shared = shareOf(settings.config, workers)
  const telemetry = await openTelemetry(shared, development)
  const logger = openLogger({ ...logOptions(shared.log, logRequests), isShared: workers !== undefined })
  closers.add(() => logger.flush())
  const { database, prepared, planning } = await openDocumentTables(project)
  closers.add(() => database.close())
  const config = await withStoredProviders(database, loadedConfig, shared, (message) => logger.warn(message))
  const outbox = new OutboxSignal(database, config.database)
  closers.add(() => outbox.close())
  const report = (name: string, error: unknown) => logger.error(`A listener of the event ${name} failed`, { error })
  const events = new ContentEvents(report, createRecorder(config, outbox))
  return {
    folder,
    development,
    production: !development,
    // The roles of the database decide, so that no start is open to everybody.
    open: false,
    isCommand: false,
    loadFile: async (file) => (await source.code.load(file)).code,
    runWithoutHost,
    config,
    loadedConfig,
    registry,
    telemetry,
    logger,
    log: logFailures(logger),
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

/** Strapi 5 has no action for locales: they are written with their document. */
function grantableOf(registry: Service['registry']): GrantableActions {
  const actions = new GrantableActions()
  actions.add(allActions(registry, []).filter((action) => !action.endsWith('.createLocalization')))
  return actions
}

interface InstalledCapabilities extends Pick<OpenDocumentService, 'accounts' | 'uploads' | 'mails' | 'delivery'> {
  /** What code of the project uses. */
  readonly parts: Pick<AccountsCapability, 'accounts' | 'signIn'> & {
    readonly uploads: Uploads
    readonly runAction: ReturnType<typeof actionRunner>
  }
}

/** Opens the parts of the service that have folders of their own. A new one is a line here. */
async function installCapabilities(
  service: Service<WritableLayout>,
  project: DocumentProject,
  install: Install,
): Promise<InstalledCapabilities> {
  const { provider: mail, mails } = install(await installMail(service))
  const settings = { defaultLocale: service.planning.locales.default, strictRelations: project.strictRelations }
  const { users, files, others } = separated(pluginReads(service))
  install({ actions: others })
  // After mail, which confirms addresses and resets passwords.
  const {
    accounts,
    signIn,
    actions = {},
  } = install(
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
  const delivery = install(await installWebhooks(service))
  return { accounts, mails, delivery, uploads, parts: { accounts, signIn, uploads, runAction: actionRunner(actions) } }
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
