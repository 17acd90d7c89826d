import { isRecord, isScalar, type ScalarAttribute } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { type FieldForm, type JsonText, markOf, type Output, parseMarks, printMarks } from '@content-api/engine/plan'
import type { EntryRequest } from '../request.js'
import type { FlatEntry } from './hook.js'

/** The members that hooks set in `event.result`, by name. Removed members are undefined. */
export type ResultChanges = ReadonlyMap<string, unknown>

/** Remembers a result. The returned function finds the members that differ afterwards; null if none does. */
export function watchResult(result: FlatEntry): () => ResultChanges | null {
  const texts = () => new Map(Object.entries(result).map(([name, value]) => [name, JSON.stringify(value) as unknown]))
  const before = texts()
  return () => {
    const after = texts()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => name !== 'id' && before.get(name) !== after.get(name),
    )
    if (changed.length === 0) return null
    return new Map(changed.map((name) => [name, after.has(name) ? result[name] : undefined]))
  }
}

/**
 * Writes changes of hooks into the response to a write, as in Strapi 4: the response is the object that the
 * hooks got. Changed attributes that the request didn't select are added, except in GraphQL. Clients get no
 * private attributes and no relations in this way.
 * @param id the id of the entry
 * @param selected the fields that a GraphQL request selects; null for other requests
 */
export function withChanges(
  text: JsonText,
  id: number,
  { type, byProject }: EntryRequest,
  changes: ResultChanges,
  selected: Output | null,
): JsonText {
  if (selected) return withSelectedChanges(text, { uid: type.uid, id }, changes, selected)
  const response = parseMarks(text)
  const entry = byProject ? response : attributesIn(response)
  for (const [name, value] of isRecord(entry) ? changes : []) {
    const attribute = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    const isShown =
      byProject?.revealsPrivate ||
      !attribute ||
      (isScalar(attribute) && !attribute.private && !scalarBehaviours[attribute.type].hidden)
    if (isShown) Object.defineProperty(entry, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return printMarks(response)
}

/** Writes changes of hooks into the fields of an entry that a GraphQL request selects. */
export function withSelectedChanges(
  text: JsonText,
  { uid, id }: { readonly uid: string; readonly id: number },
  changes: ResultChanges,
  selected: Output,
): JsonText {
  const response = parseMarks(text)
  setSelected(response, selected, changes, markOf(uid, id))
  return printMarks(response)
}

/** Returns the attributes in the envelope of an entry, or the entry itself in a flat response. */
function attributesIn(response: unknown): unknown {
  if (!isRecord(response) || !isRecord(response['data'])) return response
  return response['data']['attributes']
}

/** Sets the fields of the entry that a GraphQL request selected, under their aliases. */
function setSelected(value: unknown, output: Output, changes: ResultChanges, mark: string): void {
  if ((output.kind !== 'object' && output.kind !== 'entries') || !isRecord(value)) return
  for (const { key, value: member } of output.members) {
    if (member.kind !== 'field') setSelected(value[key], member, changes, mark)
    else if (changes.has(member.name)) {
      const changed = asScalar(changes.get(member.name), member)
      Object.assign(value, { [key]: changed === null && member.required !== null ? mark : changed })
    }
  }
}

/** Converts a value of project code to the type that the GraphQL schema declares; null if that is impossible. */
function asScalar(
  value: unknown,
  { attribute, form }: { readonly attribute: ScalarAttribute; readonly form: FieldForm },
): unknown {
  if (value === undefined || value === null) return null
  const { type } = attribute
  if (type === 'json' || type === 'blocks' || type === 'array') return value
  if (type === 'boolean') return Boolean(value)
  if (type === 'integer' || type === 'float' || type === 'decimal') {
    const number = Number(value)
    return Number.isFinite(number) ? number : null
  }
  const plain = value instanceof Date ? value.toISOString() : value
  if (typeof plain !== 'string' && typeof plain !== 'number' && typeof plain !== 'boolean') return null
  return typeof form === 'object' ? (form.get(String(plain)) ?? null) : String(plain)
}
