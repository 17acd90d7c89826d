import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onParentExit } from './exit-with-parent.js'
import { onStop } from './on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from './ready-file.js'
import { configOf, contentChoices, type ServeOptions } from './serve-options.js'
import { warnOfUnreadConfig } from './unread-config.js'

export interface StartOptions extends ServeOptions {
  /** Processes that serve; one, which is this one, unless given. */
  readonly workers?: number
}

export async function start({ workers, ...options }: StartOptions): Promise<void> {
  if (workers === undefined) return serve(options)
  // The same command, as the primary process runs it.
  if (cluster.isWorker) return (await import('./workers/worker.js')).serveAsWorker(options)
  return (await import('./workers/primary.js')).serveByWorkers(options, workers)
}

async function serve(options: ServeOptions): Promise<void> {
  // What serves isn't loaded by a process that only starts workers.
  const [{ createContentApi }, { surviveProjectCode }, { printAddresses }] = await Promise.all([
    import('../server.js'),
    import('../project/survive.js'),
    import('./addresses.js'),
  ])
  await removeStaleReadyFile(options.readyFile)
  const api = await createContentApi({
    project: resolve(options.project),
    config: configOf(options),
    ...contentChoices(options),
    extendLater: true,
    logRequests: true,
  })
  surviveProjectCode(resolve(options.project), api.logger)
  warnOfUnreadConfig(resolve(options.project), api.logger, api.config.doctor.allow)
  // Whoever presses Ctrl-C waits for it; whoever sends SIGTERM has others to tell first.
  let removeReadyFile = () => Promise.resolve()
  const stop = onStop(async (signal) => {
    await removeReadyFile()
    await (signal === 'SIGTERM' ? api.stop() : api.close())
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGINT'))
  try {
    const { url, metrics } = await api.listen()
    const { registry, config, logger } = api
    printAddresses({ url, ...(metrics !== undefined && { metrics }) }, { registry, config, logger, development: false })
    if (options.readyFile !== undefined) {
      removeReadyFile = await writeReadyFile(options.readyFile, { url, pid: process.pid })
    }
    // REST answers at once; a mistake in an extension of GraphQL ends the service half a second later.
    await setTimeout(500)
    await api.extended()
  } catch (error) {
    await api.close()
    throw error
  }
}
