import {
  type Attribute,
  type AttributeType,
  type LinkType,
  isRecord,
  isScalar,
  type ComponentAttribute,
  type DynamicZoneAttribute,
  type Component,
} from '@content-api/model'
import { didYouMean } from '@content-api/engine/errors'
import {
  checkCount,
  type ComponentItem,
  type ComponentWrite,
  displayName,
  type FieldWrite,
  type GeneratedUid,
  type LinkWrite,
  type Path,
  type ZoneWrite,
} from '@content-api/engine/plan'
import { invalidType, printed } from '@content-api/engine/attributes'
import { type BodyPart, type RowPlan, maximumComponentDepth } from './body-part.js'
import { planField } from './plan-field.js'
import { planMedia, planRelation } from './plan-relation.js'
import { readId } from '../raw-value.js'

type PlanLink<Type extends AttributeType> = (
  part: BodyPart,
  name: string,
  attribute: Extract<Attribute, { type: Type }>,
  input: unknown,
) => LinkWrite | null

const linkPlanners: { readonly [Type in LinkType]: PlanLink<Type> } = {
  relation: planRelation,
  media: planMedia,
  component: planComponent,
  dynamiczone: planZone,
}

/** Plans the declared attributes of one row in the order of the model. Problems are added to `part.issues`. */
export function planRow(part: BodyPart, ignored: ReadonlySet<string>): RowPlan {
  const fields: FieldWrite[] = []
  const secrets: FieldWrite[] = []
  const generated: GeneratedUid[] = []
  const links: LinkWrite[] = []
  for (const [name, attribute] of Object.entries(part.schema.declared)) {
    if (part.inherits && !attribute.localized) continue
    if (isScalar(attribute)) {
      const plan = planField(part, name, attribute)
      if (plan?.kind === 'field') fields.push(plan.write)
      if (plan?.kind === 'secret') secrets.push(plan.write)
      if (plan?.kind === 'generated') generated.push(plan.write)
      continue
    }
    const input = Object.hasOwn(part.values, name) ? part.values[name] : undefined
    if (input === undefined || input === null) reportMissingLink(part, name, attribute, input)
    const plan = input === undefined ? null : linkPlanners[attribute.type](part, name, attribute as never, input)
    if (plan) links.push(plan)
  }
  if (part.context.strict) reportUnknown(part, ignored)
  return { fields, secrets, generated, links }
}

function reportMissingLink(part: BodyPart, name: string, attribute: Attribute, input: null | undefined): void {
  // Strapi 4.26 accepts entries without required media.
  if (!attribute.required || attribute.type === 'media') return
  const path = [...part.path, name]
  if (input === null) part.issues.addIncomplete(path, `${displayName(path)} is required and must not be null`)
  else if (part.isNew) part.issues.addIncomplete(path, `${displayName(path)} must be defined.`)
}

/** Maximum unknown keys reported by name. Finding the similar name for each takes time. */
const maximumNamedKeys = 20

/** Names of objects around the attributes: `data` in bodies of other routes, `attributes` in responses. */
const wrappers: ReadonlySet<string> = new Set(['data', 'attributes'])

const unwrap = (key: string) => `: leave out "${key}", and send the attributes inside it instead`

function reportUnknown(part: BodyPart, ignored: ReadonlySet<string>): void {
  const { schema, path, issues } = part
  const unknown = Object.keys(part.values).filter((key) => !Object.hasOwn(schema.declared, key) && !ignored.has(key))
  if (unknown.length === 0) return
  const own = schema.model === 'contentType' ? schema.singularName : schema.uid
  const usable = Object.entries(schema.declared).flatMap(([name, attribute]) => (attribute.private ? [] : [name]))
  for (const key of unknown.slice(0, maximumNamedKeys)) {
    // A body may hold thousands of components, each with unknown keys.
    const wraps = path.length === 0 && wrappers.has(key) && isRecord(part.values[key])
    const hint = wraps ? unwrap(key) : issues.isFull ? '' : didYouMean(key, usable)
    issues.add([...path, key], `${displayName([...path, key])} is not an attribute of ${own}${hint}`)
  }
  if (unknown.length > maximumNamedKeys) {
    issues.add(path, `${unknown.length - maximumNamedKeys} more keys are not attributes of ${own}`)
  }
}

/**
 * Plans a component attribute. The input is an object; for a repeatable component it is an array, the new
 * list. Null clears the attribute (specification §4.1).
 */
function planComponent(
  part: BodyPart,
  name: string,
  attribute: ComponentAttribute,
  input: unknown,
): ComponentWrite | null {
  const path = [...part.path, name]
  const component = part.context.registry.component(attribute.component)
  const kind = attribute.repeatable ? 'array' : 'object'
  const list = input === null ? [] : attribute.repeatable ? input : [input]
  if (!Array.isArray(list)) {
    part.issues.addInvalid(path, invalidType(displayName(path), kind, input))
    return null
  }
  if (attribute.repeatable && input !== null && !checkCount(part.issues, path, attribute, list.length)) return null
  const items: ComponentItem[] = []
  for (const [index, values] of list.entries()) {
    const itemPath = attribute.repeatable ? [...path, index] : path
    if (!isRecord(values)) {
      part.issues.addInvalid(itemPath, invalidType(displayName(itemPath), 'object', values))
      continue
    }
    const item = planItem(part, itemPath, component, values)
    if (item) items.push(item)
  }
  checkDistinct(part, path, items)
  return { kind: 'component', name, attribute, owner: part.schema, path, items }
}

/**
 * Plans a dynamic zone. The input is the new list: an array of components, each with its uid in
 * `__component`. Null clears the zone (specification §4.1).
 */
function planZone(part: BodyPart, name: string, attribute: DynamicZoneAttribute, input: unknown): ZoneWrite | null {
  const path = [...part.path, name]
  if (input === null) return { kind: 'zone', name, attribute, owner: part.schema, path, items: [] }
  if (!Array.isArray(input)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'array', input))
    return null
  }
  if (!checkCount(part.issues, path, attribute, input.length)) return null
  const items = input.flatMap((values: unknown, index) => planZoneItem(part, [...path, index], attribute, values) ?? [])
  checkDistinct(part, path, items)
  return { kind: 'zone', name, attribute, owner: part.schema, path, items }
}

function planZoneItem(
  part: BodyPart,
  path: Path,
  attribute: DynamicZoneAttribute,
  values: unknown,
): ComponentItem | null {
  if (!isRecord(values)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'object', values))
    return null
  }
  const uid = values['__component']
  const uidPath = [...path, '__component']
  if (uid === undefined || uid === null) {
    part.issues.add(uidPath, `${displayName(uidPath)} is a required field`)
    return null
  }
  if (typeof uid !== 'string' || !attribute.components.includes(uid)) {
    const allowed = attribute.components.join(', ')
    const hint = didYouMean(uid, attribute.components)
    part.issues.add(uidPath, `${displayName(uidPath)} must be one of the following values: ${allowed}${hint}`)
    return null
  }
  return planItem(part, path, part.context.registry.component(uid), values)
}

/** The keys that a component may have in addition to its attributes. */
const idOnly: ReadonlySet<string> = new Set(['id'])
const idAndComponent: ReadonlySet<string> = new Set(['id', '__component'])

/**
 * Plans one component. With an `id` it updates the entry's existing row; without an id it is new. In a new
 * entry or component all components are new. Their ids aren't stored, because clients copy them along with
 * other content. Lenient mode ignores these ids; strict mode checks them (`ComponentItem.copied`).
 */
function planItem(
  part: BodyPart,
  path: Path,
  component: Component,
  values: Readonly<Record<string, unknown>>,
): ComponentItem | null {
  if (part.depth === maximumComponentDepth) {
    const message = `${displayName(path)} is nested too deep: at most ${maximumComponentDepth} components may enclose a component`
    part.issues.add(path, message)
    return null
  }
  const input = part.isNew && !part.context.strict ? null : (values['id'] ?? null)
  const requestedId = input === null ? null : readId(input)
  if (input !== null && requestedId === null) {
    part.issues.add([...path, 'id'], `${displayName([...path, 'id'])} must be an id, but is ${printed(input)}`)
    return null
  }
  const id = part.isNew ? null : requestedId
  const copied = part.isNew ? requestedId : null
  const row = planRow(
    { ...part, schema: component, values, path, isNew: id === null, inherits: false, depth: part.depth + 1 },
    values['__component'] === component.uid ? idAndComponent : idOnly,
  )
  // A uid attribute of a component never gets a number, so its value is in `fields` and `generated` is empty.
  return { id, copied, component, path, fields: row.fields, secrets: row.secrets, links: row.links }
}

/** Reports components with the same id: the result would depend on the order in which they update the row. */
function checkDistinct(part: BodyPart, path: Path, items: readonly ComponentItem[]): void {
  const seen = new Set<string>()
  for (const { id, component } of items) {
    if (id === null) continue
    const key = `${component.uid} ${id}`
    if (seen.has(key)) part.issues.add(path, `${displayName(path)} names the component with id ${id} more than once`)
    seen.add(key)
  }
}
