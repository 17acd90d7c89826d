import {
  type RelationAttribute,
  isRecord,
  type ContentType,
  type MediaAttribute,
  closest,
  listed,
} from '@content-api/model'
import { printed } from '@content-api/engine/attributes'
import {
  displayName,
  fileContentType,
  fileType,
  type MediaWrite,
  type MorphWrite,
  type Path,
  type Position,
  type RelationWrite,
} from '@content-api/engine/plan'
import { ApiError, didYouMean } from '@content-api/engine/errors'
import { type BodyPart, maximumRelationItems, reject } from './body-part.js'
import { readId } from '../raw-value.js'
import type { PlanContext } from '../plan-context.js'

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
    else if (part.context.strict)
      reject(part, path, `must be an id, an array of ids, or an object with ${listed(keys)}`)
    return null
  }
  const item = readItem(part, path, input, plain)
  return item && setTo(part, path, [item])
}

function setTo(part: BodyPart, path: Path, items: readonly RelationItem[]): Steps {
  return { ...noSteps, clear: true, connect: withoutRepeated(part, path, items, ({ id }) => `the id ${id}`) }
}

/** Returns the items without those that an earlier one names. Strict mode reports them. */
function withoutRepeated<Item>(part: BodyPart, path: Path, items: readonly Item[], nameOf: (item: Item) => string) {
  const seen = new Set<string>()
  return items.filter((item) => {
    const name = nameOf(item)
    const isFirst = !seen.has(name)
    if (!isFirst && part.context.strict) reject(part, path, `names ${name} more than once`)
    seen.add(name)
    return isFirst
  })
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
  if (isRecord(input)) {
    reportUnknownKeys(part, path, input, ['strict'])
    const strict = input['strict'] ?? true
    if (typeof strict === 'boolean') return strict
  }
  reject(part, path, `must be { strict: true } or { strict: false }, but is ${printed(input)}`)
  return true
}

type MorphItem = MorphWrite['set'][number]

/** Plans a relation to entries of any type. The input is the complete list: `{ id, __type }` or an array of these. */
function planMorph(part: BodyPart, name: string, attribute: RelationAttribute, input: unknown): MorphWrite | null {
  const path = [...part.path, name]
  const list = readList(part, path, input)
  if (!list) return null
  const items = list.flatMap((item, index) => readMorphItem(part, Array.isArray(input) ? [...path, index] : path, item))
  const set = withoutRepeated(part, path, items, ({ type, id }) => `${type.uid} ${id}`)
  return { kind: 'morph', name, attribute, path, set: attribute.relation === 'morphToOne' ? set.slice(-1) : set }
}

function readList(part: BodyPart, path: Path, input: unknown): readonly unknown[] | null {
  if (input === null) return []
  const list = isRecord(input) && Object.hasOwn(input, 'set') && !Object.hasOwn(input, 'id') ? input['set'] : input
  if (isRecord(list) && ['connect', 'disconnect'].some((key) => Object.hasOwn(list, key))) {
    return reject(
      part,
      path,
      'may point at any type and can only be written as a whole, as { id, __type } or an array of these',
    )
  }
  if (!Array.isArray(list)) return [list]
  return list.length <= maximumRelationItems ? list : rejectLength(part, path, list)
}

function rejectLength(part: BodyPart, path: Path, { length }: readonly unknown[]): null {
  return reject(part, path, `must have at most ${maximumRelationItems} items, but has ${length}`)
}

function readMorphItem(part: BodyPart, path: Path, input: unknown): MorphItem[] {
  const uid = isRecord(input) ? input['__type'] : undefined
  if (!isRecord(input) || typeof uid !== 'string') {
    reject(part, path, `must be { id, __type: <uid of a content type> }, but is ${printed(input)}`)
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
  return reject(part, path, `is not a content type: ${printed(uid)}${didYouMean(uid, usable)}`)
}

interface RelationItem {
  readonly id: number
  readonly position: Position
}

/** The rules for the items of a list: the uid of the target type, and the keys that item objects may have. */
interface ItemRules {
  readonly target: string
  readonly keys: readonly string[]
}

const plainItem = ['id', 'type'] as const
const positionedItem = ['id', 'type', 'position'] as const

const end: Position = { end: true }

/** Parses a list of ids and `{ id }` objects (specification §4.4). Invalid items are added to `part.issues`. */
function readItems(part: BodyPart, path: Path, input: unknown, rules: ItemRules): RelationItem[] {
  if (!Array.isArray(input)) {
    part.issues.add(path, `Invalid relations: ${displayName(path)} must be an array of ids, but is ${printed(input)}`)
    return []
  }
  if (input.length > maximumRelationItems) {
    rejectLength(part, path, input)
    return []
  }
  return input.flatMap((item: unknown, index) => readItem(part, [...path, index], item, rules) ?? [])
}

function readItem(part: BodyPart, path: Path, input: unknown, rules: ItemRules): RelationItem | null {
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

const readAnchor = (value: unknown) => (typeof value === 'number' ? readId(value) : null)
const readFlag = (value: unknown) => (value === true ? value : null)

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
    return reject(part, path, `must be exactly one of ${positionForms}, but is ${printed(input)}`, true)
  }
  const value = positions[known](input[known])
  if (value === null) {
    const wanted = positions[known] === readFlag ? 'true' : 'the id of a related entry, as a number'
    return reject(part, [...path, known], `must be ${wanted}, but is ${printed(input[known])}`, true)
  }
  if (value === id) {
    return reject(part, path, `places the relation with id ${id} ${known} itself, a circular reference`, true)
  }
  return { [known]: value } as unknown as Position
}

/** In strict mode, reports the first unknown key of an object, with a suggestion. */
function reportUnknownKeys(
  part: BodyPart,
  path: Path,
  input: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): void {
  if (!part.context.strict) return
  const unknown = Object.keys(input).find((key) => !keys.includes(key))
  if (unknown === undefined) return
  reject(part, [...path, unknown], `is not a valid key${hintFor(unknown, keys)}`)
}

function hintFor(unknown: string, keys: readonly string[]): string {
  if (unknown === 'data') return ': only responses have it. Send ids instead'
  const near = closest(unknown, keys)
  return near === undefined ? `: known are ${listed(keys)}` : `. Did you mean ${near}?`
}

/** Returns the message for a value that can't be the id of an entry of this type, in the words of Strapi 4.26. */
function notAnEntry(type: string, value: unknown): string {
  return `1 relation(s) of type ${type} associated with this entity do not exist: ${printed(value)} is not an id`
}

/**
 * Checks that the caller may relate an entry to the target type, which requires permission to read the type.
 * Without this permission the relation is an error; it is never silently ignored.
 * @throws ApiError ForbiddenError
 */
function mayRelateTo(part: BodyPart, target: ContentType, path: Path): void {
  if (part.context.can('find', target)) return
  throw new ApiError('ForbiddenError', `Forbidden: ${displayName(path)} relates to a type that you may not find`)
}

const rules = { target: fileType, keys: plainItem }

/** Plans a media attribute. The input is the complete list of file ids; there is no `connect` (specification §4.4). */
export function planMedia(part: BodyPart, name: string, attribute: MediaAttribute, input: unknown): MediaWrite | null {
  const path = [...part.path, name]
  const items = readFiles(part, path, input)
  if (!items) return null
  const ids = [...new Set(items.map(({ id }) => id))]
  if (ids.length < items.length && part.context.strict) reject(part, path, 'names a file more than once')
  if (ids.length > 1 && !attribute.multiple && part.context.strict) {
    reject(part, path, `holds one file, but the input has ${ids.length}. Send one id.`)
  }
  // Without strict checks the first one, as in Strapi 4.26.
  const set = attribute.multiple ? ids : ids.slice(0, 1)
  return { kind: 'media', name, attribute, path, set, ...(!mayAttach(part.context) && { onlyAttached: true }) }
}

/**
 * Returns whether the caller may attach any file, which requires permission to read or upload files.
 * Without this rule, a caller could guess ids of files and read their URLs from the entry.
 */
function mayAttach({ can, registry }: PlanContext): boolean {
  const type = fileContentType(registry)
  return can('create', type) || can('find', type)
}

function readFiles(part: BodyPart, path: Path, input: unknown): readonly RelationItem[] | null {
  if (input === null) return []
  if (Array.isArray(input)) return readItems(part, path, input, rules)
  if (!isRecord(input) || Object.hasOwn(input, 'id')) {
    const item = readItem(part, path, input, rules)
    return item && [item]
  }
  if (Object.hasOwn(input, 'connect') || Object.hasOwn(input, 'disconnect')) {
    return reject(part, path, 'is a media attribute: connect and disconnect are not usable, give the ids of all files')
  }
  reportUnknownKeys(part, path, input, ['id', 'set'])
  const { set } = input
  if (set === undefined || set === null) {
    if (!part.context.strict || Object.keys(input).length > 0) return null
    return reject(part, path, 'must be the id of a file, an array of ids, or null')
  }
  return readItems(part, [...path, 'set'], set, rules)
}
