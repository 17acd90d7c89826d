import type { KoaApp } from './koa/koa-app.js'
import type { createProjectHandler } from './koa/project-handler.js'
import type { Parts } from './open-parts.js'

/** Koa and the functions that need it. */
export interface KoaParts {
  readonly app: KoaApp
  readonly createProjectHandler: typeof createProjectHandler
}

/**
 * Loads Koa for projects with code that requests meet. Returns null for others, because loading it takes a
 * fifth of their start. Call it when the project is open: hooks may be added until then.
 */
export async function openKoa({ project, config }: Parts): Promise<KoaParts | null> {
  if (project.routes.length === 0) return null
  const [{ createKoaApp }, { createProjectHandler }] = await Promise.all([
    import('./koa/koa-app.js'),
    import('./koa/project-handler.js'),
  ])
  const { limits, trustProxy } = config
  const app = createKoaApp({ limits, trustProxy, keys: [], entriesOf: project.entriesOf })
  return { app, createProjectHandler }
}
