import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { surviveProjectCode } from '../project/survive.js'
import { type ContentApiOptions, createContentApi } from '../server.js'
import { printAddresses } from './addresses.js'
import { onStop } from './on-stop.js'
import { warnOfUnreadConfig } from './unread-config.js'

export interface ServeOptions extends Pick<ContentApiOptions, 'allowDataLoss' | 'drafts' | 'localizations'> {
  readonly project: string
  readonly database?: string
  readonly host?: string
  readonly port?: number
}

/** What the start may do to existing content. */
export function contentChoices({ allowDataLoss, drafts, localizations }: ServeOptions) {
  return {
    allowDataLoss: allowDataLoss ?? false,
    ...(drafts === undefined ? {} : { drafts }),
    ...(localizations === undefined ? {} : { localizations }),
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
  const api = await createContentApi({
    project: resolve(options.project),
    config: configOf(options),
    ...contentChoices(options),
    extendLater: true,
    logRequests: true,
  })
  surviveProjectCode(resolve(options.project), api.logger)
  warnOfUnreadConfig(resolve(options.project), api.logger)
  // Whoever presses Ctrl-C waits for it; whoever sends SIGTERM has others to tell first.
  onStop((signal) => (signal === 'SIGTERM' ? api.stop() : api.close()))
  try {
    printAddresses(await api.listen(), api)
    // REST answers at once; a mistake in an extension of GraphQL ends the service half a second later.
    await setTimeout(500)
    await api.extended()
  } catch (error) {
    await api.close()
    throw error
  }
}
