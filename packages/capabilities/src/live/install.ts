import type { Capability } from '@content-api/core/composition/capability'
import type { AnyService } from '@content-api/core/composition/service'
import { createEventIds } from './event-ids.js'
import { LiveEvents } from './live-events.js'

export interface LiveCapability extends Capability {
  /** Null unless the configuration has `events: true`. `serve-events.ts` serves them. */
  readonly live: LiveEvents | null
}

/**
 * Installs live events, which clients hear of over open connections.
 * @param secrets the secrets of tokens, which all processes share
 */
export function install(
  { config, database, outbox, logger }: AnyService,
  secrets: readonly [string, ...string[]],
): LiveCapability {
  const { limits } = config
  const warn = (message: string) => logger.warn(message)
  const ids = createEventIds(secrets)
  const live = config.events ? new LiveEvents({ database, signal: outbox, ids, limits, warn }) : null
  return { live, close: async () => live?.end() }
}
