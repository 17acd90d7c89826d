import { isRecord, read } from '../check/read.js'
import { UsageError } from '../profile/configuration.js'
import { type Generation, generations } from '../profile/generation.js'
import { viewOf } from '../target/entry-view.js'
import type { Exchange } from '../target/exchange.js'
import type { Session } from '../target/session.js'

/** Returns the interface of an entry, or of the first entry in a list. Undefined if the response has no entry. */
function shapeOf({ body }: Exchange): Generation | undefined {
  const data = read(body, 'data')
  const first: unknown = Array.isArray(data) ? data[0] : data
  return generations.find((generation) => viewOf(generation).entry(first) !== undefined)
}

/** Only Strapi 5 says in which part of a request an invalid key is. */
const namesSource = ({ status, body }: Exchange) => status === 400 && read(body, 'error.details.source') === 'query'

/** Returns whether the records of a list have documentIds. Undefined if it has no records, or is forbidden. */
function recordsOf({ body }: Exchange): Generation | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : undefined
  if (!isRecord(first)) return undefined
  return 'documentId' in first ? 'strapi-5' : 'strapi-4'
}

const enumerations =
  '{ four: __type(name: "PublicationState") { name } five: __type(name: "PublicationStatus") { name } }'

/**
 * Returns which interface a target has, or null if its responses don't show it. Changes nothing.
 * @param paths lists of content types that the target may have
 */
export async function detectGeneration(session: Session, paths: readonly string[]): Promise<Generation | null> {
  for (const path of paths) {
    const shown = shapeOf(await session.get(path, { pagination: { pageSize: 1 } }))
    if (shown !== undefined) return shown
    const invalid = await session.get(path, { filters: { surelyNotAField: { $eq: '1' } } })
    if (namesSource(invalid)) return 'strapi-5'
    if (invalid.status === 200 || invalid.status === 400) return 'strapi-4'
  }
  for (const path of ['/api/i18n/locales', '/api/upload/files']) {
    const shown = recordsOf(await session.get(path))
    if (shown !== undefined) return shown
  }
  const { body } = await session.graphql(enumerations)
  if (isRecord(read(body, 'data.five'))) return 'strapi-5'
  return isRecord(read(body, 'data.four')) ? 'strapi-4' : null
}

/** @throws UsageError if a list contains the entries of another interface than the profile describes */
export function rejectOtherGeneration(response: Exchange, expected: Generation): void {
  const shown = shapeOf(response)
  if (shown === undefined || shown === expected) return
  const profile = shown === 'strapi-5' ? 'strapi-5' : 'auto, rest or full'
  const name = shown === 'strapi-5' ? 'Strapi 5' : 'Strapi 4'
  throw new UsageError(
    `${response.url} returned entries like ${name}, but the profile is for the other version: use --profile ${profile}.`,
  )
}
