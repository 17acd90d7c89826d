import { resolve } from 'node:path'
import type { Registry, ContentType } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Values } from '@content-api/engine/plan'
import { allActions } from '@content-api/capabilities/accounts/actions'
import type { ProviderSignIn } from '@content-api/capabilities/accounts/providers/sign-in-flow'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import { type Logger, logOptions, openLogger } from '@content-api/core/log/logger'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import { type ApiMethods, Services, anyMethods, readMethods, withCoreControllers } from './routes/api-methods.js'
import { aroundHooks } from './lifecycles/around-hooks.js'
import { addHooks } from './lifecycles/project-hooks.js'
import { checkSources } from './checks/check-sources.js'
import type { Finding } from './checks/finding.js'
import { ProjectFindings } from './checks/project-findings.js'
import { type ProjectSource, loadSource } from './loading/load-model.js'
import { PluginLoader } from './plugins/load-plugins.js'
import { type ProjectPlugin, serviceOfPlugin, withPlugins } from './plugins/project-plugin.js'
import { type Attempt, type OnMistake, attempting } from '@content-api/core/errors/extension-error'
import { locating, placeInProject } from './loading/code-location.js'
import { addConfiguredTasks, type CronService } from './host/cron-service.js'
import type { CreateGeneration } from './generations/generation.js'
import { strapi4 } from './generations/strapi-4.js'
import { type CoreRoutes, type FoundRoute, type FoundRouter, coreRoutes, inOrder } from './routes/core-routes.js'
import type { EntityService } from './entity-service/entity-service.js'
import { isGlobalProvided, runAs } from './host/current-host.js'
import type {
  ExtensionHost,
  ExtensionInput,
  Register,
  MiddlewareFactory,
  Policy,
  ProjectHooks,
  ResolverMiddleware,
  RouteInput,
  RouteMiddleware,
  RoutePolicy,
} from './project-types.js'
import {
  globalMiddlewares,
  listedMiddlewares,
  type ListedMiddleware,
  type GlobalMiddleware,
} from './routes/global-middlewares.js'
import { ServerAdditions } from './host/host-server.js'
import { resolveLateRoutes, withTransformer } from './routes/transformed-routes.js'
import { openHost } from './host/open-host.js'
import { type ApiFile, findNothing, withRegistered } from './loading/project-code.js'
import { runRegisters, runBootstrap } from './loading/run-registers.js'
import { providersRegistry } from './plugins/providers-registry.js'
import { builtInControllers } from './plugins/account-extension.js'
import { addToAccounts, LateParts, pluginServices, type ServiceParts, withServices } from './plugins/plugin-services.js'
import { actionsOf, reachableRoutes, resolveRoutes, type ProjectRoute } from './routes/project-routes.js'
import { withRateLimit } from './plugins/account-plugin.js'
import { createShadowSwitches, type ShadowSwitches } from './plugins/shadow-crud.js'
import type { RegisteredParts, FindRegistered } from './routes/policies-and-middlewares.js'

type RouteMiddlewareFactory = (
  options: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => RouteMiddleware

/** The extensions of a program that creates a service, in addition to the files of its project. */
export interface ExtensionOptions {
  /** Called after the `register` of the project's `src/index`. */
  readonly register?: Register
  /** Lifecycle hooks by the uid of their content type. */
  readonly hooks?: Readonly<Record<string, ProjectHooks>>
  /** Routes in addition to the generated ones. */
  readonly routes?: readonly RouteInput[]
  /** Policies by name, for `resolversConfig` and routes. They take precedence over files. */
  readonly policies?: Readonly<Record<string, Policy | RoutePolicy>>
  /** Factories of middlewares for resolvers and routes, by name. They take precedence over files. */
  readonly middlewares?: Readonly<Record<string, MiddlewareFactory | ResolverMiddleware | RouteMiddlewareFactory>>
}

export interface RegisterOptions extends ExtensionOptions {
  readonly project: string | undefined
  /** The code of the project, if it has been loaded to find content types of plugins. */
  readonly source?: ProjectSource | undefined
  readonly registry: Registry
  /** Without content the code is only checked: `bootstrap` doesn't run, and there is no entityService. */
  readonly content?: ProjectContent
  /** What the code reads and writes content with. By default, the rules of Strapi 4, without content. */
  readonly generation?: CreateGeneration
  readonly config: Config
  /** Receives each mistake, and the others go on. Without it, the first mistake is thrown. */
  readonly onMistake?: OnMistake | undefined
  readonly logger?: Logger
}

/** A project whose code is loaded and registered. */
export interface RegisteredProject {
  readonly strapi: ExtensionHost
  /** The extensions of its GraphQL schema. */
  readonly extensions: readonly ExtensionInput[]
  readonly shadow: ShadowSwitches
  readonly find: FindRegistered
  /** The active routes: the project's own, and generated ones that run project code. */
  readonly routes: readonly ProjectRoute[]
  /** All routes in the order in which they match requests, including generated ones without project code. */
  readonly orderedRoutes: readonly ProjectRoute[]
  /** The middlewares of `config/middlewares` and `strapi.server.use()` in their order. */
  readonly middlewares: readonly GlobalMiddleware[]
  readonly additions: ServerAdditions
  /** The list of `config/middlewares`, with the options of each item. */
  readonly listed: readonly ListedMiddleware[]
  /** Returns the content types with hooks of reads. */
  readonly readHooked: () => readonly ContentType[]
  /** The names of the project's plugins. */
  readonly plugins: readonly string[]
  /** Actions without a generated route. */
  readonly removedActions: ReadonlySet<string>
  /** Missing parts of Strapi in code that may never run. */
  readonly findings: readonly Finding[]
  /** Reports a part of the project that has no effect. The place is a file, with or without a line. */
  readonly warn: (place: string, message: string) => void
  /** Every action that can be granted, including those of its routes. */
  readonly actions: readonly string[]
  /** Returns the entity service with the permissions of a caller. */
  readonly entriesOf: (caller: Caller) => EntityService
  /** Whether there is code of the project or the program, which may use `strapi` at any time. */
  readonly hasCode: boolean
  /** Whether requests may run code of the project: hooks, extensions of GraphQL, routes or global middlewares. */
  readonly runsCode: () => boolean
  /** The tasks of `config/server` and of the code. They run when they are started. */
  readonly cron: CronService
  /**
   * Runs the project's `bootstrap`. Call it when the service is open. A missing part of Strapi is only a
   * warning.
   * @throws ExtensionError, ProjectFault for any other error of `bootstrap`
   */
  bootstrap(): Promise<void>
}

/** The content that project code reads and writes, and the parts that it may use from `bootstrap` on. */
export interface ProjectContent extends HookScope, ServiceParts {
  readonly database: Database<WritableLayout>
  /** Sign-in with providers, to which code may add some. */
  readonly signIn: ProviderSignIn
}

/**
 * @throws ExtensionError for a mistake in the code of a project or a program, with its file
 * @throws ProjectFault for any other error of the project's `register`
 */
export function registerProject(options: RegisterOptions): Promise<RegisteredProject> {
  const { project } = options
  return locating(project === undefined ? undefined : resolve(project), () => register(options))
}

/** The phases of a registration. Each returns what the later ones need. */
async function register(options: RegisterOptions): Promise<RegisteredProject> {
  const { project, config, onMistake } = options
  const { logger = openLogger(logOptions(config.log, false)) } = options
  const source = project === undefined ? null : (options.source ?? (await loadSource(project)))
  const findings = new ProjectFindings({ project, allowed: config.doctor.allow })
  const registration: Registration = {
    options,
    source,
    logger,
    findings,
    attempt: attempting(onMistake),
    ownConfig: (await source?.code.config()) ?? {},
    added: partsOfCode(options, source, logger),
  }
  const host = openStrapi(registration)
  const { listed, ...code } = await runCode(registration, host)
  if (project !== undefined) {
    // After the project's code has added its own parts.
    const plugins = pluginNames(source)
    findings.all.unshift(...checkSources(project, { strapi: host.strapi, allowed: config.doctor.allow, plugins }))
  }
  // The findings of the start are printed before `bootstrap` runs.
  if (!onMistake) findings.printLater()
  host.service.open()
  return registeredProject(registration, host, code, listed)
}

/** What all phases of a registration use. */
interface Registration {
  readonly options: RegisterOptions
  /** Null for a program without a project. */
  readonly source: ProjectSource | null
  readonly logger: Logger
  readonly findings: ProjectFindings
  readonly attempt: Attempt
  /** The values of the project's own files in `config/`, by file name. */
  readonly ownConfig: Values
  readonly added: ReturnType<typeof partsOfCode>
}

const pluginNames = (source: ProjectSource | null) => (source?.found ?? []).map(({ name }) => name)

/** Returns the empty lists to which code adds its parts, and how they are found. */
function partsOfCode(options: RegisterOptions, source: ProjectSource | null, logger: Logger) {
  const { registry, config, content, policies = {}, middlewares = {} } = options
  const hooks = content?.hooks ?? createHooks()
  const report = (name: string, error: unknown) => logger.error(`A listener of the event ${name} failed`, { error })
  const events = content?.events ?? new ContentEvents(report)
  const extensions: ExtensionInput[] = []
  const plugins = new Map<string, ProjectPlugin>()
  const registered: RegisteredParts = { policies: { ...policies }, middlewares: withRateLimit(middlewares) }
  return {
    shadow: createShadowSwitches(registry),
    extensions,
    additions: new ServerAdditions(),
    hooks,
    events,
    around: aroundHooks({ hooks, events, hookMilliseconds: config.limits.hookMilliseconds }),
    services: new Services(),
    controllers: new Map<string, Values>(),
    plugins,
    registered,
    find: withRegistered(registered, withPlugins(plugins, source?.code.find ?? findNothing)),
  }
}

type OpenedStrapi = ReturnType<typeof openStrapi>

/** Creates the object `strapi`, and what gives generated code its parts. */
function openStrapi({ options, logger, findings, ownConfig, added }: Registration) {
  const { project, registry, config, content } = options
  const { plugins: ownPlugins, services, around } = added
  const service = new LateParts(content)
  const signInProviders = providersRegistry({
    config,
    signIn: content?.signIn,
    host: () => strapi,
    project,
    warn: (message) => findings.warn('src/index', message),
  })
  const runAction = () => service.get('runAction', 'The actions of users-permissions')
  const accountControllers = builtInControllers(runAction)
  const ofPlugin = (uid: string) => serviceOfPlugin(ownPlugins, uid)
  const generation = (options.generation ?? strapi4())({
    project,
    registry,
    config,
    around,
    logger,
    accounts: () => service.get('accounts', 'Permissions'),
    uploads: () => service.get('uploads', 'Files'),
    serviceOf: (uid) => services.get(uid) ?? ofPlugin(uid),
    replaces: (uid, name) => services.replaces(uid, name) || Object.hasOwn(ofPlugin(uid), name),
  })
  const plugins = withServices(
    pluginServices(service.get, () => strapi.entityService, config, signInProviders.service),
    generation.services,
  )
  const strapi = openHost({
    ...added,
    project,
    registry,
    config,
    generation,
    content,
    plugins,
    accountControllers,
    signInProviders,
    logger,
    ownConfig,
    projectPlugin: (name) => ownPlugins.get(name),
    warn: (message) =>
      findings.warn((project && placeInProject(resolve(project), new Error(message))) ?? 'src/index', message),
  })
  return { strapi, generation, service, plugins, runAction, accountControllers }
}

/** Loads the code of the project and calls its `register`. */
async function runCode(registration: Registration, host: OpenedStrapi) {
  const { options, source, findings, attempt, ownConfig, added } = registration
  const { strapi, generation, plugins, runAction, accountControllers } = host
  const { services, registered, additions, hooks } = added
  const { warn } = findings
  const listed = await attempt(() => listedMiddlewares(ownConfig['middlewares']), [], 'config/middlewares')
  const loader = source && pluginLoader(registration, host, source)
  return runAs(strapi, async () => {
    await source?.code.loadAll(options.onMistake && { attempt, warn })
    services.add(await filesOf(source, 'services'), strapi, options.registry, generation)
    await loader?.load()
    await loader?.run('register')
    const found = await runRegisters(source, options, {
      hooks,
      strapi,
      found: additions.found,
      runAction,
      accountServices: { ...plugins['users-permissions'] },
      onAccounts: (extension) =>
        addToAccounts(extension, { strapi, plugins, controllers: accountControllers, registered }),
      attempt,
      warn,
    })
    // Mistakes in services that nothing has used yet are reported now.
    for (const uid of services.keys()) await attempt(() => services.get(uid), undefined, services.fileOf(uid))
    const generated = await addControllers(registration, host, found.routers, loader)
    const routes = await routesOf(registration, host, [...additions.found, ...found.ofFiles], generated, loader)
    const globals = source ? await globalsOf(registration, host, listed, source) : []
    return { listed, loader, bootstrap: found.bootstrap, routes, removed: generated.removed, globals }
  })
}

function pluginLoader({ options, findings, added }: Registration, host: OpenedStrapi, source: ProjectSource) {
  const { registry, project = '' } = options
  const { strapi, generation } = host
  return new PluginLoader(added.plugins, {
    project,
    source,
    extensions: added.extensions,
    strapi,
    registry,
    generation,
    addHooks: (file, uid, named) =>
      addHooks(added.hooks, { registry, strapi, warn: (message) => findings.warn(file, message) }, file, uid, named),
    warn: findings.warn,
  })
}

const standInOf = (file: Omit<ApiFile, 'code'>): ApiFile => ({ ...file, code: anyMethods() })

/** Returns the files of a part. Those that can't be loaded have stand-ins when mistakes are collected. */
async function filesOf(source: ProjectSource | null, part: 'controllers' | 'services'): Promise<readonly ApiFile[]> {
  if (!source) return []
  const broken = await source.code.brokenFiles(part)
  return [...(await source.code.files(part)), ...broken.map(standInOf)]
}

/** Adds the controllers of the project and its plugins. Returns the generated routes that run them. */
async function addControllers(
  { options: { registry }, source, attempt, added }: Registration,
  { strapi, generation }: OpenedStrapi,
  routers: readonly FoundRouter[],
  loader: PluginLoader | null,
): Promise<CoreRoutes> {
  const read = (await filesOf(source, 'controllers')).map((file) =>
    attempt(() => readMethods([file], registry, strapi), readMethods([standInOf(file)], registry, strapi), file.file),
  )
  const own: ApiMethods = new Map((await Promise.all(read)).flatMap((found) => [...found]))
  const scope = { registry, generation, needsRouter: (api: string) => source?.code.needsRouter(api) ?? false }
  const valid: FoundRouter[] = []
  for (const router of routers) {
    if (await attempt(() => Boolean(coreRoutes([router], own, scope)), false, router.file)) valid.push(router)
  }
  const nothing: CoreRoutes = { found: new Map(), removed: new Set() }
  const generated = await attempt(() => coreRoutes(valid, own, scope), nothing)
  for (const [uid, methods] of [...withCoreControllers(own, registry, generation), ...(loader?.controllers() ?? [])]) {
    added.controllers.set(uid, methods)
  }
  return generated
}

/** Returns what routes are resolved with. */
const routeScope = ({ options, findings, attempt, added }: Registration, { strapi }: OpenedStrapi) => {
  const { find, controllers } = added
  return { registry: options.registry, strapi, find, controllers, attempt, warn: findings.warn }
}

async function routesOf(
  registration: Registration,
  host: OpenedStrapi,
  found: readonly (FoundRoute | FoundRouter)[],
  generated: CoreRoutes,
  loader: PluginLoader | null,
): Promise<ProjectRoute[]> {
  const { registry, config } = registration.options
  const scope = routeScope(registration, host)
  const ofPlugins = await loader?.routes((route) =>
    resolveRoutes([route], { ...scope, attempt: attempting(undefined) }),
  )
  const own = withTransformer(inOrder(found, generated.found), config.api.rest.transformer, registry)
  return resolveRoutes([...own, ...(ofPlugins ?? [])], scope)
}

function globalsOf(
  { options: { project = '' }, findings, attempt, added }: Registration,
  { strapi }: OpenedStrapi,
  listed: readonly ListedMiddleware[],
  { code }: ProjectSource,
): Promise<readonly GlobalMiddleware[]> {
  return globalMiddlewares(listed, {
    project: resolve(project),
    strapi,
    find: added.find,
    attempt,
    load: async (file) => (await code.load(file)).code,
    isPlugin: (name) => added.plugins.has(name),
    warn: findings.warn,
  })
}

/** Closes what only `register` may change, and returns the project. */
function registeredProject(
  registration: Registration,
  host: OpenedStrapi,
  { loader, bootstrap, routes, removed, globals }: Omit<Awaited<ReturnType<typeof runCode>>, 'listed'>,
  listed: readonly ListedMiddleware[],
): RegisteredProject {
  const { options, source, findings, added } = registration
  const { project, registry, config, content } = options
  const { shadow, extensions, additions, hooks, around, find } = added
  const { strapi, generation } = host
  const { found } = additions
  const activeRoutes = () => reachableRoutes(routes).filter(({ core }) => core === null || core.isActive())
  found.length = 0
  additions.beginBootstrap()
  const actions = allActions(registry, actionsOf(routes))
  if (!config.graphql.config.shadowCRUD) {
    for (const { uid } of registry.contentTypes.values()) if (uid.startsWith('api::')) shadow.shadowCRUD(uid).disable()
  }
  shadow.seal()
  addConfiguredTasks(strapi)
  return {
    strapi,
    cron: strapi.cron,
    findings: findings.all,
    warn: findings.warn,
    extensions,
    shadow,
    find,
    get routes() {
      return activeRoutes()
    },
    plugins: pluginNames(source),
    orderedRoutes: routes,
    get middlewares() {
      return additions.around(globals)
    },
    additions,
    listed,
    readHooked: () =>
      [...registry.contentTypes.values()].filter((type) => around.has(type, 'FindMany', 'FindOne', 'Count')),
    removedActions: removed,
    hasCode:
      isGlobalProvided() ||
      (['register', 'hooks', 'routes', 'policies', 'middlewares'] as const).some((part) => options[part]),
    runsCode: () =>
      activeRoutes().length > 0 ||
      extensions.length > 0 ||
      hooks.exist ||
      additions.around(globals).some(({ isForAll }) => isForAll),
    actions,
    entriesOf: (caller) => generation.entriesOf(caller),
    async bootstrap() {
      const run = async () =>
        runAs(strapi, async () => {
          await loader?.run('bootstrap')
          await runBootstrap(bootstrap, strapi, project)
          routes.push(...(await resolveLateRoutes(found.splice(0), routeScope(registration, host), actions)))
        })
      if (content) await locating(project, run)
    },
  }
}
