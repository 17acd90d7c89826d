import { createRequire } from 'node:module'
import type express from 'express'
import type { Express } from 'express'
import { type SocketOptions, createResponder } from './node-listener.js'

export type { Express }

/** Creates an Express application, which can be mounted in another one or passed to `http.createServer`. */
export function createExpressApp(options: SocketOptions): Express {
  // Loaded on demand: loading Express takes a tenth of the start time, and a service that listens by itself
  // doesn't need it.
  const load = createRequire(import.meta.url)('express') as typeof express
  const app = load()
  app.disable('x-powered-by')
  app.set('trust proxy', options.config.trustProxy)
  // In a mounted application, `url` is the path below the mount and `body` may already be read.
  app.use(createResponder<express.Request>(options, ({ ip = '' }) => ip))
  return app
}
