import type { ContentType, MediaAttribute, RelationAttribute } from '@content-api/model'
import { type FilterScope, parseFilters } from '../filters.js'
import { malformedParameter, readToggle } from '../raw-value.js'
import type { CountSelection } from '../read-plan.js'
import type { LinkRequest } from './populate-tree.js'

/**
 * `count`: how many rows are linked, in place of them; null when it isn't asked.
 *
 * @throws ApiError ValidationError for what is neither yes nor no
 */
export function selectCount(
  name: string,
  attribute: RelationAttribute | MediaAttribute,
  target: ContentType,
  { options }: LinkRequest,
  scope: FilterScope,
): CountSelection | null {
  const asked = options.count === undefined ? false : readToggle(options.count)
  if (asked === undefined) throw malformedParameter('count', 'must be true or false')
  if (!asked) return null
  const filters = parseFilters(target, options.filters, scope)
  return { kind: 'count', key: name, name, attribute, target, filters, publicationState: scope.publicationState }
}
