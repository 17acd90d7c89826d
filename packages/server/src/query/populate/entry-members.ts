import type { LinkAttribute, LinkType, Schema } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parseFields } from '../fields.js'
import type { FilterScope } from '../filters.js'
import type { OutputMember, OutputObject } from '../read-plan.js'
import { mayFollow } from '../usable-attributes.js'
import { readPopulate } from './forms.js'
import { linkNames, linksOf } from './link-names.js'
import type { Asked, LinkScope, Select, SelectLink } from './link-scope.js'
import { selectComponent, selectMedia, selectRelation } from './linked-rows.js'
import { LinkRequest } from './populate-tree.js'
import { idMember, type ResponseForm } from './response-form.js'
import { selectZone } from './zone.js'

/**
 * Reads `fields` and `populate` (specification §4.3) over a schema and builds the members of each entry. Links that lead
 * to what the caller may not find are left out.
 *
 * @throws ApiError ValidationError for unknown fields and, where strict, unknown links
 */
export function parseEntryMembers(
  schema: Schema,
  raw: { readonly fields?: unknown; readonly populate?: unknown },
  scope: FilterScope,
  form: ResponseForm,
): OutputObject {
  const populate = readPopulate(raw.populate, scope.context.strict)
  const later: LinkScope['later'] = []
  const members = select(schema, { fields: raw.fields, populate }, { ...scope, form, select, later })
  // More are added while it goes on.
  for (const selectMore of later) selectMore()
  return members
}

const selectors: { readonly [Type in LinkType]: SelectLink<Extract<LinkAttribute, { type: Type }>> } = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

const select: Select = (schema, asked, scope) => {
  const fields = parseFields(schema, asked.fields, scope.context)
  const { members, attributes } = asked.head ? inline(asked.head, fields) : scope.form.entry(idMember(schema), fields)
  if (!asked.populate.isEmpty) scope.later.push(() => attributes.push(...selectLinks(schema, asked, scope)))
  return members
}

function inline(head: readonly OutputMember[], fields: readonly OutputMember[]) {
  const attributes = [...head, ...fields]
  return { members: attributes, attributes }
}

/** In the order of the schema, whatever the order of the request. */
function selectLinks(schema: Schema, { populate, shared = false }: Asked, scope: LinkScope): readonly OutputMember[] {
  const { context } = scope
  if (context.strict && !shared) {
    for (const name of populate.links.keys()) {
      if (!linksOf(schema).has(name)) throw invalidParameter(name, linkNames(schema, context))
    }
  }
  const links: OutputMember[] = []
  for (const [name, attribute] of linksOf(schema)) {
    const request = populate.links.get(name) ?? (populate.everything ? new LinkRequest() : undefined)
    if (!request || !mayFollow(schema, name, attribute, context)) continue
    const value = selectors[attribute.type](name, attribute as never, request, scope)
    if (value) links.push({ key: name, value })
  }
  return links
}
