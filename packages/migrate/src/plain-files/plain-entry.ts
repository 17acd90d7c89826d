import { ApiError, ImportError, ImportMistakes } from '@content-api/engine/errors'
import {
  BodyIssues,
  checkConstraints,
  checkCount,
  displayName,
  isMorph,
  linkTarget,
  type Path,
  type Values,
} from '@content-api/engine/plan'
import type { PlannedRow } from '@content-api/engine/transfer'
import {
  type Attribute,
  closest,
  type ContentType,
  isRecord,
  isScalar,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import { type DeferredContext, DeferredEntry } from '../entries/deferred-entry.js'
import { planEntry } from '../entries/plan-entry.js'

/** An entry of a plain file: values by attribute, including `id` and `localizationOf`. */
export interface PlainValues {
  readonly line: number
  readonly type: ContentType
  readonly values: Readonly<Record<string, unknown>>
}

/** Returns the content type with this uid or name. If there is none, returns the most similar name as `near`. */
export function findType(
  name: string,
  { contentTypes }: Registry,
): ContentType | { readonly near: string | undefined } {
  const types = [...contentTypes.values()]
  const namesOf = ({ uid, pluralName, singularName, collectionName }: ContentType) => [
    uid,
    pluralName,
    singularName,
    collectionName,
  ]
  for (const index of [0, 1, 2, 3]) {
    const found = types.find((type) => namesOf(type)[index] === name)
    if (found) return found
  }
  return { near: closest(name, types.flatMap(namesOf)) }
}

/** Prepares an entry for the import. */
export function deferEntry({ line, type, values }: PlainValues): DeferredEntry {
  const { id, localizationOf, ...attributes } = values
  const own = readOwnId(id)
  const externalId = own === null && typeof id === 'string' ? id : null
  const place = { type: type.uid, ...(own !== null && { id: own }) }
  return new DeferredEntry(line, place, externalId, async (context) => {
    if (id !== undefined && id !== null && own === null && externalId === null) {
      throw new ImportError(line, `id must be a whole number above 0 or text, but is ${JSON.stringify(id)}.`)
    }
    const resolved = await resolveReferences(type, attributes, line, context)
    const group = readOwnId(localizationOf)
    if (localizationOf !== undefined && localizationOf !== null && localizationOf !== '' && group === null) {
      throw new ImportError(
        line,
        `localizationOf must be the id of an entry, but is ${JSON.stringify(localizationOf)}.`,
      )
    }
    const row = await planEntry(type, { id: own, group, attributes: resolved, line }, context)
    checkEntry(row, resolved, line)
    return row
  })
}

/** Parses an integer above 0, as a number or a string. Returns null for other values. */
function readOwnId(id: unknown): number | null {
  const number = typeof id === 'string' && /^[1-9]\d*$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** Replaces references to other entries with their ids. */
async function resolveReferences(
  type: ContentType,
  attributes: Readonly<Record<string, unknown>>,
  line: number,
  context: DeferredContext,
): Promise<Record<string, unknown>> {
  // Without a prototype, a key such as `__proto__` is reported as unknown like any other key.
  const resolved = Object.create(null) as Record<string, unknown>
  const mistakes = new ImportMistakes()
  for (const [key, value] of Object.entries(attributes)) {
    const name = relationKey(type, key)
    const attribute = type.attributes[name]
    const isLink = attribute?.type === 'media' || (attribute?.type === 'relation' && !isMorph(attribute))
    if (!isLink) {
      resolved[name] = value
      continue
    }
    const target = linkTarget(attribute, context.registry) as ContentType
    const one = (item: unknown) => findId(item, { target, name, line }, context)
    const ids = mistakes.collect(
      async () => (Array.isArray(value) ? Promise.all(value.map(one)) : value === null ? null : one(value)),
      { attribute: name },
    )
    resolved[name] = await ids
  }
  mistakes.throwIfAny()
  return resolved
}

/** Returns the attribute name for a key. json-server writes `authorId` for the relation `author`. */
function relationKey(type: Schema, key: string): string {
  const name = key.endsWith('Id') ? key.slice(0, -2) : key
  return type.attributes[key] === undefined && type.attributes[name]?.type === 'relation' ? name : key
}

interface Named {
  readonly target: ContentType
  readonly name: string
  readonly line: number
}

/** Returns the id of the referenced entry. A reference is an id or `{ attribute: value }`. */
async function findId(
  value: unknown,
  { target, name, line }: Named,
  { references }: DeferredContext,
): Promise<unknown> {
  const id = readOwnId(value)
  if (id !== null) return id
  if (typeof value === 'string') {
    const found = references.byExternalId(target, value)
    if (found !== undefined) return found
    throw new ImportError(
      line,
      `${name}: no entry of ${target.uid} before this one has the id ${JSON.stringify(value)}.`,
    )
  }
  const [by, ...others] = isRecord(value) ? Object.entries(value) : []
  if (!by || others.length > 0) {
    throw new ImportError(line, `${name} must be an id or an object with one unique attribute, such as {"slug":"…"}.`)
  }
  const [attribute, wanted] = by
  if (attribute === 'id') return wanted
  requireUnique(target, attribute, name, line)
  const found = await references.byValue(target, attribute, String(wanted))
  if (found !== undefined) return found
  throw new ImportError(line, `${name}: no entry of ${target.uid} has the ${attribute} ${JSON.stringify(wanted)}.`)
}

/** @throws ImportError if the attribute isn't unique, so that several entries may have the value */
export function requireUnique(target: ContentType, attribute: string, name: string, line: number): void {
  const isUnique = (candidate: Attribute | undefined) =>
    candidate !== undefined && isScalar(candidate) && (candidate.unique === true || candidate.type === 'uid')
  const isUser = target.uid === 'plugin::users-permissions.user' && attribute === 'email'
  if (isUser || isUnique(target.attributes[attribute])) return
  const usable = Object.keys(target.attributes).filter((key) => isUnique(target.attributes[key]))
  throw new ImportError(
    line,
    `${name}.${attribute} finds no entry: only id${usable.length > 0 ? ` and ${usable.join(', ')}` : ''} of ${target.uid} are unique.`,
  )
}

/**
 * Checks an entry and its components against the same rules as a request, because plain files come from
 * outside the service.
 * @throws ImportError with all mistakes of the entry
 */
function checkEntry(row: PlannedRow, values: Values, line: number): void {
  const draft = row.schema.attributes['publishedAt'] !== undefined && row.scalars['publishedAt'] === null
  const issues = new BodyIssues(draft ? 'waived' : 'required')
  checkRow(row, values, [], issues)
  throwIssues(issues, line)
}

/** @param values the values of the row as the file has them: the row itself doesn't show whether a list is missing */
function checkRow({ schema, scalars, components, links }: PlannedRow, values: Values, at: Path, issues: BodyIssues) {
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id' || (attribute.type === 'relation' && isOtherSide(attribute))) continue
    const path = [...at, name]
    if (isScalar(attribute)) {
      const value = scalars[name] ?? null
      // Passwords are already hashed, so their length can't be checked.
      if (attribute.type !== 'password') checkConstraints(value, { schema, name, attribute, path }, issues)
      if (attribute.required && value === null) reportMissing(path, issues)
      continue
    }
    // As in a request, an entry may lack required media, and a required list may be empty.
    const isMissing = (values[name] ?? null) === null && !links.some((link) => link.name === name)
    if (isMissing && attribute.required && attribute.type !== 'media') reportMissing(path, issues)
    if (attribute.type !== 'component' && attribute.type !== 'dynamiczone') continue
    const items = components.filter(({ field }) => field === name)
    const isList = attribute.type === 'dynamiczone' || attribute.repeatable
    if (isList && !isMissing && !checkCount(issues, path, attribute, items.length)) continue
    for (const { row, position } of items) {
      const item = isList ? (values[name] as readonly unknown[])[position - 1] : values[name]
      checkRow(row, isRecord(item) ? item : {}, isList ? [...path, position - 1] : path, issues)
    }
  }
}

const isOtherSide = ({ mappedBy, morphBy }: RelationAttribute) => mappedBy !== undefined || morphBy !== undefined

const reportMissing = (path: Path, issues: BodyIssues) =>
  issues.addIncomplete(path, `${displayName(path)} must be defined`)

function throwIssues(issues: BodyIssues, line: number): void {
  try {
    issues.throwIfAny()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const found = (error.details as { errors?: readonly { path: readonly string[]; message: string }[] }).errors ?? []
    const mistakes = new ImportMistakes()
    for (const { path, message } of found) {
      mistakes.add(new ImportError(line, `${message}.`, { attribute: path.join('.') }))
    }
    mistakes.throwIfAny()
    throw error
  }
}
