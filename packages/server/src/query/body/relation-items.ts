import { closest, isRecord, type ContentType } from '@content-api/model'
import { printed } from '@content-api/engine/attributes/invalid-type'
import { ApiError } from '@content-api/engine/errors/api-error'
import { readId } from '../raw-value.js'
import type { Position } from '@content-api/engine/plan/write-plan'
import { displayName, type Path } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { maximumRelationItems } from './bounds.js'

export interface RelationItem {
  readonly id: number
  readonly position: Position
}

/** The rules for the items of a list: the uid of the target type, and the keys that item objects may have. */
export interface ItemRules {
  readonly target: string
  readonly keys: readonly string[]
}

export const plainItem = ['id', 'type'] as const
export const positionedItem = ['id', 'type', 'position'] as const

const end: Position = { end: true }

/** Parses a list of ids and `{ id }` objects (specification §4.4). Invalid items are added to `part.issues`. */
export function readItems(part: BodyPart, path: Path, input: unknown, rules: ItemRules): RelationItem[] {
  if (!Array.isArray(input)) {
    part.issues.add(path, `Invalid relations: ${displayName(path)} must be an array of ids, but is ${printed(input)}`)
    return []
  }
  if (input.length > maximumRelationItems) {
    const message = `${displayName(path)} must have at most ${maximumRelationItems} items, but has ${input.length}`
    part.issues.add(path, message)
    return []
  }
  return input.flatMap((item: unknown, index) => readItem(part, [...path, index], item, rules) ?? [])
}

export function readItem(part: BodyPart, path: Path, input: unknown, rules: ItemRules): RelationItem | null {
  if (input === null || Array.isArray(input) || (isRecord(input) && (input['id'] ?? null) === null)) {
    const message = `Invalid relations: ${displayName(path)} must be an id or an object with an id, but is ${printed(input)}`
    part.issues.add(path, message)
    return null
  }
  const id = readId(isRecord(input) ? input['id'] : input)
  if (id === null) {
    part.issues.add(path, notAnEntry(rules.target, isRecord(input) ? input['id'] : input))
    return null
  }
  if (!isRecord(input)) return { id, position: end }
  reportUnknownKeys(part, path, input, rules.keys)
  if (!rules.keys.includes('position') || !Object.hasOwn(input, 'position')) return { id, position: end }
  const position = readPosition(part, [...path, 'position'], input['position'], id)
  return position && { id, position }
}

/** The parser of each key of a position. */
const positions = {
  before: readAnchor,
  after: readAnchor,
  start: readFlag,
  end: readFlag,
} satisfies Record<string, (value: unknown) => number | true | null>

const positionForms = '{ before: <id> }, { after: <id> }, { start: true } or { end: true }'

/** Parses a position, which must have exactly one key (specification §4.4, rule 2). */
function readPosition(part: BodyPart, path: Path, input: unknown, id: number): Position | null {
  const [key, ...more] = isRecord(input) ? Object.keys(input) : []
  const known = key !== undefined && Object.hasOwn(positions, key) ? (key as keyof typeof positions) : null
  if (!isRecord(input) || !known || more.length > 0) {
    const message = `${displayName(path)} must be exactly one of ${positionForms}, but is ${printed(input)}`
    part.issues.add(path, message, { bare: true })
    return null
  }
  const value = positions[known](input[known])
  if (value === null) {
    const wanted = positions[known] === readFlag ? 'true' : 'the id of a related entry, as a number'
    const keyPath = [...path, known]
    const message = `${displayName(keyPath)} must be ${wanted}, but is ${printed(input[known])}`
    part.issues.add(keyPath, message, { bare: true })
    return null
  }
  if (value === id) {
    const message = `${displayName(path)} places the relation with id ${id} ${known} itself, a circular reference`
    part.issues.add(path, message, { bare: true })
    return null
  }
  return { [known]: value } as unknown as Position
}

function readAnchor(value: unknown): number | null {
  return typeof value === 'number' ? readId(value) : null
}

function readFlag(value: unknown): true | null {
  return value === true ? true : null
}

/** In strict mode, reports the first unknown key of an object, with a suggestion. */
export function reportUnknownKeys(
  part: BodyPart,
  path: Path,
  input: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): void {
  if (!part.context.strict) return
  const unknown = Object.keys(input).find((key) => !keys.includes(key))
  if (unknown === undefined) return
  part.issues.add([...path, unknown], `${displayName([...path, unknown])} is not a valid key${hintFor(unknown, keys)}`)
}

function hintFor(unknown: string, keys: readonly string[]): string {
  if (unknown === 'data') return ': only responses have it. Send ids instead'
  const near = closest(unknown, keys)
  return near === undefined ? `: known are ${keys.join(', ')}` : `. Did you mean ${near}?`
}

/** Returns the message for a value that can't be the id of an entry of this type, in the words of Strapi 4.26. */
export function notAnEntry(type: string, value: unknown): string {
  return `1 relation(s) of type ${type} associated with this entity do not exist: ${printed(value)} is not an id`
}

/**
 * Checks that the caller may relate an entry to the target type, which requires permission to read the type.
 * Without this permission the relation is an error; it is never silently ignored.
 * @throws ApiError ForbiddenError
 */
export function mayRelateTo(part: BodyPart, target: ContentType, path: Path): void {
  if (part.context.can('find', target)) return
  throw new ApiError('ForbiddenError', `Forbidden: ${displayName(path)} relates to a type that you may not find`)
}
