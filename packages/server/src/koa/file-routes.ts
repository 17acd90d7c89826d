import type { HttpRequest } from '../message/message.js'
import type { KoaContext } from './koa-app.js'

const passOn = (_context: unknown, next: () => Promise<void>) => next()

const info = { type: 'api' }
const config = { auth: false }

/** The routes that Strapi 4.26 adds for files, in the order in which they match. */
const fileRoutes = [
  { pattern: /^\/uploads\/(.*)$/, path: '/uploads/(.*)', handler: [passOn, passOn], isPublic: false },
  { pattern: /^\/$/, path: '/', handler: passOn, isPublic: true },
  // Also the route of requests that no other route serves.
  { pattern: /^\/((?!uploads\/).+)$/, path: '/((?!uploads/).+)', handler: passOn, isPublic: true },
]

/** Sets what code reads about the route of a GET or HEAD request that no other route serves, as in Strapi 4.26. */
export function setFileRoute(context: KoaContext, { method, path }: HttpRequest, hasPublicFiles: boolean): void {
  if (method !== 'GET' && method !== 'HEAD') return
  for (const { pattern, path: routePath, handler, isPublic } of fileRoutes) {
    const found = isPublic && !hasPublicFiles ? null : pattern.exec(path)
    if (!found) continue
    context.state['route'] = { method: 'GET', path: routePath, handler, config: { ...config }, info: { ...info } }
    const params = found[1] === undefined ? {} : { 0: found[1] }
    Object.assign(context, { params })
    context.request['params'] = params
    return
  }
}
