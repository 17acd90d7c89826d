/** Entries by the uid of their content type. Relations and media are ids. The default `id` counts from 1. */
export type Entries = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/**
 * Restores the content of the service that the Vite plugin `contentApi` runs, as it was at the start:
 * entries, ids, users and files. Then adds `entries`. Each browser context gets its own content with its
 * first call, so test files that run in parallel don't see each other's changes.
 * @throws Error with the path of each mistake in `entries`, or if no such service runs
 * @example
 * ```ts
 * import { resetContent } from '@content-api/server/vite/client'
 * import { beforeEach } from 'vitest'
 *
 * beforeEach(() => resetContent())
 * ```
 */
export async function resetContent(entries: Entries = {}): Promise<void> {
  const response = await fetch('/content-api/reset', { method: 'POST', body: JSON.stringify(entries) })
  if (response.status === 204) return
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
  throw new Error(error?.message ?? `resetContent needs the Vite plugin contentApi, but got status ${response.status}.`)
}
