import { closest, isRecord, type ContentType } from '@content-api/model'
import { printed } from '../../attributes/invalid-type.js'
import { ApiError } from '../../errors/api-error.js'
import { readId } from '../raw-value.js'
import type { Position } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { maximumRelationItems } from './bounds.js'

export interface RelationItem {
  readonly id: number
  readonly position: Position
}

/** How the items of one list are read: which type they point at, and which keys an object among them may have. */
export interface ItemRules {
  readonly target: string
  readonly keys: readonly string[]
}

export const plainItem = ['id', 'type'] as const
export const positionedItem = ['id', 'type', 'position'] as const

const end: Position = { end: true }

/** Reads a list of ids and `{ id }` objects (specification §4.4); what can't be read is among the issues. */
export function readItems(part: BodyPart, path: Path, given: unknown, rules: ItemRules): RelationItem[] {
  if (!Array.isArray(given)) {
    part.issues.add(path, `Invalid relations: ${displayName(path)} must be an array of ids, but is ${printed(given)}`)
    return []
  }
  if (given.length > maximumRelationItems) {
    const message = `${displayName(path)} must have at most ${maximumRelationItems} items, but has ${given.length}`
    part.issues.add(path, message)
    return []
  }
  return given.flatMap((item: unknown, index) => readItem(part, [...path, index], item, rules) ?? [])
}

export function readItem(part: BodyPart, path: Path, given: unknown, rules: ItemRules): RelationItem | null {
  if (given === null || Array.isArray(given) || (isRecord(given) && (given['id'] ?? null) === null)) {
    const message = `Invalid relations: ${displayName(path)} must be an id or an object with an id, but is ${printed(given)}`
    part.issues.add(path, message)
    return null
  }
  const id = readId(isRecord(given) ? given['id'] : given)
  if (id === null) {
    part.issues.add(path, notAnEntry(rules.target, isRecord(given) ? given['id'] : given))
    return null
  }
  if (!isRecord(given)) return { id, position: end }
  reportUnknownKeys(part, path, given, rules.keys)
  if (!rules.keys.includes('position') || !Object.hasOwn(given, 'position')) return { id, position: end }
  const position = readPosition(part, [...path, 'position'], given['position'], id)
  return position && { id, position }
}

/** Each key of a position and how its value is read. */
const positions = {
  before: readAnchor,
  after: readAnchor,
  start: readFlag,
  end: readFlag,
} satisfies Record<string, (value: unknown) => number | true | null>

const positionForms = '{ before: <id> }, { after: <id> }, { start: true } or { end: true }'

/** Exactly one of the keys (specification §4.4, rule 2). */
function readPosition(part: BodyPart, path: Path, given: unknown, id: number): Position | null {
  const [key, ...more] = isRecord(given) ? Object.keys(given) : []
  const known = key !== undefined && Object.hasOwn(positions, key) ? (key as keyof typeof positions) : null
  if (!isRecord(given) || !known || more.length > 0) {
    const message = `${displayName(path)} must be exactly one of ${positionForms}, but is ${printed(given)}`
    part.issues.add(path, message, { bare: true })
    return null
  }
  const value = positions[known](given[known])
  if (value === null) {
    const wanted = positions[known] === readFlag ? 'true' : 'the id of a related entry, as a number'
    const place = [...path, known]
    const message = `${displayName(place)} must be ${wanted}, but is ${printed(given[known])}`
    part.issues.add(place, message, { bare: true })
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

/** In strict mode, names the keys of an object that mean nothing here, and what was probably meant. */
export function reportUnknownKeys(
  part: BodyPart,
  path: Path,
  given: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): void {
  if (!part.context.strict) return
  const unknown = Object.keys(given).find((key) => !keys.includes(key))
  if (unknown === undefined) return
  const near = closest(unknown, keys)
  const hint = near === undefined ? `: known are ${keys.join(', ')}` : `. Did you mean ${near}?`
  part.issues.add([...path, unknown], `${displayName([...path, unknown])} is not a key that has a meaning here${hint}`)
}

/** The observed wording for what can't be the id of an entry of this type. */
export function notAnEntry(type: string, value: unknown): string {
  return `1 relation(s) of type ${type} associated with this entity do not exist: ${printed(value)} is not an id`
}

/**
 * Nothing is dropped silently: what a caller may not see, it may not relate to.
 * @throws ApiError ForbiddenError
 */
export function mayRelateTo(part: BodyPart, target: ContentType, path: Path): void {
  if (part.context.can('find', target)) return
  throw new ApiError('ForbiddenError', `Forbidden: ${displayName(path)} relates to a type that you may not find`)
}
