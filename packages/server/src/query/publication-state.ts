import { closest } from '@content-api/model'
import { malformedParameter } from './raw-value.js'
import type { PublicationState } from '@content-api/engine/plan/read-plan'

const states = ['live', 'preview'] as const satisfies readonly PublicationState[]

/**
 * Parses `publicationState` (specification §4.3). It applies to all entries that the request reads, so types
 * without drafts pass it to their relations.
 *
 * @throws ApiError ValidationError for a value other than `live` and `preview`
 */
export function parsePublicationState(raw: unknown, otherwise: PublicationState): PublicationState {
  if (raw === undefined || raw === null) return otherwise
  const state = states.find((known) => known === raw)
  if (state) return state
  const near = typeof raw === 'string' ? closest(raw, states) : undefined
  throw malformedParameter('publicationState', `must be live or preview${near ? `. Did you mean ${near}?` : ''}`)
}
