import { type ContentType, isScalar } from '@content-api/model'
import { envelopeOf, errorResponse, succeeded, withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import type { FilterScope } from '../reference/filter.js'
import { isLive } from '../reference/filter.js'
import { expectedAttributes } from '../reference/populate.js'
import type { Case, Rule } from '../rule.js'
import { eachKey } from '../request-target.js'

const reads = new Set(['list', 'one', 'single'])

interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

const isPreview = ({ target }: Case) => target?.query['publicationState'] === 'preview'

export const draftsHidden: Rule = {
  name: '0045-publication-state-everywhere',
  strapi: 'returns drafts to every client that reads them by id, whatever `publicationState` says.',
  ours: 'sends 404 unless the request has `publicationState=preview`.',
  why: 'guessing an id must not reveal a draft.',
  async when(of, theirs) {
    const { target, world } = of
    if (target?.operation !== 'one' || target.id === null || isPreview(of) || !succeeded(theirs)) return false
    const row = await world.row(target.type, target.id)
    return row !== undefined && !isLive(target.type, row)
  },
  expected: () => errorResponse('NotFoundError'),
}

/** Returns the response with the expected related entries in every entry. */
async function putRight(of: Case, theirs: JsonResponse): Promise<JsonResponse> {
  const { target, world } = of
  const envelope = envelopeOf(theirs)
  if (!target || !envelope || envelope.data === null) return theirs
  const scope: FilterScope = { world, preview: isPreview(of) }
  const entry = async (input: Entry) => {
    const row = await world.row(target.type, input.id)
    if (!row) return input
    const attributes = await expectedAttributes(scope, target.type, row, input.attributes, target.query['populate'])
    return { ...input, attributes }
  }
  const { data } = envelope
  const expected = Array.isArray(data) ? await Promise.all(data.map(entry)) : await entry(data as Entry)
  return withBody(theirs, { ...envelope, data: expected })
}

const populates = ({ target }: Case, theirs: JsonResponse) =>
  target !== null && reads.has(target.operation) && target.query['populate'] !== undefined && succeeded(theirs)

export const relatedDraftsHidden: Rule = {
  name: '0045-publication-state-everywhere',
  strapi: 'populates drafts in single reads, and in to-one relations of every read.',
  ours: 'leaves drafts out of populated relations and counts unless the request has `publicationState=preview`, which every level inherits.',
  why: 'an entry that links to a draft must not reveal it.',
  when: populates,
  expected: putRight,
}

export const limitPerParent: Rule = {
  name: '0046-populate-limits-per-parent',
  strapi: 'counts `limit` in `populate` over all entries of a list together, so that later entries get nothing.',
  ours: 'counts it for each entry.',
  why: 'the relations of an entry must not depend on the other entries in the list.',
  when(of, theirs) {
    let limited = false
    eachKey(of.target?.query['populate'], (key) => (limited ||= key === 'limit' || key === 'start'))
    return limited && of.target?.operation === 'list' && populates(of, theirs)
  },
  expected: putRight,
}

/** Whether the filters or the sort of a list use a relation to a type with drafts. */
export function crossesDrafts({ target, world }: Case): boolean {
  if (!target || target.operation !== 'list') return false
  const crosses = (type: ContentType, name: string) => {
    const attribute = type.attributes[name]
    if (!attribute || isScalar(attribute) || attribute.type !== 'relation') return false
    const { target: uid } = attribute
    return uid !== undefined && world.registry.contentType(uid).draftAndPublish
  }
  const types = [...world.registry.contentTypes.values()]
  const names = new Set<string>()
  eachKey({ filters: target.query['filters'], sort: target.query['sort'] }, (key, below) => {
    names.add(key)
    if (typeof below === 'string') for (const name of below.split(/[.,:]/)) names.add(name.trim())
  })
  return [...names].some((name) => types.some((type) => crosses(type, name)))
}
