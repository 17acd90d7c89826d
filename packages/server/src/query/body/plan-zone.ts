import { type DynamicZoneAttribute, isRecord } from '@content-api/model'
import { invalidType } from '@content-api/engine/attributes/invalid-type'
import { didYouMean } from '@content-api/engine/errors/did-you-mean'
import type { ComponentItem, ZoneWrite } from '@content-api/engine/plan/write-plan'
import { displayName, type Path } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { checkCount, checkDistinct, planItem } from './component-items.js'

/**
 * Plans a dynamic zone. The input is the new list: an array of components, each with its uid in
 * `__component`. Null clears the zone (specification §4.1).
 */
export function planZone(
  part: BodyPart,
  name: string,
  attribute: DynamicZoneAttribute,
  input: unknown,
): ZoneWrite | null {
  const path = [...part.path, name]
  if (input === null) return { kind: 'zone', name, attribute, owner: part.schema, path, items: [] }
  if (!Array.isArray(input)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'array', input))
    return null
  }
  if (!checkCount(part, path, attribute, input.length)) return null
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
