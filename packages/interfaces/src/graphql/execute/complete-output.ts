import { GraphQLError } from 'graphql'
import { isRecord } from '@content-api/model'
import type { ApiError } from '@content-api/engine/errors'
import { getOrCreate } from '@content-api/engine/on-demand'
import {
  entryOf,
  hasMarks,
  isMark,
  type JsonText,
  type Output,
  type OutputObject,
  parseMarks,
} from '@content-api/engine/plan'
import { type ErrorLocation, fromApiError, incompleteEntry } from '../errors.js'
import type { FieldResult } from '../contracts.js'

type Path = readonly (string | number)[]

/**
 * Completes the JSON text that the database returned for a field. The database marks nulls in non-nullable
 * fields and nulls in place of forbidden values. Without such a mark the text stays as it is. Otherwise it is
 * parsed, each mark becomes an error, and a null in a non-nullable field propagates to its parent.
 */
export function completeOutput(text: JsonText, output: Output, location: (path: Path) => ErrorLocation): FieldResult {
  if (!hasMarks(text)) return { text, errors: [] }
  const errors = new LimitedErrors()
  const report: Report = (path, make) => errors.add(() => fromApiError(make(), location(pathOf(path))))
  const value = parseMarks(text)
  const completed = JSON.stringify(complete(value, output, null, report))
  return { text: completed, errors: errors.all(() => location([])) }
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
  return getOrCreate(knownToFail, members, () => members.some(({ value }) => mayFail(value)))
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
    members.map(({ key, value: output }) => [key, complete(value[key], output, { key, above: path }, report)]),
  )
}

function complete(value: unknown, output: Output, path: ReversedPath, report: Report): unknown {
  if (!mayFail(output)) return value
  switch (output.kind) {
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
      return completeItems(value, output, path, report)
    case 'linked': {
      const { form, members } = output
      const nonNull = output.nonNull || (output.required !== null && form === 'first')
      return completeItems(required(value, output.required, path, report), { members, nonNull }, path, report)
    }
    case 'zone':
      return each(value, path, (item, itemPath) => completeOneOf(item, output.items, itemPath, report))
    case 'morph':
    case 'usedBy':
      return each(value, path, (item, itemPath) => completeOneOf(item, output.targets, itemPath, report))
    default:
      return value
  }
}

function completeItems(
  value: unknown,
  { members, nonNull = false }: { readonly members: OutputObject; readonly nonNull?: boolean | undefined },
  path: ReversedPath,
  report: Report,
): unknown {
  return each(value, path, (item, itemPath) => {
    const completed = () => completeObject(item, members, itemPath, report)
    return nonNull ? completed() : absorb(completed)
  })
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
export function fits(value: unknown, members: OutputObject): boolean {
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
