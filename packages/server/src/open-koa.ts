import { randomBytes } from 'node:crypto'
import type { createGlobalHandler } from './koa/global-handler.js'
import type { KoaApp } from './koa/koa-app.js'
import type { RequestContexts } from './koa/request-contexts.js'
import type { createProjectHandler } from './koa/project-handler.js'
import type { Parts } from './open-parts.js'

/** Koa and the functions that need it. */
export interface KoaParts {
  readonly app: KoaApp
  readonly contexts: RequestContexts
  /** Null if the project has no routes. */
  readonly createProjectHandler: typeof createProjectHandler | null
  /** Null if no middleware of the project runs for all requests. */
  readonly createGlobalHandler: typeof createGlobalHandler | null
}

/**
 * Loads Koa for projects with code that requests meet. Returns null for others, because loading it takes a
 * fifth of their start. Call it when the project is open: hooks may be added until then.
 */
export async function openKoa({ project, config }: Parts): Promise<KoaParts | null> {
  const isGlobal = project.middlewares.some(({ isForAll }) => isForAll)
  if (!project.runsCode()) return null
  const [{ createKoaApp }, { createProjectHandler }, { createGlobalHandler }, contexts] = await Promise.all([
    import('./koa/koa-app.js'),
    import('./koa/project-handler.js'),
    import('./koa/global-handler.js'),
    import('./koa/request-contexts.js'),
  ])
  const { limits, trustProxy } = config
  const optionsOf = (name: string) => project.listed.find((each) => each.name === name)?.config ?? null
  const app = createKoaApp({
    limits,
    trustProxy,
    keys: cookieKeys(),
    entriesOf: project.entriesOf,
    session: optionsOf('strapi::session'),
    keepsText: optionsOf('strapi::body')?.['includeUnparsed'] === true,
  })
  return {
    app,
    contexts: contexts.createRequestContexts(app),
    createProjectHandler: project.routes.length > 0 ? createProjectHandler : null,
    createGlobalHandler: isGlobal ? createGlobalHandler : null,
  }
}

/** Returns the keys that sign cookies. Without `APP_KEYS`, sessions end with the process. */
function cookieKeys(): string[] {
  const keys = process.env['APP_KEYS']?.split(',').map((key) => key.trim()) ?? []
  const usable = keys.filter((key) => key !== '')
  return usable.length > 0 ? usable : [randomBytes(32).toString('base64url')]
}
