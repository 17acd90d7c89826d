import { ApiError, type Change } from '@content-api/sdk'
import type { LoaderContext } from '../astro.js'

/** The listeners of the development server, by collection. Each run of a loader replaces that of the last. */
const listeners = new Map<string, AbortController>()

/** Ends the stream of changes of a collection. */
export function stopFollowing(collection: string): void {
  listeners.get(collection)?.abort()
}

/**
 * Loads a collection again after each change that the service reports. Services without a stream of changes
 * are left alone. Returns a promise that resolves when the stream ends.
 */
export async function followChanges(
  { collection, logger }: LoaderContext,
  source: {
    readonly changes: (signal: AbortSignal) => AsyncIterable<Change>
    readonly reload: () => Promise<void>
  },
): Promise<void> {
  stopFollowing(collection)
  const listener = new AbortController()
  listeners.set(collection, listener)
  let isChanged = false
  let loading: Promise<void> | undefined
  // One run loads all changes that were reported before it started.
  async function reload(): Promise<void> {
    while (isChanged) {
      isChanged = false
      await source.reload().catch((error: Error) => logger.warn(error.message))
    }
    loading = undefined
  }
  try {
    for await (const _ of source.changes(listener.signal)) {
      isChanged = true
      loading ??= reload()
    }
  } catch (error) {
    const reason = ApiError.is(error) ? `${error.status}` : String(error)
    logger.debug(`The service doesn't report changes of ${collection} (${reason}).`)
  }
  await loading
}
