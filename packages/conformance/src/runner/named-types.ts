import { isRecord, read } from '../check/read.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import { generationOf } from '../profile/generation.js'
import { nearMiss } from '../profile/near-miss.js'
import { withoutApi } from '../target/address.js'
import type { Session } from '../target/session.js'
import { rejectOtherGeneration } from './detect-generation.js'
import { listCollections } from './collections.js'
import { rejectBadToken, rejectForbidden } from './preflight.js'

/** Returns the content types that a configuration names for the scenarios of a tier. */
export function namedTypes({ types, writable }: Configuration, tier: number): string[] {
  const read = types.map((type) => (typeof type === 'string' ? type : type.type))
  return [...new Set(writable === undefined || tier === 0 ? read : [...read, writable.type])]
}

/**
 * Requests a content type that the configuration names, so that a mistake in the name is reported once and
 * not by every scenario.
 * @throws UsageError if the target has no such collection, or the caller may not read it
 * @throws TargetError if the token is rejected
 */
export async function rejectUnlisted(session: Session, type: string): Promise<void> {
  const path = `/api/${type}`
  const response = await session.get(path, { pagination: { pageSize: 1 } })
  rejectBadToken(response)
  rejectForbidden(response, `'${type}' may not be read`)
  // A single type may reject pagination. The response without pagination shows that it is not a list.
  const { status, body } = response.status === 400 ? await session.get(path) : response
  if (status === 404) throw new UsageError(`Unknown content type '${type}'${await others(session, type)}`)
  rejectOtherGeneration(response, generationOf(session.target.configuration))
  const data = read(body, 'data')
  if (isRecord(data))
    throw new UsageError(`'${type}' is a single type, not a list: ${path} returned one entry. Name a collection type.`)
}

/** Returns the end of the message about a missing type: the existing types, or where their names can be found. */
async function others(session: Session, type: string): Promise<string> {
  const collections = await listCollections(session)
  if (collections.length > 0) return `${nearMiss(type, collections)} The content types are ${collections.join(', ')}.`
  return `: /api/${type} returned status 404. Name the plural name that its REST paths contain, for example 'articles' for /api/articles; in a Strapi project it is the pluralName of a schema.json.${withoutApi(session.target.client.options.baseUrl)}`
}
