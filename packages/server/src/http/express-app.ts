import { createRequire } from 'node:module'
import type express from 'express'
import type { Express } from 'express'
import { type SocketOptions, createResponder } from './respond.js'

export type { Express }

/** The adapter for Express: an application that can be mounted in another one or passed to `http.createServer`. */
export function createExpressApp(options: SocketOptions): Express {
  // Loaded here: Express takes a tenth of a start, and a service that listens by itself needs no application.
  const load = createRequire(import.meta.url)('express') as typeof express
  const app = load()
  app.disable('x-powered-by')
  app.set('trust proxy', options.config.trustProxy)
  // Mounted in another application, `url` is the path below the mount and `body` may have been read already.
  app.use(createResponder<express.Request>(options, ({ ip = '' }) => ip))
  return app
}
