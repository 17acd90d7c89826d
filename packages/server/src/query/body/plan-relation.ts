import { type RelationAttribute, isRecord } from '@content-api/model'
import { printed } from '@content-api/engine/attributes/invalid-type'
import type { MorphWrite, RelationWrite } from '@content-api/engine/plan/write-plan'
import { displayName, type Path } from '@content-api/engine/plan/body-issues'
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
const noSteps: Steps = { clear: false, disconnect: [], connect: [], strict: true }

/**
 * Plans a relation from any input form of specification §4.4. Returns null if the relation doesn't change.
 * @throws ApiError ForbiddenError if the caller may not find the target type
 */
export function planRelation(
  part: BodyPart,
  name: string,
  attribute: RelationAttribute,
  input: unknown,
): RelationWrite | MorphWrite | null {
  const path = [...part.path, name]
  if (attribute.target === undefined) return planMorph(part, name, attribute, input)
  const target = part.context.registry.contentType(attribute.target)
  mayRelateTo(part, target, path)
  const steps = readSteps(part, path, input, target.uid)
  if (!steps) return null
  if (attribute.required && isToOne(attribute) && steps.clear && steps.connect.length === 0 && input !== null) {
    part.issues.addIncomplete(path, `${displayName(path)} is required and must not be emptied`)
  }
  return { kind: 'relation', name, attribute, target, path, ...steps }
}

function isToOne({ relation }: RelationAttribute): boolean {
  return relation.endsWith('One')
}

function readSteps(part: BodyPart, path: Path, input: unknown, target: string): Steps | null {
  if (input === null) return { ...noSteps, clear: true }
  const plain = { target, keys: plainItem }
  if (Array.isArray(input)) return setTo(part, path, readItems(part, path, input, plain))
  if (isRecord(input) && keys.some((key) => Object.hasOwn(input, key))) return readKeyed(part, path, input, target)
  if (isRecord(input) && !Object.hasOwn(input, 'id')) {
    if (Object.keys(input).length > 0) reportUnknownKeys(part, path, input, ['id', ...keys])
    else if (part.context.strict) {
      part.issues.add(path, `${displayName(path)} must be an id, an array of ids, or an object with ${keys.join(', ')}`)
    }
    return null
  }
  const item = readItem(part, path, input, plain)
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
  return { ...noSteps, clear: true, connect }
}

function readKeyed(part: BodyPart, path: Path, input: Readonly<Record<string, unknown>>, target: string): Steps | null {
  reportUnknownKeys(part, path, input, keys)
  // Null counts as absent (as in Strapi 4.26).
  const present = operations.filter((key) => (input[key] ?? null) !== null)
  if (present.includes('set') && present.length > 1) {
    const message = `${displayName(path)}: set replaces all relations and cannot be combined with connect or disconnect`
    part.issues.add(path, message)
    return null
  }
  const strict = readOptions(part, [...path, 'options'], input['options'])
  const plain = { target, keys: plainItem }
  const steps: { -readonly [Key in keyof Steps]: Steps[Key] } = { ...noSteps, strict }
  if (present.includes('set')) {
    return setTo(part, [...path, 'set'], readItems(part, [...path, 'set'], input['set'], plain))
  }
  if (present.includes('disconnect')) {
    // An id that no entry has is allowed here: it isn't connected, so disconnecting it does nothing.
    steps.disconnect = readItems(part, [...path, 'disconnect'], input['disconnect'], plain).map(({ id }) => id)
  }
  if (present.includes('connect')) {
    const connectPath = [...path, 'connect']
    steps.connect = readItems(part, connectPath, input['connect'], { target, keys: positionedItem })
    const repeated = firstRepeated(steps.connect)
    if (repeated !== null) {
      const message = `The relation with id ${repeated} is already connected. You cannot connect the same relation twice.`
      part.issues.add(connectPath, message, { bare: true })
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

function readOptions(part: BodyPart, path: Path, input: unknown): boolean {
  if (input === undefined || input === null) return true
  const strict = isRecord(input) ? (input['strict'] ?? true) : input
  if (isRecord(input)) reportUnknownKeys(part, path, input, ['strict'])
  if (typeof strict === 'boolean' && isRecord(input)) return strict
  part.issues.add(path, `${displayName(path)} must be { strict: true } or { strict: false }, but is ${printed(input)}`)
  return true
}
