import { GraphQLError, defaultFieldResolver, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql'
import { isRecord, type Registry } from '@content-api/model'
import type { ApiError } from '@content-api/engine/errors'
import {
  entryOf,
  hasMarks,
  isMark,
  type JsonText,
  type Output,
  type OutputObject,
  parseMarks,
  parseText,
} from '@content-api/engine/plan'
import { type ErrorLocation, fromApiError, incompleteEntry } from '../errors.js'
import { typeName } from '../naming.js'
import type { Resolver } from '../service.js'

type Path = readonly (string | number)[]

/** The JSON text of a field for the response, and its errors. */
interface Completed {
  readonly text: JsonText
  readonly errors: readonly GraphQLError[]
}

/**
 * Completes the JSON text that the database returned for a field. The database marks nulls in non-nullable
 * fields and nulls in place of forbidden values. Without such a mark the text stays as it is. Otherwise it is
 * parsed, each mark becomes an error, and a null in a non-nullable field propagates to its parent.
 */
export function completeOutput(
  text: JsonText,
  output: () => Output,
  location: (path: Path) => ErrorLocation,
): Completed {
  if (!hasMarks(text)) return { text, errors: [] }
  const errors = new LimitedErrors()
  const report: Report = (path, make) => errors.add(() => fromApiError(make(), location(pathOf(path))))
  const value = parseMarks(text)
  const completed = JSON.stringify(complete(value, output(), null, report))
  return { text: completed, errors: errors.all(() => location([])) }
}

/**
 * Parses the JSON text of the database for resolvers. Forbidden values become Error objects, which graphql-js
 * reports. `reportIncompleteEntries` handles nulls in non-nullable fields.
 */
export function hydrateOutput(text: JsonText, output: () => Output): unknown {
  return hasMarks(text) ? hydrate(parseMarks(text), output()) : parseText(text)
}

function hydrateObject(value: unknown, members: OutputObject): unknown {
  if (!isRecord(value)) return value
  const missing: Record<string, string> = {}
  const hydrated = members.map(({ key, value: output }) => {
    const entry = entryOf(value[key])
    if (entry === null) return [key, hydrate(value[key], output)]
    missing[key] = entry
    return [key, null]
  })
  const row: object = Object.fromEntries(hydrated)
  return Object.keys(missing).length > 0 ? withMissing(row, missing) : row
}

function hydrate(value: unknown, output: Output): unknown {
  const one = (item: unknown): unknown => {
    if (output.kind === 'rejected') return output.error
    if ('members' in output) return hydrateObject(item, output.members)
    if (output.kind !== 'zone' && output.kind !== 'morph' && output.kind !== 'usedBy') return item
    const candidates = output.kind === 'zone' ? output.items : output.targets
    const candidate = candidates.find(({ members }) => fits(item, members))
    return candidate ? hydrateObject(item, candidate.members) : item
  }
  return Array.isArray(value) && output.kind !== 'field' ? value.map(one) : one(value)
}

type Report = (path: ReversedPath, make: () => ApiError) => void

/** The path to a value as a linked list, last key first. It becomes an array only for errors, which are few. */
type ReversedPath = { readonly key: string | number; readonly above: ReversedPath } | null

function pathOf(path: ReversedPath): Path {
  const steps: (string | number)[] = []
  for (let at = path; at; at = at.above) steps.unshift(at.key)
  return steps
}

const knownToFail = new WeakMap<OutputObject, boolean>()

/** Returns whether an object may contain marked nulls. Other objects stay unchanged. */
function objectMayFail(members: OutputObject): boolean {
  let known = knownToFail.get(members)
  if (known === undefined) knownToFail.set(members, (known = members.some(({ value }) => mayFail(value))))
  return known
}

function mayFail(output: Output): boolean {
  switch (output.kind) {
    case 'text':
    case 'count':
    case 'locales':
    case 'pagination':
      return false
    case 'rejected':
      return true
    case 'field':
      return output.required !== null
    case 'object':
    case 'entries':
      return objectMayFail(output.members)
    case 'linked':
      return output.required !== null || objectMayFail(output.members)
    case 'zone':
      return output.items.some(({ members }) => objectMayFail(members))
    case 'morph':
    case 'usedBy':
      return output.targets.some(({ members }) => objectMayFail(members))
  }
}

/** Thrown when a non-nullable field is null. The nearest nullable object around it becomes null. */
class NullInNonNullField extends Error {}

function completeObject(value: unknown, members: OutputObject, path: ReversedPath, report: Report): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    members.map(({ key, value: output }) => [
      key,
      mayFail(output) ? complete(value[key], output, { key, above: path }, report) : value[key],
    ]),
  )
}

function complete(value: unknown, output: Output, path: ReversedPath, report: Report): unknown {
  switch (output.kind) {
    case 'text':
    case 'count':
    case 'locales':
    case 'pagination':
      return value
    case 'rejected':
      report(path, () => output.error)
      if (output.nonNull) throw new NullInNonNullField()
      return null
    case 'field':
      return required(value, output.required, path, report)
    case 'object':
      return output.absorbs
        ? absorb(() => completeObject(value, output.members, path, report))
        : completeObject(value, output.members, path, report)
    case 'entries':
      return each(value, path, (item, itemPath) => completeObject(item, output.members, itemPath, report))
    case 'linked': {
      const present = required(value, output.required, path, report)
      return each(present, path, (item, itemPath) => {
        const completed = () => completeObject(item, output.members, itemPath, report)
        return output.required === null || output.form !== 'first' ? absorb(completed) : completed()
      })
    }
    case 'zone':
      return each(value, path, (item, itemPath) => completeOneOf(item, output.items, itemPath, report))
    case 'morph':
    case 'usedBy':
      return each(value, path, (item, itemPath) => completeOneOf(item, output.targets, itemPath, report))
  }
}

function required(value: unknown, name: string | null, path: ReversedPath, report: Report): unknown {
  const entry = name === null ? null : entryOf(value)
  if (name === null || entry === null) return value
  report(path, () => incompleteEntry(name, entry))
  throw new NullInNonNullField()
}

function absorb(completed: () => unknown): unknown {
  try {
    return completed()
  } catch (error) {
    if (error instanceof NullInNonNullField) return null
    throw error
  }
}

function each(value: unknown, path: ReversedPath, one: (item: unknown, path: ReversedPath) => unknown): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown, index) => one(item, { key: index, above: path }))
    : one(value, path)
}

/**
 * In a valid document, members with the same keys have the same nullability. Therefore any matching candidate
 * works.
 */
function completeOneOf(
  value: unknown,
  candidates: readonly { readonly members: OutputObject }[],
  path: ReversedPath,
  report: Report,
): unknown {
  if (!isRecord(value)) return value
  const candidate = candidates.find(({ members }) => fits(value, members))
  return candidate ? absorb(() => completeObject(value, candidate.members, path, report)) : value
}

/** Returns whether an object may have been built from these members. */
function fits(value: unknown, members: OutputObject): boolean {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return (
    members.length === keys.length &&
    members.every(({ key, value: output }, index) => {
      if (key !== keys[index]) return false
      if (output.kind === 'rejected') return isMark(value[key])
      return output.kind !== 'text' || output.text === JSON.stringify(value[key])
    })
  )
}

/**
 * The property of a row with the entries that lack a value, by the name of the attribute. Copies of the row
 * keep it.
 */
const missing = Symbol('missing')

/** Adds to a row which entries lack a value. */
function withMissing(row: object, entries: Readonly<Record<string, string>>): object {
  return Object.assign(row, { [missing]: entries })
}

/**
 * Lets graphql-js report an entry that lacks a required value by an error that names it. The resolvers of an
 * extension must already be in the schema.
 */
export function reportIncompleteEntries(schema: GraphQLSchema, registry: Registry): void {
  for (const of of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const type = schema.getType(typeName(of))
    if (!isObjectType(type)) continue
    const fields = type.getFields()
    for (const [name, { required }] of Object.entries(of.attributes)) {
      const field = required ? fields[name] : undefined
      if (field && isNonNullType(field.type)) {
        field.resolve = orIncomplete(field.resolve ?? defaultFieldResolver, `${type.name}.${name}`, of.uid)
      }
    }
  }
}

/** Throws an error if the entry itself lacks the value that the resolver returns. */
function orIncomplete(resolve: Resolver, path: string, uid: string): Resolver {
  return (source, args, context, info) => {
    const check = (value: unknown): unknown => {
      if (value !== null && value !== undefined) return value
      const row = isRecord(source) ? source : {}
      if ((row[info.fieldName] ?? null) !== null) return value
      throw incompleteEntry(path, missingEntry(row, info.fieldName) ?? nameOf(uid, row['id']))
    }
    const value: unknown = resolve(source, args, context, info)
    return value instanceof Promise ? value.then(check) : check(value)
  }
}

const nameOf = (uid: string, id: unknown): string =>
  typeof id === 'number' || typeof id === 'string' ? `${uid} ${id}` : uid

function missingEntry(row: object, name: string): string | null {
  return (row as { readonly [missing]?: Readonly<Record<string, string>> })[missing]?.[name] ?? null
}

/**
 * The maximum number of reported errors per root field. An error is many times as long as the null that it
 * explains.
 */
const maximumReported = 1_000

/** The errors of one root field. A short document can cause many: one for each entry and alias. */
export class LimitedErrors {
  readonly #errors: GraphQLError[] = []
  #count = 0

  /** Adds an error. Errors beyond the maximum are only counted, without a call of `make`. */
  add(make: () => GraphQLError): void {
    this.#count += 1
    if (this.#count <= maximumReported) this.#errors.push(make())
  }

  /** Returns the errors. If some are left out, the last one says how many there are; its location is the root field. */
  all(location: () => ErrorLocation): readonly GraphQLError[] {
    if (this.#count <= maximumReported) return this.#errors
    const message = `The response has ${this.#count} errors. The first ${maximumReported} are reported`
    return [...this.#errors, new GraphQLError(message, { ...location(), extensions: { code: 'BAD_USER_INPUT' } })]
  }
}
