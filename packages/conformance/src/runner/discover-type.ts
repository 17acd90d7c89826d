import { isRecord } from '../check/read.js'
import type { Session } from '../target/session.js'
import { refuseBadToken } from './preflight.js'

/** With fewer entries next to nothing can be said of order, pages and filters. */
const fewest = 2

/**
 * The content type that tells most to the read-only scenarios: of those with entries enough, the one whose entries have the
 * most attributes. Null where there is none.
 * @param collections the plural names to choose from
 * @throws TargetError when the token is refused
 */
export async function discoverType(session: Session, collections: readonly string[]): Promise<string | null> {
  let best: { readonly plural: string; readonly attributes: number } | null = null
  for (const plural of collections) {
    const attributes = await attributesOf(session, plural)
    if (attributes > (best?.attributes ?? 0)) best = { plural, attributes }
  }
  return best?.plural ?? null
}

/** 0 without entries enough to look at. */
async function attributesOf(session: Session, plural: string): Promise<number> {
  const answer = await session.get(`/api/${plural}`, { pagination: { pageSize: fewest } })
  const { status, body } = answer
  refuseBadToken(answer)
  const entries = status === 200 && isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
  const [entry] = entries
  if (entries.length < fewest) return 0
  return isRecord(entry) && isRecord(entry.attributes) ? Object.keys(entry.attributes).length : 0
}
