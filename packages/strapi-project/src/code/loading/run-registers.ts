import type { Registry } from '@content-api/model'
import type { Hooks } from '@content-api/core/entries/hooks/hook'
import { type Attempt, ExtensionError, MissingPart } from '@content-api/core/errors/extension-error'
import { type AccountExtension, extendAccounts, type RunAction } from '../plugins/account-extension.js'
import { ofPlugin } from '../plugins/project-plugin.js'
import type { FoundRoute, FoundRouter } from '../routes/core-routes.js'
import { routersOf, routesOfFile } from '../routes/project-route-input.js'
import { addHooks } from '../lifecycles/project-hooks.js'
import { noTypes, typesBefore, accountTypeHooks, warnOfExtension, type ProjectSource } from './load-model.js'
import type { ExtensionHost, ProjectHooks, Register, RouteInput } from '../project-types.js'
import { ProjectFault } from '@content-api/core/errors/project-fault'
import { placeInProject } from './code-location.js'

/** The extensions of a program, with the model. */
interface ProgramExtensions {
  /** The folder of the project. */
  readonly project: string | undefined
  readonly registry: Registry
  readonly register?: Register
  readonly hooks?: Readonly<Record<string, ProjectHooks>>
  readonly routes?: readonly RouteInput[]
}

interface RegisterTargets {
  readonly hooks: Hooks
  readonly strapi: ExtensionHost
  readonly found: FoundRoute[]
  readonly runAction: () => RunAction
  /** The built-in services of users-permissions by name. */
  readonly accountServices: Readonly<Record<string, unknown>>
  /** Receives the services, policies and middlewares that the project adds to users-permissions. */
  readonly onAccounts: (extension: AccountExtension) => void
  readonly attempt: Attempt
  readonly warn: (file: string, message: string) => void
}

interface Registered {
  readonly bootstrap: Register
  readonly routers: readonly FoundRouter[]
  /** The routes of files in their order. A router stands for the generated routes of its content type. */
  readonly ofFiles: readonly (FoundRoute | FoundRouter)[]
}

const ofAccountsPlugin = ({ policies, middlewares }: AccountExtension, { definition }: FoundRoute) =>
  ofPlugin('users-permissions', definition, policies, middlewares)

/** Reads the project's files and calls its `register`, then applies the extensions of the program. */
export async function runRegisters(
  source: ProjectSource | null,
  { project = '', registry, register, hooks: programHooks = {}, routes = [] }: ProgramExtensions,
  targets: RegisterTargets,
): Promise<Registered> {
  const { hooks, strapi, found, runAction, accountServices, onAccounts, attempt, warn } = targets
  const routers: FoundRouter[] = []
  const ofFiles: (FoundRoute | FoundRouter)[] = []
  const ofAccounts: FoundRoute[] = []
  const addHooksOf = (file: string, uid: string, named: unknown) =>
    addHooks(hooks, { registry, strapi, warn: (message) => warn(file, message) }, file, uid, named)
  const { code, found: plugins = [], extended = noTypes } = source ?? {}
  const typeHooks = [...extended.hooks]
  let accounts: AccountExtension | undefined
  for (const { plugin, file } of code?.pluginCode() ?? []) {
    if (plugin !== 'users-permissions') {
      // The loader of plugins applies those of the project's own plugins.
      if (!plugins.some(({ name }) => name === plugin)) warnOfExtension(plugin, file, extended, warn)
      continue
    }
    await attempt(
      async () => {
        const { code: change } = (await code?.load(file)) ?? {}
        const contentTypes = typesBefore(project, plugin)
        const parts = { strapi, runAction, services: accountServices, contentTypes, warn }
        const extension = await extendAccounts(file, change, parts)
        accounts = extension
        onAccounts(extension)
        ofAccounts.push(
          ...extension.routes.map((route) => ({ ...route, definition: ofAccountsPlugin(extension, route) })),
        )
        typeHooks.push(...accountTypeHooks({ project, file, extended, warn }, extension.contentTypes))
      },
      undefined,
      file,
    )
  }
  const fileHooks = ((await code?.hooks()) ?? []).map(({ uid, file, code: hooks }) => ({ uid, file, hooks }))
  for (const { uid, file, hooks: named } of [...typeHooks, ...fileHooks]) {
    await attempt(() => addHooksOf(file, uid, named), undefined, file)
  }
  for (const file of (await code?.files('routes')) ?? []) {
    await attempt(
      () => {
        const routes = routesOfFile(file, (message) => warn(file.file, message))
        routers.push(...routersOf(routes))
        ofFiles.push(...routes)
      },
      undefined,
      file.file,
    )
  }
  await attempt(() => accounts?.register?.({ strapi }), undefined)
  const lifecycle = await attempt(async () => code?.lifecycle(), undefined)
  await attempt(() => placed('register', () => lifecycle?.register?.({ strapi })), undefined, 'src/index')
  await register?.({ strapi })
  for (const [uid, named] of Object.entries(programHooks)) {
    const place = `hooks of ${uid}`
    // Strapi has no such hooks, so a mistake in them stops the start.
    const reject = (message: string) => {
      throw new ExtensionError(`${place}: ${message}`)
    }
    addHooks(hooks, { registry, strapi, warn: reject }, place, uid, named)
  }
  found.push(...routes.map((route) => ({ api: null, definition: route })))
  const bootstrap: Register = async (tools) => {
    await accounts?.bootstrap?.(tools)
    await lifecycle?.bootstrap?.(tools)
  }
  return { bootstrap, routers, ofFiles: [...ofFiles, ...ofAccounts] }
}

/** Runs `bootstrap`. A missing part of Strapi is only a warning: a bootstrap may do work that only Strapi needs. */
export async function runBootstrap(
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
    process.emitWarning(`The project's bootstrap ended early.${at} ${error.message}`)
  }
}

/**
 * Runs a function of `src/index`.
 * @throws ExtensionError of the function unchanged
 * @throws ProjectFault that names the function, with the position in the project's files in its stack
 */
async function placed(name: 'register' | 'bootstrap', work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof ExtensionError ? error : new ProjectFault(`${name} of src/index`, error)
  }
}
