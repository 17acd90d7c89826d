import { resolve } from 'node:path'
import { surviveProjectCode } from '@content-api/strapi-project/code/loading/code-location'
import type { ServedApi } from '../../served-api.js'
import { printAddresses } from '../addresses.js'
import { reportError } from '../report-error.js'
import { openServed } from '../open-served.js'
import type { ServeOptions } from '../serve-options.js'
import { type FromWorker, fromEnvironment, type ToWorker } from './messages.js'

/**
 * Terminals send signals to the whole process group. Workers ignore them and wait for a message of the
 * primary process.
 */
const ignoredSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Serves a project as one of several processes that share a port. */
export async function serveAsWorker(options: ServeOptions): Promise<void> {
  for (const signal of ignoredSignals) process.on(signal, () => undefined)
  let opened: ServedApi | undefined
  let runsTasks = false
  process.on('message', (message: ToWorker) => {
    const api = opened
    if (message.type === 'metrics') return void sendMetrics(api, message.request)
    // Exiting during a start is safe: it leaves no partial changes.
    if (!api) process.exit(0)
    if (message.type === 'tasks') {
      runsTasks = true
      return opened?.startTasks()
    }
    if (message.type === 'retire') end(api, () => api.retire())
    else end(api, () => (message.signal === 'SIGTERM' ? api.stop() : api.close()))
  })
  try {
    opened = await open(options)
    // The message may have arrived before.
    if (runsTasks) opened.startTasks()
  } catch (error) {
    reportError(error)
    // The channel to the primary process would keep this process running.
    process.exit(1)
  }
}

async function open(options: ServeOptions): Promise<ServedApi> {
  const { workers, port, prints } = fromEnvironment()
  const project = resolve(options.project)
  // Loads the GraphQL extensions immediately, so that an error in one shows before this worker replaces another.
  const api = await openServed({ ...options, port }, { workers })
  surviveProjectCode(project, api.logger)
  try {
    const listening = await api.listen()
    if (prints) {
      printAddresses(listening, api)
    }
    // Before another worker is replaced by this one.
    await api.loadModules()
    await send({ type: 'ready', url: listening.url, drain: api.config.http.drain })
    return api
  } catch (error) {
    await api.close()
    throw error
  }
}

let isEnding = false

function end(api: ServedApi, close: () => Promise<void>): void {
  if (isEnding) return
  isEnding = true
  close()
    .then(() => sendMetrics(api))
    .then(
      () => process.exit(0),
      (error: unknown) => {
        reportError(error)
        process.exit(1)
      },
    )
}

async function sendMetrics(api: ServedApi | undefined, request?: number): Promise<void> {
  const metrics = (await api?.metrics?.figures()) ?? []
  await send({ type: 'metrics', ...(request !== undefined && { request }), metrics })
}

/**
 * Sends a message to the primary process. Resolves even when that process is gone, because nobody needs the
 * message then.
 */
function send(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve()
    process.send(message, undefined, undefined, () => resolve())
  })
}
