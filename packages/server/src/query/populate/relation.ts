import type { ContentType, RelationAttribute } from '@content-api/model'
import { linkTarget, relatesToMany } from '../link-target.js'
import { parseLocale } from '../locale.js'
import { parsePublicationState } from '../publication-state.js'
import { selectCount } from './count.js'
import { checkOptions, type SelectLink } from './link-scope.js'
import { selectMorph } from './morph.js'
import { linkOptions } from './populate-tree.js'
import { readRowOptions } from './row-options.js'

/** A relation to one type, or, where its target is open, a polymorphic one. */
export const selectRelation: SelectLink<RelationAttribute> = (name, attribute, request, outer) => {
  const target = linkTarget(attribute, outer.context.registry) as ContentType | undefined
  if (!target) return selectMorph(name, attribute, relatesToMany(attribute), request, outer)
  checkOptions(request, linkOptions, outer)
  const { options, populate } = request
  const publicationState = parsePublicationState(options.publicationState, outer.publicationState)
  const scope = { ...outer, publicationState }
  const count = selectCount(name, attribute, target, request, scope)
  if (count) return count
  return {
    kind: 'relation',
    key: name,
    name,
    attribute,
    many: relatesToMany(attribute),
    target,
    selection: scope.select(target, { fields: options.fields, populate }, scope),
    ...readRowOptions(target, request, scope),
    publicationState,
    // As observed, a lenient service shows every locale.
    locale: scope.context.strict ? parseLocale(target, options.locale, scope.context, null) : null,
  }
}
