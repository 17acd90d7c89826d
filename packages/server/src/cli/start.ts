import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { keepMemory } from './memory.js'
import { onParentExit, onStop } from './on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from './ready-file.js'
import type { ServeOptions } from './serve-options.js'

export interface StartOptions extends ServeOptions {
  /** The number of worker processes. Without it, this process serves by itself. */
  readonly workers?: number
}

export async function start({ workers, ...options }: StartOptions): Promise<void> {
  keepMemory()
  if (workers === undefined) return serve(options)
  // The primary process starts each worker with the same command.
  if (cluster.isWorker) return (await import('./workers/worker.js')).serveAsWorker(options)
  return (await import('./workers/primary.js')).serveByWorkers(options, workers)
}

async function serve(options: ServeOptions): Promise<void> {
  await removeStaleReadyFile(options.readyFile)
  // Loaded here, because a process that only starts workers doesn't need these modules.
  const [{ openServed }, { surviveProjectCode }, { printAddresses }] = await Promise.all([
    import('./open-served.js'),
    import('@content-api/strapi-project/code/loading/code-location'),
    import('./addresses.js'),
  ])
  const api = await openServed(options, { extendLater: true })
  surviveProjectCode(resolve(options.project), api.logger)
  // SIGINT (Ctrl-C) closes without delay. On SIGTERM, `/readyz` first fails for `http.drain` seconds.
  let removeReadyFile = () => Promise.resolve()
  const stop = onStop(async (signal) => {
    await removeReadyFile()
    await (signal === 'SIGTERM' ? api.stop() : api.close())
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  try {
    const { url, metrics } = await api.listen()
    api.startTasks()
    printAddresses({ url, ...(metrics !== undefined && { metrics }) }, api)
    if (options.readyFile !== undefined) {
      removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
    }
    // Requests are served immediately. An error in a GraphQL extension ends the service half a second later.
    await setTimeout(500)
    await api.loadModules()
  } catch (error) {
    await api.close()
    throw error
  }
}
