import { type DynamicZoneAttribute, isRecord } from '@content-api/model'
import { invalidType } from '../../attributes/invalid-type.js'
import { didYouMean } from '../../errors/did-you-mean.js'
import type { ComponentItem, ZoneWrite } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { checkCount, checkDistinct, planItem } from './component-items.js'

/** A dynamic zone: an array of components, each naming its own in `__component`; it replaces the old list. */
export function planZone(
  part: BodyPart,
  name: string,
  attribute: DynamicZoneAttribute,
  given: unknown,
): ZoneWrite | null {
  const path = [...part.path, name]
  if (!Array.isArray(given)) {
    part.issues.addInvalid(path, invalidType(displayName(path), 'array', given))
    return null
  }
  if (!checkCount(part, path, attribute, given.length)) return null
  const items = given.flatMap((values: unknown, index) => planZoneItem(part, [...path, index], attribute, values) ?? [])
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
  const place = [...path, '__component']
  if (uid === undefined || uid === null) {
    part.issues.add(place, `${displayName(place)} is a required field`)
    return null
  }
  if (typeof uid !== 'string' || !attribute.components.includes(uid)) {
    const allowed = attribute.components.join(', ')
    const hint = didYouMean(uid, attribute.components)
    part.issues.add(place, `${displayName(place)} must be one of the following values: ${allowed}${hint}`)
    return null
  }
  return planItem(part, path, part.context.registry.component(uid), values)
}
