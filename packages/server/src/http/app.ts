import express, { type Express, type RequestHandler } from 'express'
import type { Config } from '../config/schema.js'
import type { Logger } from '../log/logger.js'
import type { RestRequest, RestResponse } from '../rest/message.js'
import { commonHeaders } from './common-headers.js'
import { cors } from './cors.js'
import { iconPath, serveIcon } from './icon.js'
import { logRequests } from './log-requests.js'
import { nodeRequest } from './node-messages.js'
import { mountReferencePage, referencePath } from './reference-page.js'
import { requestIdOf } from './request-id.js'
import { sendResponse } from './send-response.js'
import { type ServedUploads, serveUploads } from './serve-uploads.js'

export interface AppOptions {
  readonly config: Config
  /** Never rejects. */
  readonly handle: (request: RestRequest) => Promise<RestResponse>
  /** With the pages that help whoever develops against the service. */
  readonly development?: boolean
  /** The folder of uploaded files; null where they are kept elsewhere. */
  readonly uploads?: ServedUploads | null
  /** Hears of each request. */
  readonly logger?: Logger | null
}

export type { Express }

/** The Express application; it can be mounted in another one. */
export function createApp({ config, handle, development = false, uploads = null, logger = null }: AppOptions): Express {
  const app = express()
  const common = commonHeaders(config)
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)
  // The handlers' answers have tags already, and files those of their own.
  app.disable('etag')
  if (logger?.tells('info')) app.use(logRequests(logger))
  const framed = withHeaders(common)
  app.options(/.*/, framed)
  // First, so that failures carry the headers too: a page can't read an error without them.
  app.use(cors(config.cors))
  if (development) {
    app.use(referencePath, framed)
    mountReferencePage(app)
  }
  app.use(iconPath, framed, serveIcon)
  if (uploads) app.use(uploads.path, framed, serveUploads(uploads))
  // One handler for everything behind it: the handlers know their own paths, and Express' matching costs as much as a query.
  app.use(async (request, response) => {
    const id = requestIdOf(request)
    const answer = await handle(nodeRequest(request, response, { id, bodyLimit: config.limits.body }))
    await sendResponse(request, response, answer, { common, requestId: id, compress: config.http.compression })
  })
  return app
}

/** For what Express answers itself: preflights, pages and files. */
function withHeaders(common: Readonly<Record<string, string>>): RequestHandler {
  return (request, response, next) => {
    response.set(common).setHeader('X-Request-Id', requestIdOf(request))
    next()
  }
}
