import { resolve } from 'node:path'
import type { ContentType, Registry } from '@content-api/model'
import { allActions } from '../auth/actions.js'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import { type Hooks, createHooks } from '../entries/hooks/hook.js'
import type { HookScope } from '../entries/hooks/run-hooks.js'
import { provideDotEnv } from '../config/dot-env.js'
import { planningOf } from '../query/planning.js'
import { ProjectFault } from '../errors/project-fault.js'
import { extendAccounts, type RunAction } from './account-extension.js'
import { type ApiMethods, readMethods, withCoreControllers, withCoreServices } from './api-methods.js'
import { aroundHooks } from './around-hooks.js'
import { checkSources } from './check-sources.js'
import { type Finding, refuseFindings } from './finding.js'
import { locating, placeInProject } from './code-location.js'
import { contentSanitizers } from './content-sanitize.js'
import type { CoreScope } from './core-controller.js'
import { coreRoutes, type FoundRouter } from './core-routes.js'
import { hookedEntityService } from './hooked-reads.js'
import { CoreRouter } from './provided-modules.js'
import { provideGlobal, runAs } from './current-host.js'
import type { EntityService } from './entity-service.js'
import { ExtensionError, MissingPart } from './extension-error.js'
import type {
  ExtensionHost,
  Register,
  ExtensionInput,
  MiddlewareFactory,
  Policy,
  ProjectHooks,
  RouteInput,
  RouteMiddleware,
  RoutePolicy,
} from './project-types.js'
import { bind, checkHooks, checkReadHooks, checkType } from './hook-input.js'
import { type BuilderParts, openHost } from './open-host.js'
import { type ProjectCode, findNothing, projectCode, withRegistered } from './project-code.js'
import { type FoundRoute, type ProjectRoute, actionsOf, resolveRoutes, routesOfFile } from './project-routes.js'
import { type ConnectedParts, pluginServices } from './plugin-services.js'
import type { Database } from '../storage/database.js'
import type { FindRegistered } from './registered.js'
import { type ShadowSwitches, createShadowSwitches } from './shadow-crud.js'

type RouteMiddlewareFactory = (
  options: Readonly<Record<string, unknown>>,
  tools: { readonly strapi: ExtensionHost },
) => RouteMiddleware

/** How a program extends a service, beside the files of its project. */
export interface ExtensionOptions {
  /** Called after the `register` of the project's `src/index`. */
  readonly register?: Register
  /** Lifecycle hooks, by the uid of their content type. */
  readonly hooks?: Readonly<Record<string, ProjectHooks>>
  /** Routes beside the generated ones. */
  readonly routes?: readonly RouteInput[]
  /** Policies by the names that `resolversConfig` and routes refer to them by; they win over files. */
  readonly policies?: Readonly<Record<string, Policy | RoutePolicy>>
  /** Makers of middlewares, of resolvers and of routes, by name; they win over files. */
  readonly middlewares?: Readonly<Record<string, MiddlewareFactory | RouteMiddlewareFactory>>
}

export interface RegisterOptions extends ExtensionOptions {
  readonly project: string | undefined
  readonly registry: Registry
  /** Without content the code is only looked at: nothing is bootstrapped, and there is no entityService. */
  readonly content?: ProjectContent
  readonly config: Config
  /** Makes the service `builders` of GraphQL. */
  readonly builders: (parts: BuilderParts) => object
}

/** What code of a project reads and writes. */
export interface ProjectContent extends HookScope {
  readonly entries: Entries
  readonly database: Database
}

/** A project whose code has said what it adds. */
export interface RegisteredProject {
  readonly strapi: ExtensionHost
  /** What its GraphQL schema is extended by. */
  readonly extensions: readonly ExtensionInput[]
  readonly shadow: ShadowSwitches
  readonly find: FindRegistered
  /** Those that serve: of the generated ones that it stands in front of, what has a reason to. */
  readonly routes: readonly ProjectRoute[]
  /** The content types whose reads have hooks around them. */
  readonly readHooked: () => readonly ContentType[]
  /** Actions that the generated routes don't serve. */
  readonly removedActions: ReadonlySet<string>
  /** What its code uses that there isn't here, where it may never be reached. */
  readonly findings: readonly Finding[]
  /** Every action that can be granted, those of its routes included. */
  readonly actions: readonly string[]
  /** Content, with the permissions of a caller. */
  readonly entriesOf: (caller: Caller) => EntityService
  /** Gives the services of plugins what they work with. */
  connect(parts: Partial<ConnectedParts>): void
  /** To be called when the service is open. @throws whatever the project's bootstrap does */
  bootstrap(): Promise<void>
}

/** @throws ExtensionError for whatever in the code of a project or a program doesn't fit, with its file */
export function registerProject(options: RegisterOptions): Promise<RegisteredProject> {
  const { project } = options
  return locating(project === undefined ? undefined : resolve(project), () => register(options))
}

async function register(options: RegisterOptions): Promise<RegisteredProject> {
  const { project, registry, config, content, builders, policies = {}, middlewares = {} } = options
  const findings = project === undefined ? [] : checkSources(project, config.doctor.allow)
  refuseFindings(findings)
  const code = project === undefined ? undefined : projectCode(project)
  if (code?.exists) provideGlobal()
  if (project !== undefined) provideDotEnv(project)
  const shadow = createShadowSwitches(registry)
  const extensions: ExtensionInput[] = []
  const found: FoundRoute[] = []
  const hooks = content?.hooks ?? createHooks()
  const around = aroundHooks({ hooks, hookMilliseconds: config.limits.hookMilliseconds })
  const planning = planningOf(config)
  const sanitizers = contentSanitizers(registry, planning)
  let connected: Partial<ConnectedParts> = {}
  const plugins = pluginServices(
    () => connected,
    () => strapi.entityService,
    config,
  )
  const runAction = () => {
    if (connected.runAction) return connected.runAction
    throw new ExtensionError('The actions of users-permissions are there when the service is open.')
  }
  let services: ApiMethods = new Map()
  let controllers: ApiMethods = new Map()
  const ownConfig = (await code?.config()) ?? {}
  const parts = {
    project,
    registry,
    config,
    shadow,
    extensions,
    found,
    hooks,
    around,
    sanitizers,
    content,
    builders,
    plugins,
  }
  const strapi: ExtensionHost = openHost({
    ...parts,
    ownConfig,
    services: () => services,
    controllers: () => controllers,
  })
  const find = withRegistered({ policies, middlewares }, code?.find ?? findNothing)
  const methods = async (part: 'controllers' | 'services') =>
    readMethods((await code?.files(part)) ?? [], registry, strapi)
  const { bootstrap, routes, removed } = await runAs(strapi, async () => {
    const ownServices = await methods('services')
    services = withCoreServices(ownServices, registry, () => strapi.entityService)
    const { bootstrap, routers } = await runRegisters(code, options, { hooks, strapi, found, runAction })
    const core: CoreScope = {
      registry,
      planning,
      sanitizers,
      hooks: around,
      entries: content?.entries,
      serviceOf: (uid) => services.get(uid) ?? {},
      replaces: (uid, name) => Object.hasOwn(ownServices.get(uid) ?? {}, name),
    }
    const ownControllers = await methods('controllers')
    const generated = coreRoutes(routers, ownControllers, core)
    controllers = withCoreControllers(ownControllers, core)
    const all = [...found, ...generated.found]
    return {
      bootstrap,
      routes: await resolveRoutes(all, { registry, strapi, find, controllers }),
      removed: generated.removed,
    }
  })
  found.length = 0
  Object.freeze(found)
  if (!config.graphql.config.shadowCRUD) {
    for (const { uid } of registry.contentTypes.values()) if (uid.startsWith('api::')) shadow.shadowCRUD(uid).disable()
  }
  shadow.seal()
  return {
    strapi,
    findings,
    extensions,
    shadow,
    find,
    get routes() {
      return routes.filter(({ core }) => core === null || core.isActive())
    },
    readHooked: () =>
      [...registry.contentTypes.values()].filter((type) => around.has(type, 'FindMany', 'FindOne', 'Count')),
    removedActions: removed,
    actions: allActions(registry, actionsOf(routes)),
    entriesOf(caller) {
      if (!content) throw new Error('There is no content: the project is only looked at.')
      return hookedEntityService(registry, content.entries, around, caller)
    },
    connect(given) {
      connected = { ...connected, ...given }
    },
    async bootstrap() {
      const run = async () => runAs(strapi, () => runBootstrap(bootstrap, strapi, project))
      if (content) await locating(project, run)
    },
  }
}

interface Takers {
  readonly hooks: Hooks
  readonly strapi: ExtensionHost
  readonly found: FoundRoute[]
  readonly runAction: () => RunAction
}

interface Registered {
  readonly bootstrap: Register | undefined
  readonly routers: readonly FoundRouter[]
}

/** Reads the project's files and calls its `register`, then what the program gave. */
async function runRegisters(
  code: ProjectCode | undefined,
  { registry, register, hooks: given = {}, routes = [] }: RegisterOptions,
  { hooks, strapi, found, runAction }: Takers,
): Promise<Registered> {
  const routers: FoundRouter[] = []
  const addHooks = (place: string, uid: string, named: unknown) => {
    checkType(registry, uid)
    const checked = checkHooks(place, named)
    checkReadHooks(place, uid, checked)
    hooks.add([uid], bind(strapi, checked))
  }
  for (const { plugin, file } of code?.pluginCode() ?? []) {
    if (plugin !== 'users-permissions') {
      throw new ExtensionError(
        `${file} changes a plugin of Strapi 4, which has no effect here: use lifecycle hooks, permissions or a route of your own.`,
      )
    }
    found.push(...(await extendAccounts(file, (await code?.load(file))?.code, runAction)))
  }
  for (const { uid, file, code: named } of (await code?.hooks()) ?? []) addHooks(file, uid, named)
  for (const file of (await code?.routes()) ?? []) {
    if (file.code instanceof CoreRouter) routers.push({ file: file.file, router: file.code })
    else found.push(...routesOfFile(file))
  }
  const lifecycle = await code?.lifecycle()
  await placed('register', () => lifecycle?.register?.({ strapi }))
  await register?.({ strapi })
  for (const [uid, named] of Object.entries(given)) addHooks(`hooks of ${uid}`, uid, named)
  found.push(...routes.map((route) => ({ api: null, given: route })))
  return { bootstrap: lifecycle?.bootstrap, routers }
}

/** What a bootstrap does beside extending the service, such as seeding, may be for the service it was written for. */
async function runBootstrap(
  bootstrap: Register | undefined,
  strapi: ExtensionHost,
  project: string | undefined,
): Promise<void> {
  try {
    await placed('bootstrap', () => bootstrap?.({ strapi }))
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error
    const place = project === undefined ? null : placeInProject(project, error)
    const at = place === null ? '' : ` ${place}:`
    process.emitWarning(`The project's bootstrap was not run to its end.${at} ${error.message}`)
  }
}

/** Runs a function of `src/index`. @throws ProjectFault that says which, with the way through the project's files */
async function placed(name: 'register' | 'bootstrap', work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ExtensionError ? error : new ProjectFault(`${name} of src/index`, error)
  }
}
