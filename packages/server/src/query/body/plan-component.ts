import { type ComponentAttribute, isRecord } from '@content-api/model'
import { invalidType } from '@content-api/engine/attributes/invalid-type'
import type { ComponentItem, ComponentWrite } from '@content-api/engine/plan/write-plan'
import { displayName } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { checkCount, checkDistinct, planItem } from './component-items.js'

/**
 * Plans a component attribute. The input is an object; for a repeatable component it is an array, the new
 * list. Null clears the attribute (specification §4.1).
 */
export function planComponent(
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
  if (attribute.repeatable && input !== null && !checkCount(part, path, attribute, list.length)) return null
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
