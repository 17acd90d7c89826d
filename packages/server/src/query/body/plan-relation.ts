import { type RelationAttribute, isRecord } from '@content-api/model'
import { printed } from '../../attributes/invalid-type.js'
import type { MorphWrite, RelationWrite } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { planMorph } from './plan-morph.js'
import {
  plainItem,
  positionedItem,
  readItem,
  readItems,
  type RelationItem,
  reportUnknownKeys,
  mayRelateTo,
} from './relation-items.js'

type Steps = Pick<RelationWrite, 'clear' | 'disconnect' | 'connect' | 'strict'>

const operations = ['connect', 'disconnect', 'set'] as const
const keys = [...operations, 'options'] as const
const nothing: Steps = { clear: false, disconnect: [], connect: [], strict: true }

/**
 * Any form of specification §4.4 as steps; null: the relation stays as it is.
 * @throws ApiError ForbiddenError when the caller may not find the target
 */
export function planRelation(
  part: BodyPart,
  name: string,
  attribute: RelationAttribute,
  given: unknown,
): RelationWrite | MorphWrite | null {
  const path = [...part.path, name]
  if (attribute.target === undefined) return planMorph(part, name, attribute, given)
  const target = part.context.registry.contentType(attribute.target)
  mayRelateTo(part, target, path)
  const steps = readSteps(part, path, given, target.uid)
  if (!steps) return null
  if (attribute.required && isToOne(attribute) && steps.clear && steps.connect.length === 0 && given !== null) {
    part.issues.addIncomplete(path, `${displayName(path)} is required and must not be emptied`)
  }
  return { kind: 'relation', name, attribute, target, path, ...steps }
}

function isToOne({ relation }: RelationAttribute): boolean {
  return relation.endsWith('One')
}

function readSteps(part: BodyPart, path: Path, given: unknown, target: string): Steps | null {
  if (given === null) return { ...nothing, clear: true }
  const plain = { target, keys: plainItem }
  if (Array.isArray(given)) return setTo(part, path, readItems(part, path, given, plain))
  if (isRecord(given) && keys.some((key) => Object.hasOwn(given, key))) return readKeyed(part, path, given, target)
  if (isRecord(given) && !Object.hasOwn(given, 'id')) {
    if (Object.keys(given).length > 0) reportUnknownKeys(part, path, given, ['id', ...keys])
    else if (part.context.strict) {
      part.issues.add(path, `${displayName(path)} must be an id, an array of ids, or an object with ${keys.join(', ')}`)
    }
    return null
  }
  const item = readItem(part, path, given, plain)
  return item && setTo(part, path, [item])
}

function setTo(part: BodyPart, path: Path, items: readonly RelationItem[]): Steps {
  const seen = new Set<number>()
  const connect = items.filter(({ id }) => {
    const first = !seen.has(id)
    if (!first && part.context.strict) part.issues.add(path, `${displayName(path)} names the id ${id} more than once`)
    seen.add(id)
    return first
  })
  return { ...nothing, clear: true, connect }
}

function readKeyed(part: BodyPart, path: Path, given: Readonly<Record<string, unknown>>, target: string): Steps | null {
  reportUnknownKeys(part, path, given, keys)
  // A null is as good as left out (as observed).
  const present = operations.filter((key) => (given[key] ?? null) !== null)
  if (present.includes('set') && present.length > 1) {
    const message = `${displayName(path)}: set replaces all relations and cannot be combined with connect or disconnect`
    part.issues.add(path, message)
    return null
  }
  const strict = readOptions(part, [...path, 'options'], given['options'])
  const plain = { target, keys: plainItem }
  const steps: { -readonly [Key in keyof Steps]: Steps[Key] } = { ...nothing, strict }
  if (present.includes('set')) {
    return setTo(part, [...path, 'set'], readItems(part, [...path, 'set'], given['set'], plain))
  }
  if (present.includes('disconnect')) {
    const place = [...path, 'disconnect']
    // An id that can't exist isn't connected either, which is no mistake in a disconnect.
    steps.disconnect = readItems(part, place, given['disconnect'], plain).map(({ id }) => id)
  }
  if (present.includes('connect')) {
    const place = [...path, 'connect']
    steps.connect = readItems(part, place, given['connect'], { target, keys: positionedItem })
    const repeated = firstRepeated(steps.connect)
    if (repeated !== null) {
      const message = `The relation with id ${repeated} is already connected. You cannot connect the same relation twice.`
      part.issues.add(place, message, { bare: true })
    }
  }
  return steps.connect.length > 0 || steps.disconnect.length > 0 ? steps : null
}

function firstRepeated(items: readonly RelationItem[]): number | null {
  const seen = new Set<number>()
  for (const { id } of items) {
    if (seen.has(id)) return id
    seen.add(id)
  }
  return null
}

function readOptions(part: BodyPart, path: Path, given: unknown): boolean {
  if (given === undefined || given === null) return true
  const strict = isRecord(given) ? (given['strict'] ?? true) : given
  if (isRecord(given)) reportUnknownKeys(part, path, given, ['strict'])
  if (typeof strict === 'boolean' && isRecord(given)) return strict
  part.issues.add(path, `${displayName(path)} must be { strict: true } or { strict: false }, but is ${printed(given)}`)
  return true
}
