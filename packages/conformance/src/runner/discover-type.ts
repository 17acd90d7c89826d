import { isRecord } from '../check/read.js'
import type { Session } from '../target/session.js'
import { refuseBadToken } from './preflight.js'

/**
 * The content type that tells most to the read-only scenarios, found in the OpenAPI document of a target that has one: of
 * those with entries, the one whose entries have the most attributes. Its plural name, or null where nothing can be found.
 * @throws TargetError when the token is refused
 */
export async function discoverType(session: Session): Promise<string | null> {
  const { status, body } = await session.get('/openapi.json')
  if (status !== 200 || !isRecord(body) || !isRecord(body.paths)) return null
  let best: { readonly plural: string; readonly attributes: number } | null = null
  for (const plural of collectionsOf(body.paths)) {
    const attributes = await attributesOf(session, plural)
    if (attributes > (best?.attributes ?? 0)) best = { plural, attributes }
  }
  return best?.plural ?? null
}

/** A collection has a path of its own and one per entry (specification §4.1). */
function collectionsOf(paths: Readonly<Record<string, unknown>>): string[] {
  const plurals = Object.keys(paths).flatMap((path) => /^\/([a-z0-9-]+)$/.exec(path)?.[1] ?? [])
  return plurals.filter((plural) => Object.hasOwn(paths, `/${plural}/{id}`))
}

/** 0 without an entry to look at. */
async function attributesOf(session: Session, plural: string): Promise<number> {
  const answer = await session.get(`/api/${plural}`, { pagination: { pageSize: 1 } })
  const { status, body } = answer
  refuseBadToken(answer)
  const [entry] = status === 200 && isRecord(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []
  return isRecord(entry) && isRecord(entry.attributes) ? Object.keys(entry.attributes).length : 0
}
