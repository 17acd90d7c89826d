import type { Component, ComponentAttribute, DynamicZoneAttribute } from '@content-api/model'
import { printed } from '@content-api/engine/attributes/invalid-type'
import { readId } from '../raw-value.js'
import type { ComponentItem } from '@content-api/engine/plan/write-plan'
import { displayName, type Path, tooFew } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { maximumComponentDepth, maximumComponentItems } from './bounds.js'

/** The keys that a component may have in addition to its attributes. */
const idOnly: ReadonlySet<string> = new Set(['id'])
const idAndComponent: ReadonlySet<string> = new Set(['id', '__component'])

/**
 * Plans one component. With an `id` it updates the entry's existing row; without an id it is new. In a new
 * entry or component all components are new. Their ids aren't stored, because clients copy them along with
 * other content. Lenient mode ignores these ids; strict mode checks them (`ComponentItem.copied`).
 */
export function planItem(
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
  const row = part.planRow(
    { ...part, schema: component, values, path, isNew: id === null, inherits: false, depth: part.depth + 1 },
    values['__component'] === component.uid ? idAndComponent : idOnly,
  )
  // A uid attribute of a component never gets a number, so its value is in `fields` and `generated` is empty.
  return { id, copied, component, path, fields: row.fields, secrets: row.secrets, links: row.links }
}

type Holder = ComponentAttribute | DynamicZoneAttribute

/** Checks the number of components against `min` and `max`. Returns false if there are too many to check each. */
export function checkCount(
  { issues }: Pick<BodyPart, 'issues'>,
  path: Path,
  attribute: Holder,
  count: number,
): boolean {
  const { max = maximumComponentItems } = attribute
  const few = tooFew(path, attribute, count)
  if (few) issues.add(few.path, few.message)
  if (count <= max) return true
  issues.add(path, `${displayName(path)} field must have less than or equal to ${max} items`)
  return false
}

/** Reports components with the same id: the result would depend on the order in which they update the row. */
export function checkDistinct(part: BodyPart, path: Path, items: readonly ComponentItem[]): void {
  const seen = new Set<string>()
  for (const { id, component } of items) {
    if (id === null) continue
    const key = `${component.uid} ${id}`
    if (seen.has(key)) part.issues.add(path, `${displayName(path)} names the component with id ${id} more than once`)
    seen.add(key)
  }
}
