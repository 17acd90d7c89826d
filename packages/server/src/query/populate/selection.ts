import type { LinkAttribute, LinkType, Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parseFields } from '../fields.js'
import type { FilterScope } from '../filters.js'
import type { LinkSelection, Selection } from '../read-plan.js'
import { mayFollow } from '../usable-attributes.js'
import { selectComponent } from './component.js'
import { readPopulate } from './forms.js'
import { linkNames, linksOf } from './link-names.js'
import type { Asked, LinkScope, Select, SelectLink } from './link-scope.js'
import { selectMedia } from './media.js'
import { LinkRequest } from './populate-tree.js'
import { selectRelation } from './relation.js'
import { selectZone } from './zone.js'

/**
 * Reads `fields` and `populate` (specification §4.3) over a schema: what is answered of each of its rows. Links that lead
 * to what the caller may not find are left out.
 *
 * @throws ApiError ValidationError for unknown fields and, where strict, unknown links
 */
export function parseSelection(
  schema: Schema,
  raw: { readonly fields?: unknown; readonly populate?: unknown },
  scope: FilterScope,
): Selection {
  const populate = readPopulate(raw.populate, scope.context.strict)
  const later: LinkScope['later'] = []
  const selection = select(schema, { fields: raw.fields, populate }, { ...scope, select, later })
  // More are added while it goes on.
  for (const selectMore of later) selectMore()
  return selection
}

const selectors: { readonly [Type in LinkType]: SelectLink<Extract<LinkAttribute, { type: Type }>> } = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

const select: Select = (schema, asked, scope) => {
  const links: LinkSelection[] = []
  if (!asked.populate.isEmpty) scope.later.push(() => links.push(...selectLinks(schema, asked, scope)))
  return { fields: parseFields(schema, asked.fields, scope.context), links }
}

/** In the order of the schema, whatever the order of the request. */
function selectLinks(schema: Schema, { populate, shared = false }: Asked, scope: LinkScope): readonly LinkSelection[] {
  const { context } = scope
  if (context.strict && !shared) {
    for (const name of populate.links.keys()) {
      if (!linksOf(schema).has(name)) throw invalidParameter(name, linkNames(schema, context))
    }
  }
  const links: LinkSelection[] = []
  for (const [name, attribute] of linksOf(schema)) {
    const request = populate.links.get(name) ?? (populate.everything ? new LinkRequest() : undefined)
    if (!request || !mayFollow(name, attribute, context)) continue
    const link = selectors[attribute.type](name, attribute as never, request, scope)
    if (link) links.push(link)
  }
  return links
}
