import { isRecord } from '../check/read.js'
import type { Session } from '../target/session.js'

/** Returns the plural names of the collections in the target's OpenAPI document. None if there is no document. */
export async function listCollections(session: Session): Promise<string[]> {
  const { status, body } = await session.get('/openapi.json')
  return status === 200 && isRecord(body) && isRecord(body.paths) ? collectionsOf(body.paths) : []
}

/** A collection has a path for its list and a path for its entries (specification §4.1). */
function collectionsOf(paths: Readonly<Record<string, unknown>>): string[] {
  const plurals = Object.keys(paths).flatMap((path) => /^\/([a-z0-9-]+)$/.exec(path)?.[1] ?? [])
  return plurals.filter((plural) => Object.hasOwn(paths, `/${plural}/{id}`))
}
