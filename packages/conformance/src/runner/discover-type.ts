import { isRecord } from '../check/read.js'
import type { Session } from '../target/session.js'
import { rejectBadToken } from './preflight.js'

/** With fewer entries, order, pagination and filters can hardly be checked. */
const fewest = 2

/**
 * Returns the most useful content type for the read-only scenarios: among those with enough entries, the one
 * whose entries have the most attributes. Returns null if there is none.
 * @param collections the plural names to choose from
 * @throws TargetError if the token is rejected
 */
export async function discoverType(session: Session, collections: readonly string[]): Promise<string | null> {
  let best: { readonly plural: string; readonly attributes: number } | null = null
  for (const plural of collections) {
    const attributes = await attributesOf(session, plural)
    if (attributes > (best?.attributes ?? 0)) best = { plural, attributes }
  }
  return best?.plural ?? null
}

/** Returns the number of attributes of the first entry, or 0 if there are not enough entries. */
async function attributesOf(session: Session, plural: string): Promise<number> {
  const response = await session.get(`/api/${plural}`, { pagination: { pageSize: fewest } })
  const { status, body } = response
  rejectBadToken(response)
  const entries = status === 200 && isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
  const [entry] = entries
  if (entries.length < fewest) return 0
  return Object.keys(session.view.entry(entry)?.attributes ?? {}).length
}
