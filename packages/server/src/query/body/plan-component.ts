import { type ComponentAttribute, isRecord } from '@content-api/model'
import { invalidType } from '../../attributes/invalid-type.js'
import type { ComponentItem, ComponentWrite } from '../write-plan.js'
import { displayName } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { checkCount, checkDistinct, planItem } from './component-items.js'

/** A component: an object or null; a repeatable one: an array, which replaces the old list. */
export function planComponent(
  part: BodyPart,
  name: string,
  attribute: ComponentAttribute,
  given: unknown,
): ComponentWrite | null {
  const path = [...part.path, name]
  const component = part.context.registry.component(attribute.component)
  const kind = attribute.repeatable ? 'array' : 'object'
  const list = attribute.repeatable ? given : given === null ? [] : [given]
  if (!Array.isArray(list)) {
    part.issues.addInvalid(path, invalidType(displayName(path), kind, given))
    return null
  }
  if (attribute.repeatable && !checkCount(part, path, attribute, list.length)) return null
  const items: ComponentItem[] = []
  for (const [index, values] of list.entries()) {
    const place = attribute.repeatable ? [...path, index] : path
    if (!isRecord(values)) {
      part.issues.addInvalid(place, invalidType(displayName(place), 'object', values))
      continue
    }
    const item = planItem(part, place, component, values)
    if (item) items.push(item)
  }
  checkDistinct(part, path, items)
  return { kind: 'component', name, attribute, owner: part.schema, path, items }
}
