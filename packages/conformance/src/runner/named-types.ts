import { isRecord, read } from '../check/read.js'
import { type Configuration, UsageError } from '../profile/configuration.js'
import { nearMiss } from '../profile/near-miss.js'
import { withoutApi } from '../target/address.js'
import type { Session } from '../target/session.js'
import { listCollections } from './collections.js'
import { refuseBadToken, refuseForbidden } from './preflight.js'

/** The content types that a configuration names, and that scenarios of a tier look at. */
export function namedTypes({ types, writable }: Configuration, tier: number): string[] {
  const read = types.map((type) => (typeof type === 'string' ? type : type.type))
  return [...new Set(writable === undefined || tier === 0 ? read : [...read, writable.type])]
}

/**
 * Asks once for a content type that is named, so that not every scenario says of the target what is a mistake in the name.
 * @throws UsageError when the target has no such collection, or does not show it to the caller
 * @throws TargetError when the token is refused
 */
export async function refuseUnlisted(session: Session, type: string): Promise<void> {
  const path = `/api/${type}`
  const answer = await session.get(path, { pagination: { pageSize: 1 } })
  refuseBadToken(answer)
  refuseForbidden(answer, `'${type}' may not be read`)
  // A single type may refuse to be paged; asked for itself it shows that it is no list.
  const { status, body } = answer.status === 400 ? await session.get(path) : answer
  if (status === 404) throw new UsageError(`There is no content type '${type}'${await others(session, type)}`)
  const data = read(body, 'data')
  if (isRecord(data))
    throw new UsageError(
      `'${type}' is a single type, not a list: ${path} answered one entry. Name a content type with several.`,
    )
}

/** What the message that a type is missing goes on with: the types that there are, or where their names stand. */
async function others(session: Session, type: string): Promise<string> {
  const collections = await listCollections(session)
  if (collections.length > 0) return `${nearMiss(type, collections)} There are ${collections.join(', ')}.`
  return `: /api/${type} answered 404. Name the plural that stands in the addresses of its REST interface, for example 'articles' for /api/articles; in a Strapi project it is the pluralName of a schema.json.${withoutApi(session.target.client.options.baseUrl)}`
}
