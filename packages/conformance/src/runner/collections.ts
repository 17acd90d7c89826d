import { isRecord } from '../check/read.js'
import type { Session } from '../target/session.js'

/** The plural names of the collections in the OpenAPI document of a target; none where it has no such document. */
export async function listCollections(session: Session): Promise<string[]> {
  const { status, body } = await session.get('/openapi.json')
  return status === 200 && isRecord(body) && isRecord(body.paths) ? collectionsOf(body.paths) : []
}

/** A collection has a path of its own and one per entry (specification §4.1). */
function collectionsOf(paths: Readonly<Record<string, unknown>>): string[] {
  const plurals = Object.keys(paths).flatMap((path) => /^\/([a-z0-9-]+)$/.exec(path)?.[1] ?? [])
  return plurals.filter((plural) => Object.hasOwn(paths, `/${plural}/{id}`))
}
