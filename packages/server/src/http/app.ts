import express, { type Express } from 'express'
import type { Config } from '../config/schema.js'
import type { RestRequest, RestResponse } from '../rest/message.js'
import { cors } from './cors.js'
import { nodeRequest, sendResponse } from './node-messages.js'
import { mountReferencePage } from './reference-page.js'
import { type ServedUploads, serveUploads } from './serve-uploads.js'

export interface AppOptions {
  readonly config: Config
  /** Never rejects. */
  readonly handle: (request: RestRequest) => Promise<RestResponse>
  /** With the pages that help whoever develops against the service. */
  readonly development?: boolean
  /** The folder of uploaded files; null where they are kept elsewhere. */
  readonly uploads?: ServedUploads | null
}

export type { Express }

/** The Express application; it can be mounted in another one. */
export function createApp({ config, handle, development = false, uploads = null }: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)
  // Answers aren't cached by content: a tag would cost a hash of every body.
  app.disable('etag')
  // First, so that failures carry the headers too: a page can't read an error without them.
  app.use(cors(config.cors))
  if (development) mountReferencePage(app)
  if (uploads) app.use(uploads.path, serveUploads(uploads))
  // One handler for everything behind it: the handlers know their own paths, and Express' matching costs as much as a query.
  app.use(async (request, response) => {
    sendResponse(request, response, await handle(nodeRequest(request, response, config.limits.body)))
  })
  return app
}
