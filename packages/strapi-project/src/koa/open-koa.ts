import { randomBytes } from 'node:crypto'
import type Koa from 'koa'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'
import type { Config } from '@content-api/core/config/schema'
import type { HttpRequest, OriginsOf } from '@content-api/core/message/message'
import { runAs } from '../code/host/current-host.js'
import type { RegisteredProject } from '../code/register-project.js'
import type { createGlobalHandler, provideContext } from './global-handler.js'
import type { KoaApp } from './koa-app.js'
import type { createProjectHandler } from './project-handler.js'

export interface OpenKoaOptions {
  readonly project: RegisteredProject
  readonly config: Config
  /** The configuration before settings of the database. */
  readonly loadedConfig: LoadedConfig
}

/** Koa and the functions that need it. */
export interface KoaParts {
  readonly app: KoaApp
  readonly provideContext: typeof provideContext
  /** Null if the project has no routes and no middlewares for all requests. */
  readonly createProjectHandler: typeof createProjectHandler | null
  /** Returns the origins that a function of `config/middlewares` allows; null without one. */
  readonly originsOf: OriginsOf | null
  /** Null if no middleware of the project runs for all requests. */
  readonly createGlobalHandler: typeof createGlobalHandler | null
}

/**
 * Loads Koa for projects with code that requests meet. Returns null for others, because loading it takes a
 * fifth of their start. Call it when the project is open: hooks may be added until then.
 */
export async function openKoa({ project, config, loadedConfig }: OpenKoaOptions): Promise<KoaParts | null> {
  project.additions.close()
  const isGlobal = project.middlewares.some(({ isForAll }) => isForAll)
  const optionsOf = (name: string) => project.listed.findLast((each) => each.name === name)?.config ?? null
  const origin = loadedConfig.isChosen('cors.origins') ? null : optionsOf('strapi::cors')?.['origin']
  if (!project.runsCode() && typeof origin !== 'function') return null
  const [{ createKoaApp }, { createProjectHandler }, { createGlobalHandler, provideContext }] = await Promise.all([
    import('./koa-app.js'),
    import('./project-handler.js'),
    import('./global-handler.js'),
  ])
  const { limits, trustProxy } = config
  const app = createKoaApp({
    app: project.additions.usedApp as Koa | undefined,
    limits,
    trustProxy,
    keys: cookieKeys(project.strapi.config.get('server.app.keys')),
    entriesOf: project.entriesOf,
    session: optionsOf('strapi::session'),
    keepsText: optionsOf('strapi::body')?.['includeUnparsed'] === true,
  })
  return {
    app,
    provideContext,
    createProjectHandler: project.routes.length > 0 || isGlobal ? createProjectHandler : null,
    // Without permissions, pages of any origin could change the content.
    originsOf:
      typeof origin === 'function'
        ? originsBy(
            (request) => runAs(project.strapi, () => origin(app.contextOf(request)) as unknown),
            config.permissions !== undefined,
          )
        : null,
    createGlobalHandler: isGlobal ? createGlobalHandler : null,
  }
}

/**
 * Returns the keys that sign cookies: those of `config/server`, or else of `APP_KEYS`. Without keys, sessions
 * end with the process.
 */
function cookieKeys(ofServer: unknown): string[] {
  const own = Array.isArray(ofServer) ? ofServer.map(String) : process.env['APP_KEYS']?.split(',')
  const keys = own?.map((key) => key.trim()) ?? []
  const usable = keys.filter((key) => key !== '')
  return usable.length > 0 ? usable : [randomBytes(32).toString('base64url')]
}

/**
 * Returns the origins that the function `origin` of `strapi::cors` allows for a request.
 * @param originOf returns an origin, several with commas, or a list
 * @param allowsAny whether `*` applies
 */
function originsBy(originOf: (request: HttpRequest) => unknown, allowsAny: boolean): OriginsOf {
  return async (request) => {
    const result = await originOf(request)
    const named = Array.isArray(result) ? result : typeof result === 'string' ? result.split(',') : []
    // Bounded input: a list of the project.
    const origins = named.map((item) => String(item).trim().replace(/\/$/, ''))
    return allowsAny ? origins : origins.filter((item) => item !== '*')
  }
}
