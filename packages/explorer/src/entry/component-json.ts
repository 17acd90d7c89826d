import type { AttributeType, ComponentAttribute, DynamicZoneAttribute } from '@content-api/model'
import type { ExplorerAttribute, ExplorerComponent } from '../protocol.js'
import { isRecord } from '../model/is-record.js'

/** Returns a component of the model by its uid, with the attributes that the identity may see. */
export type FindComponent = (uid: string) => Pick<ExplorerComponent, 'attributes'> | undefined

type ComponentLink = ComponentAttribute | DynamicZoneAttribute
type Attributes = readonly Pick<ExplorerAttribute, 'name' | 'options'>[]

const links: readonly AttributeType[] = ['media', 'relation', 'component', 'dynamiczone']

export const isComponentLink = (attribute: ExplorerAttribute['options']): attribute is ComponentLink =>
  attribute.type === 'component' || attribute.type === 'dynamiczone'

export interface JsonIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Converts components from the flat form that was read to the form of a request: files and entries become ids. */
export function writableComponents(value: unknown, attribute: ComponentLink, componentOf: FindComponent): unknown {
  const ofZone = attribute.type === 'dynamiczone'
  const one = (item: unknown): unknown => {
    if (!isRecord(item)) return item
    const uid = ofZone ? String(item['__component']) : attribute.component
    return writableComponent(item, componentOf(uid)?.attributes ?? [], componentOf)
  }
  return Array.isArray(value) ? value.map(one) : value === null || value === undefined ? null : one(value)
}

function writableComponent(
  item: Readonly<Record<string, unknown>>,
  attributes: Attributes,
  componentOf: FindComponent,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      const attribute = attributes.find((one) => one.name === name)?.options
      if (!attribute || !links.includes(attribute.type)) return [name, value]
      return [name, isComponentLink(attribute) ? writableComponents(value, attribute, componentOf) : reference(value)]
    }),
  )
}

function reference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reference)
  if (!isRecord(value)) return value
  const { id, __type } = value
  return __type === undefined ? id : { id, __type }
}

/**
 * Returns the problems of components in JSON: missing objects or lists, unknown components and attributes.
 * The server checks the values of attributes.
 */
export function componentIssues(
  value: unknown,
  attribute: ComponentLink,
  componentOf: FindComponent,
): readonly JsonIssue[] {
  if (value === null) return []
  const issues: JsonIssue[] = []
  checkItems(value, attribute, { componentOf, path: [], issues })
  return issues
}

interface Place {
  readonly componentOf: FindComponent
  readonly path: readonly (string | number)[]
  readonly issues: JsonIssue[]
}

const inside = (place: Place, step: string | number): Place => ({ ...place, path: [...place.path, step] })
const tell = ({ issues, path }: Place, message: string): void => void issues.push({ path, message })

function checkItems(value: unknown, attribute: ComponentLink, place: Place): void {
  const isList = attribute.type === 'dynamiczone' || attribute.repeatable
  if (!isList) return checkItem(value, attribute, place)
  if (!Array.isArray(value)) return tell(place, 'Enter a list of components: [ { … } ]')
  for (const [index, item] of value.entries()) checkItem(item, attribute, inside(place, index))
}

function checkItem(item: unknown, attribute: ComponentLink, place: Place): void {
  if (!isRecord(item)) return tell(place, 'Enter a component: { … }')
  const allowed = attribute.type === 'dynamiczone' ? attribute.components : [attribute.component]
  const uid = attribute.type === 'dynamiczone' ? item['__component'] : attribute.component
  const known = allowed.filter((one) => place.componentOf(one))
  if (typeof uid !== 'string' || !known.includes(uid)) {
    return tell(inside(place, '__component'), `"__component" names the component: ${known.join(', ')}`)
  }
  checkMembers(item, place.componentOf(uid)?.attributes ?? [], place)
}

function checkMembers(item: Readonly<Record<string, unknown>>, attributes: Attributes, place: Place): void {
  for (const [name, value] of Object.entries(item)) {
    if (name === 'id' || name === '__component') continue
    const attribute = attributes.find((one) => one.name === name)?.options
    if (!attribute) {
      const names = attributes.flatMap((one) => (one.name === 'id' ? [] : [one.name]))
      const advice = names.length > 0 ? ` Use one of: ${names.join(', ')}` : ''
      tell(inside(place, name), `${name} is not an attribute of this component.${advice}`)
    } else if (value !== null && isComponentLink(attribute)) {
      checkItems(value, attribute, inside(place, name))
    }
  }
}
