import type { Component, ComponentAttribute, DynamicZoneAttribute } from '@content-api/model'
import { printed } from '../../attributes/invalid-type.js'
import { readId } from '../raw-value.js'
import type { ComponentItem } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { maximumComponentDepth, maximumComponentItems } from './bounds.js'

/** What a component's values may hold besides its attributes. */
const idOnly: ReadonlySet<string> = new Set(['id'])
const idAndComponent: ReadonlySet<string> = new Set(['id', '__component'])

/**
 * One component: with an `id` it will be merged into the row that the entry has, without it is new. In a new entry or
 * component everything is new, whatever the ids: they come with what clients copy.
 */
export function planItem(
  part: BodyPart,
  path: Path,
  component: Component,
  values: Readonly<Record<string, unknown>>,
): ComponentItem | null {
  if (part.depth === maximumComponentDepth) {
    const message = `${displayName(path)} is nested too deep: components may stand in ${maximumComponentDepth} others`
    part.issues.add(path, message)
    return null
  }
  const given = part.fresh && !part.context.strict ? null : (values['id'] ?? null)
  const named = given === null ? null : readId(given)
  if (given !== null && named === null) {
    part.issues.add([...path, 'id'], `${displayName([...path, 'id'])} must be an id, but is ${printed(given)}`)
    return null
  }
  const id = part.fresh ? null : named
  const copied = part.fresh ? named : null
  const row = part.planRow(
    { ...part, schema: component, values, path, fresh: id === null, inherits: false, depth: part.depth + 1 },
    values['__component'] === component.uid ? idAndComponent : idOnly,
  )
  // The uid of a component is never numbered, so it is among the fields.
  return { id, copied, component, path, fields: row.fields, secrets: row.secrets, links: row.links }
}

/** Holds a list of components against `min` and `max`; false when it is too long to be looked at. */
export function checkCount(
  part: BodyPart,
  path: Path,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  count: number,
): boolean {
  const { min, max = maximumComponentItems, required } = attribute
  const name = displayName(path)
  if (min !== undefined && count < min && (count > 0 || required)) {
    part.issues.add(path, `${name} field must have at least ${min} items`)
  }
  if (count <= max) return true
  part.issues.add(path, `${name} field must have less than or equal to ${max} items`)
  return false
}

/** Merging two items into one row would make the answer depend on their order. */
export function checkDistinct(part: BodyPart, path: Path, items: readonly ComponentItem[]): void {
  const seen = new Set<string>()
  for (const { id, component } of items) {
    if (id === null) continue
    const key = `${component.uid} ${id}`
    if (seen.has(key)) part.issues.add(path, `${displayName(path)} names the component with id ${id} more than once`)
    seen.add(key)
  }
}
