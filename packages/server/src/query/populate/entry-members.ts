import type { LinkAttribute, LinkType, Schema } from '@content-api/model'
import { parseFields } from '../fields.js'
import type { FilterScope } from '../filters.js'
import type { OutputMember, OutputObject } from '@content-api/engine/plan/read-plan'
import { mayFollow } from '../usable-attributes.js'
import { readPopulate } from './forms.js'
import { linksOf } from './link-names.js'
import { unknownLink } from './unknown-link.js'
import type { RowSelection, LinkScope, Select, SelectLink } from './link-scope.js'
import { selectComponent, selectMedia, selectRelation } from './linked-rows.js'
import { idMember, type ResponseForm } from './response-form.js'
import { selectZone } from './zone.js'

/**
 * Parses `fields` and `populate` (specification §4.3) for a schema and returns the members of each entry.
 * Links to types that the caller may not find are left out.
 *
 * @throws ApiError for unknown fields, invalid options such as filters and, in strict mode, unknown links
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
  // Calls append to the array during the loop.
  for (const selectMore of later) selectMore()
  return members
}

const selectors: { readonly [Type in LinkType]: SelectLink<Extract<LinkAttribute, { type: Type }>> } = {
  relation: selectRelation,
  media: selectMedia,
  component: selectComponent,
  dynamiczone: selectZone,
}

const select: Select = (schema, selection, scope) => {
  const fields = parseFields(schema, selection.fields, scope.context)
  const { members, attributes } = selection.head
    ? inline(selection.head, fields)
    : scope.form.entry(idMember(schema), fields)
  if (!selection.populate.isEmpty) scope.later.push(() => attributes.push(...selectLinks(schema, selection, scope)))
  return members
}

function inline(head: readonly OutputMember[], fields: readonly OutputMember[]) {
  const attributes = [...head, ...fields]
  return { members: attributes, attributes }
}

/** Returns the members of links in the order of the schema, not of the request. */
function selectLinks(
  schema: Schema,
  { populate, shared = false }: RowSelection,
  scope: LinkScope,
): readonly OutputMember[] {
  const { context } = scope
  if (context.strict && !shared) {
    for (const name of populate.links.keys()) {
      if (!linksOf(schema, context).has(name))
        throw unknownLink(name, [schema], populate, context, () => populate.fieldsPath)
    }
  }
  const links: OutputMember[] = []
  for (const [name, attribute] of linksOf(schema, context)) {
    const request = populate.links.get(name) ?? (populate.everything ? populate.links.absent(name) : undefined)
    if (!request || !mayFollow(schema, name, attribute, context)) continue
    const value = selectors[attribute.type](name, attribute as never, request, scope)
    if (value) links.push({ key: name, value })
  }
  return links
}
