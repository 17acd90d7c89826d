import type { ComponentAttribute, ContentType, MediaAttribute, RelationAttribute } from '@content-api/model'
import { parseFilters } from '../filters.js'
import { fileContentType, linkTarget, relatesToMany } from '@content-api/engine/plan/link-target'
import { parseLocale } from '../locale.js'
import { parsePublicationState } from '../publication-state.js'
import { malformedParameter, readToggle } from '../raw-value.js'
import type { Output } from '@content-api/engine/plan/read-plan'
import { checkOptions, type LinkScope, type SelectLink } from './link-scope.js'
import { selectMorph } from './morph.js'
import { linkOptions, type LinkRequest } from './populate-tree.js'
import { idMember, object } from './response-form.js'
import { readRowOptions } from './row-options.js'

/** Builds the output of a relation; a relation without a fixed target type is polymorphic. */
export const selectRelation: SelectLink<RelationAttribute> = (name, attribute, request, outer) => {
  const many = relatesToMany(attribute)
  const target = linkTarget(attribute, outer.context.registry) as ContentType | undefined
  if (!target) return selectMorph(name, many, request, outer)
  checkOptions(request, linkOptions, outer)
  const { options, populate } = request
  const publicationState = parsePublicationState(options.publicationState, outer.publicationState)
  const scope = { ...outer, publicationState }
  const count = selectCount(name, target, request, scope)
  if (count) return count
  const members = scope.select(target, { fields: options.fields, populate }, scope)
  const rowOptions = readRowOptions(target, request, scope)
  // In lenient mode the response contains all locales, as in Strapi 4.26.
  const locale = scope.context.strict ? parseLocale(target, options.locale, scope.context, null) : null
  const rows = { name, target, ...rowOptions, publicationState, locale }
  return scope.form.linked({ kind: 'linked', rows, form: many ? 'array' : 'first', required: null, members })
}

/** Builds the output of a media attribute. Callers without permissions for files may read the files of an entry too. */
export const selectMedia: SelectLink<MediaAttribute> = (name, { multiple }, request, scope) => {
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit', 'count'], scope)
  const target = fileContentType(scope.context.registry)
  const count = selectCount(name, target, request, scope)
  if (count) return count
  const { options, populate } = request
  const members = scope.select(target, { fields: options.fields, populate }, scope)
  const rows = { name, target, ...readRowOptions(target, request, scope), ...anyState }
  return scope.form.linked({ kind: 'linked', rows, form: multiple ? 'arrayOrNull' : 'first', required: null, members })
}

export const selectComponent: SelectLink<ComponentAttribute> = (name, attribute, request, scope) => {
  checkOptions(request, ['fields', 'filters', 'sort', 'start', 'limit'], scope)
  const target = scope.context.registry.component(attribute.component)
  const { options, populate } = request
  const members = scope.select(target, { fields: options.fields, populate, head: [idMember(target)] }, scope)
  const rows = { name, target, ...readRowOptions(target, request, scope), ...anyState }
  return { kind: 'linked', rows, form: attribute.repeatable ? 'array' : 'first', required: null, members }
}

/** Files and components have neither drafts nor locales. */
const anyState = { publicationState: 'preview', locale: null } as const

/**
 * Returns the output of `count`: the number of linked rows instead of the rows. Null if `count` isn't
 * requested.
 *
 * @throws ApiError ValidationError if `count` isn't a boolean or `filters` are invalid
 */
function selectCount(name: string, target: ContentType, { options }: LinkRequest, scope: LinkScope): Output | null {
  const isRequested = options.count === undefined ? false : readToggle(options.count)
  if (isRequested === undefined) throw malformedParameter('count', 'must be true or false')
  if (!isRequested) return null
  const { publicationState } = scope
  const filters = parseFilters(target, options.filters, scope)
  const rows = { name, target, filters, sort: [], start: 0, limit: null, publicationState, locale: null }
  return scope.form.count(object([{ key: 'count', value: { kind: 'count', rows } }]))
}
