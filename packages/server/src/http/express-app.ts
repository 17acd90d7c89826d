import express, { type Express } from 'express'
import { type SocketOptions, createResponder } from './respond.js'

export type { Express }

/** The adapter for Express: an application that can be mounted in another one or passed to `http.createServer`. */
export function createExpressApp(options: SocketOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', options.config.trustProxy)
  // Mounted in another application, `url` is the path below the mount and `body` may have been read already.
  app.use(createResponder<express.Request>(options, ({ ip = '' }) => ip))
  return app
}
