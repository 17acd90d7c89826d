import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { surviveProjectCode } from '../project/survive.js'
import { type ContentApiOptions, createContentApi } from '../server.js'
import { printAddresses } from './addresses.js'
import { onParentExit } from './exit-with-parent.js'
import { onStop } from './on-stop.js'
import { removeStaleReadyFile, writeReadyFile } from './ready-file.js'
import { warnOfUnreadConfig } from './unread-config.js'

export interface ServeOptions extends Pick<ContentApiOptions, 'allowDataLoss' | 'drafts' | 'localizations' | 'seed'> {
  readonly project: string
  readonly database?: string
  readonly host?: string
  readonly port?: number
  /** A file to write when the service is ready, for the programs that wait for it. */
  readonly readyFile?: string
  /** Ends the service when the process that started it ends. */
  readonly exitWithParent?: boolean
}

/** What the start may do to existing content, and what it begins with. */
export function contentChoices({ allowDataLoss, drafts, localizations, seed }: ServeOptions) {
  return {
    allowDataLoss: allowDataLoss ?? false,
    ...(drafts === undefined ? {} : { drafts }),
    ...(localizations === undefined ? {} : { localizations }),
    ...(seed === undefined ? {} : { seed: resolve(seed) }),
  }
}

export function configOf({ database, host, port }: Pick<ServeOptions, 'database' | 'host' | 'port'>) {
  return {
    ...(database === undefined ? {} : { database }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  }
}

export async function start(options: ServeOptions): Promise<void> {
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
    const { url } = await api.listen()
    const { registry, config, logger } = api
    printAddresses({ url }, { registry, config, logger, development: false })
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
