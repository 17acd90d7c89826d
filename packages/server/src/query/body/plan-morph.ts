import { didYouMean } from '@content-api/engine/errors/did-you-mean'
import { type ContentType, type RelationAttribute, isRecord } from '@content-api/model'
import { printed } from '@content-api/engine/attributes/invalid-type'
import { readId } from '../raw-value.js'
import type { MorphWrite } from '@content-api/engine/plan/write-plan'
import { displayName, type Path } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { maximumRelationItems } from './bounds.js'
import { mayRelateTo, notAnEntry, reportUnknownKeys } from './relation-items.js'

type MorphItem = MorphWrite['set'][number]

/** Plans a relation to entries of any type. The input is the complete list: `{ id, __type }` or an array of these. */
export function planMorph(
  part: BodyPart,
  name: string,
  attribute: RelationAttribute,
  input: unknown,
): MorphWrite | null {
  const path = [...part.path, name]
  const list = readList(part, path, input)
  if (!list) return null
  const items = list.flatMap((item, index) => readMorphItem(part, Array.isArray(input) ? [...path, index] : path, item))
  const seen = new Set<string>()
  const set = items.filter(({ type, id }) => {
    const key = `${type.uid} ${id}`
    const first = !seen.has(key)
    if (!first && part.context.strict) part.issues.add(path, `${displayName(path)} names ${key} more than once`)
    seen.add(key)
    return first
  })
  return { kind: 'morph', name, attribute, path, set: attribute.relation === 'morphToOne' ? set.slice(-1) : set }
}

function readList(part: BodyPart, path: Path, input: unknown): readonly unknown[] | null {
  if (input === null) return []
  const list = isRecord(input) && Object.hasOwn(input, 'set') && !Object.hasOwn(input, 'id') ? input['set'] : input
  if (isRecord(list) && ['connect', 'disconnect'].some((key) => Object.hasOwn(list, key))) {
    const message = `${displayName(path)} may point at any type and can only be written as a whole, as { id, __type }`
    part.issues.add(path, `${message} or an array of these`)
    return null
  }
  if (!Array.isArray(list)) return [list]
  if (list.length <= maximumRelationItems) return list
  part.issues.add(path, `${displayName(path)} must have at most ${maximumRelationItems} items, but has ${list.length}`)
  return null
}

function readMorphItem(part: BodyPart, path: Path, input: unknown): MorphItem[] {
  const uid = isRecord(input) ? input['__type'] : undefined
  if (!isRecord(input) || typeof uid !== 'string') {
    part.issues.add(
      path,
      `${displayName(path)} must be { id, __type: <uid of a content type> }, but is ${printed(input)}`,
    )
    return []
  }
  reportUnknownKeys(part, path, input, ['id', '__type'])
  const type = findType(part, [...path, '__type'], uid)
  if (!type) return []
  const id = readId(input['id'])
  if (id !== null) return [{ type, id }]
  part.issues.add(path, notAnEntry(type.uid, input['id']))
  return []
}

function findType(part: BodyPart, path: Path, uid: string): ContentType | null {
  const { registry, can } = part.context
  const type = registry.contentTypes.get(uid)
  if (type) {
    mayRelateTo(part, type, path)
    return type
  }
  const usable = [...registry.contentTypes.values()].filter((type) => can('find', type)).map(({ uid }) => uid)
  const hint = didYouMean(uid, usable)
  part.issues.add(path, `${displayName(path)} is not a content type: ${printed(uid)}${hint}`)
  return null
}
