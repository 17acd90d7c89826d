import type { WritableLayout } from '@content-api/engine/layout'
import { createIdentify } from '@content-api/capabilities/accounts/identify'
import { install as installMail, type MailCapability } from '@content-api/capabilities/mail/install'
import { install as installWebhooks, type WebhooksCapability } from '@content-api/capabilities/webhooks/install'
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
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'
import {
  type CodeAccess,
  createCodeAccess,
  createDocumentGraphql,
  installPluginReads,
} from '@content-api/strapi-documents/service/install-documents'
import { type DocumentTables, openDocumentTables } from '@content-api/strapi-documents/service/open-document-tables'
import {
  type DocumentProject,
  type DocumentProjectOptions,
  readDocumentProject,
} from '@content-api/strapi-documents/service/read-project'
import { checkActions } from '@content-api/capabilities/accounts/actions'
import { shareOf } from '@content-api/core/config/share'
import { ConfigError } from '@content-api/core/config/config-error'
import { actionsOf } from '@content-api/interfaces/rest/action-endpoints'
import { runWithoutHost } from '@content-api/strapi-project/code/host/current-host'
import { loadSource, type ProjectSource } from '@content-api/strapi-project/code/loading/load-model'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'
import { withState } from '@content-api/strapi-project/koa/context-request'
import { callerOfCode, hostCode, typesOf } from './host-code.js'
import { createPlayground } from '../http/playground-page.js'
import { documentExtension } from './graphql-extension.js'
import { identifyWith } from './identify-with.js'

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
  const installed = await installCapabilities(service, install)
  const access = createCodeAccess(service, { ...project, caller: callerOfCode })
  const code = await hostCode(service, access, { source, apiTokenSalt: project.settings.apiTokenSalt }, {})
  for (const { actions = {} } of capabilities) service.grantable.add(actionsOf(actions))
  service.grantable.add(code.actions)
  checkPermissions(service)
  const identify = identifyWith({
    identify: createIdentify(accountsOf(service, project)),
    ipv6Prefix: service.config.http.ipv6Prefix,
    withState: code.hasCode ? withState : null,
  })
  const graphql = createDocumentGraphql(service, project, {
    identify,
    createPlayground,
    operations: () => [],
    extension: () => documentExtension(code),
  })
  const { documents } = access
  return { ...service, ...installed, project, prepared, capabilities, graphql, identify, documents, code }
}

/** @throws ConfigError for actions in `permissions` that don't exist */
function checkPermissions({ config, grantable }: Service<WritableLayout>): void {
  // Strapi 5 has no action for locales: they are written with their document.
  const known = grantable.names.filter((action) => !action.endsWith('.createLocalization'))
  const mistakes = checkActions(config.permissions ?? {}, known)
  if (mistakes.length > 0) throw new ConfigError(mistakes.map((mistake) => ({ file: 'the configuration', ...mistake })))
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
  const config = shareOf(settings.config, workers)
  const telemetry = await openTelemetry(config, development)
  const logger = openLogger({ ...logOptions(config.log, logRequests), isShared: workers !== undefined })
  closers.add(() => logger.flush())
  const { database, prepared, planning } = await openDocumentTables(project)
  closers.add(() => database.close())
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
    grantable: new GrantableActions(),
  }
}

/** Opens the parts of the service that have folders of their own. A new one is a line here. */
async function installCapabilities(
  service: Service<WritableLayout>,
  install: Install,
): Promise<Pick<OpenDocumentService, 'mails' | 'delivery'>> {
  const { mails } = install(await installMail(service))
  install(installPluginReads(service))
  const delivery = install(await installWebhooks(service))
  return { mails, delivery }
}

/** Returns the accounts of Strapi. The roles of the configuration take precedence over those of the database. */
function accountsOf({ database, config }: Service<WritableLayout>, { settings }: DocumentProject) {
  const { jwtSecret, apiTokenSalt } = settings
  return createStrapiAccounts({
    database,
    version: 5,
    jwtSecret,
    apiTokenSalt,
    permissions: config.permissions,
    isAction: () => true,
    leavesUse: false,
  })
}
