import type { Component, DynamicZoneAttribute } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parseFields } from '../fields.js'
import { parseFilters } from '../filters.js'
import type { Condition, OutputMember, OutputObject } from '../read-plan.js'
import { checkOptions, checkStrategies, type LinkScope, type SelectLink } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'
import { idMember, textMember } from './response-form.js'
import { readRowOptions } from './row-options.js'
import { selectShared } from './shared-strategy.js'

/** Specification §4.3: one strategy for all components of the zone, or one for each that `on` names. */
export const selectZone: SelectLink<DynamicZoneAttribute> = (name, attribute, request, scope) => {
  checkOptions(request, ['on', 'fields', 'filters', 'sort'], scope)
  checkStrategies(request, name, scope)
  refuseOwnAttributes(attribute, request, scope)
  const components = attribute.components.map((uid) => scope.context.registry.component(uid))
  const items = request.on
    ? selectNamed(request.on, components, scope)
    : selectShared(components, request, scope, headOf).map(({ schema: component, members }) => ({ component, members }))
  return { kind: 'zone', name, items }
}

const headOf = (component: Component): readonly OutputMember[] => [
  idMember(component),
  textMember('__component', component.uid),
]

function selectNamed(
  on: ReadonlyMap<string, LinkRequest>,
  components: readonly Component[],
  scope: LinkScope,
): { readonly component: Component; readonly members: OutputObject; readonly filters: Condition | null }[] {
  return [...on].flatMap(([uid, request]) => {
    const component = components.find((known) => known.uid === uid)
    if (!component) {
      if (!scope.context.strict) return []
      throw invalidParameter(
        uid,
        components.map((known) => known.uid),
      )
    }
    // Items are in the order of the zone: a lenient service ignores a sort, which has no effect in Strapi 4.26 either.
    checkOptions(request, ['fields', 'filters'], scope)
    const { options, populate } = request
    const asked = { fields: options.fields, populate, head: headOf(component) }
    const filters = parseFilters(component, options.filters, scope)
    return [{ component, members: scope.select(component, asked, scope), filters }]
  })
}

/** A zone has no attributes of its own, so that every name in its fields, filters and sort is an unknown one. */
function refuseOwnAttributes(attribute: DynamicZoneAttribute, request: LinkRequest, scope: LinkScope): void {
  const { fields, filters, sort } = request.options
  if (fields === undefined && filters === undefined && sort === undefined) return
  const bare: Component = { ...scope.context.registry.component(attribute.components[0] ?? ''), attributes: {} }
  parseFields(bare, fields, scope.context)
  readRowOptions(bare, request, scope)
}
