import { type Component, type DynamicZoneAttribute, isRecord, isScalar } from '@content-api/model'
import { invalidParameter } from '../../errors/invalid-parameter.js'
import { parseFields } from '../fields.js'
import { parseFilters } from '../filters.js'
import type { Condition, OutputMember, OutputObject } from '@content-api/engine/plan/read-plan'
import { checkOptions, checkStrategies, type LinkScope, type SelectLink } from './link-scope.js'
import type { LinkRequest } from './populate-tree.js'
import { idMember, textMember } from './response-form.js'
import { malformedParameter } from '../raw-value.js'
import { usableAttribute } from '../usable-attributes.js'
import { readRowOptions } from './row-options.js'
import { selectShared } from './shared-strategy.js'

/**
 * Builds the output of a zone: one request for all components, or one for each component in `on`
 * (specification §4.3).
 */
export const selectZone: SelectLink<DynamicZoneAttribute> = (name, attribute, request, scope) => {
  checkOptions(request, ['on', 'fields', 'filters', 'sort'], scope)
  checkStrategies(request, name, scope)
  rejectOwnAttributes(attribute, request, scope)
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
    // Items keep the order of the zone. Lenient mode ignores a sort, which has no effect in Strapi 4.26 either.
    checkOptions(request, ['fields', 'filters'], scope)
    const { options, populate } = request
    const selection = { fields: options.fields, populate, head: headOf(component) }
    const filters = parseFilters(component, options.filters, scope)
    return [{ component, members: scope.select(component, selection, scope), filters }]
  })
}

/** Rejects all names in the fields, filters and sort of a zone. A zone has no attributes, only its components have. */
function rejectOwnAttributes(attribute: DynamicZoneAttribute, request: LinkRequest, scope: LinkScope): void {
  const { fields, filters, sort } = request.options
  if (fields === undefined && filters === undefined && sort === undefined) return
  for (const name of typeof fields === 'string' ? [fields] : Array.isArray(fields) ? fields : []) {
    rejectOwnName(name, `[fields][0]=${name}`, attribute, request, scope)
  }
  for (const name of isRecord(filters) ? Object.keys(filters) : []) {
    rejectOwnName(name, `[filters][${name}]`, attribute, request, scope)
  }
  const bare: Component = { ...scope.context.registry.component(attribute.components[0] ?? ''), attributes: {} }
  parseFields(bare, fields, scope.context)
  readRowOptions(bare, request, scope)
}

/** @throws ApiError for an attribute of one of the components, with the parameter to use instead */
function rejectOwnName(
  name: unknown,
  parameter: string,
  { components }: DynamicZoneAttribute,
  { path }: LinkRequest,
  { context }: LinkScope,
): void {
  if (typeof name !== 'string' || name === 'id') return
  const uid = components.find((uid) => {
    const attribute = usableAttribute(context.registry.component(uid), name, context, 'filters')
    return attribute !== undefined && isScalar(attribute)
  })
  if (uid === undefined) return
  throw malformedParameter(name, `belongs to the component ${uid}; write ${path}[on][${uid}]${parameter}`)
}
