import type { RequestListener } from 'node:http'
import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import type { Config } from '../config/schema.js'
import { ApiError } from '../errors/api-error.js'
import type { Logger } from '../log/logger.js'
import { type HttpRequest, type HttpResponse, jsonType } from '../message/message.js'
import { commonHeaders } from './common-headers.js'
import { cors } from './cors.js'
import { iconPath, serveIcon } from './icon.js'
import { requestLog } from './log-requests.js'
import { nodeRequest } from './node-messages.js'
import { mountReferencePage, referencePath } from './reference-page.js'
import { requestIdOf } from './request-id.js'
import { sendResponse } from './send-response.js'
import { type ServedUploads, serveUploads } from './serve-uploads.js'

export interface AppOptions {
  readonly config: Config
  /** Never rejects. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** With the pages that help whoever develops against the service. */
  readonly development?: boolean
  /** The folder of uploaded files; null where they are kept elsewhere. */
  readonly uploads?: ServedUploads | null
  /** Hears of each request. */
  readonly logger?: Logger | null
}

export type { Express }

/** What answers requests over sockets. */
export interface App {
  /** Can be mounted in another application. */
  readonly express: Express
  /** For a server of its own, whose messages are the application's (`messagesOf`). */
  readonly listener: RequestListener
}

export function createApp({ config, handle, development = false, uploads = null, logger = null }: AppOptions): App {
  const app = express()
  const common = commonHeaders(config)
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)
  // The handlers' answers have tags already, and files those of their own.
  app.disable('etag')
  const framed = withHeaders(common)
  const whole = express.Router()
  whole.options(/.*/, framed)
  // First, so that failures carry the headers too: a page can't read an error without them.
  whole.use(cors(config.cors))
  if (development) {
    whole.use(referencePath, framed)
    mountReferencePage(whole)
  }
  whole.use(iconPath, framed, serveIcon)
  if (uploads) whole.use(uploads.path, framed, serveUploads(uploads))
  const answer = async (request: Request, response: Response) => {
    const id = requestIdOf(request)
    const answer = await handle(nodeRequest(request, response, { id, bodyLimit: config.limits.body }))
    try {
      await sendResponse(request, response, answer, { common, requestId: id, compress: config.http.compression })
    } catch (error) {
      logger?.error(`The answer to ${request.method} ${request.path} can't be sent`, { requestId: id, error })
      giveUp(response, id)
    }
  }
  whole.use(answer)
  const log = logger?.tells('info') ? requestLog(logger) : null
  const paths = [iconPath, ...(development ? [referencePath] : []), ...(uploads ? [uploads.path] : [])]
  const longest = Math.max(...paths.map(({ length }) => length))
  const concernsExpress = ({ method, url, headers }: Request): boolean => {
    if (headers.origin !== undefined || method === 'OPTIONS' || !url.startsWith('/')) return true
    // Express leaves case aside.
    const start = url.slice(0, longest).toLowerCase()
    return paths.some((path) => start.startsWith(path))
  }
  // One handler for everything else: the handlers know their own paths, and Express' matching costs as much as a query.
  app.use((request, response, next) => {
    log?.(request, response)
    return concernsExpress(request) ? whole(request, response, next) : answer(request, response)
  })
  return {
    express: app,
    listener(message, reply) {
      const request = message as Request
      const response = reply as Response
      // What Express does to begin with each request costs about a quarter of a small query.
      if (concernsExpress(request)) return app(request, response)
      log?.(request, response)
      void answer(request, response)
    },
  }
}

/** For what Express answers itself: preflights, pages and files. */
function withHeaders(common: Readonly<Record<string, string>>): RequestHandler {
  return (request, response, next) => {
    response.set(common).setHeader('X-Request-Id', requestIdOf(request))
    next()
  }
}

/** In place of an answer that can't be sent, such as one of a project's with a header that HTTP doesn't allow. */
function giveUp(response: Response, requestId: string): void {
  if (response.headersSent) return void response.destroy()
  const error = new ApiError('InternalServerError')
  response.writeHead(error.status, { 'Content-Type': jsonType, 'X-Request-Id': requestId }).end(JSON.stringify(error))
}
