import { GraphQLError } from 'graphql'
import { isRecord } from '../../query/raw-value.js'
import type { Output, OutputObject } from '../../query/read-plan.js'
import { nullAgainstSchema } from '../../storage/compile/null-against-schema.js'
import { type ErrorPlace, fromApiError } from '../errors.js'
import { ToldErrors } from './told-errors.js'

type Path = readonly (string | number)[]

/** An answer of the database that is good to go out, and what is to be told with it. */
export interface Completed {
  readonly text: string
  readonly errors: readonly GraphQLError[]
}

/**
 * Answers go out as they came, unless the database marked a null where the schema promises a value or what was
 * asked for is refused. Then it is put together again: each such place is told, and null in place of it or of what can't be without it.
 */
export function completeOutput(text: string, output: () => OutputObject, place: (path: Path) => ErrorPlace): Completed {
  if (!text.includes(nullAgainstSchema)) return { text, errors: [] }
  const errors = new ToldErrors()
  const report: Report = (path, make) => errors.add(() => make(place(path)))
  const value: unknown = JSON.parse(text.replaceAll(nullAgainstSchema, 'null'))
  const completed = JSON.stringify(completeObject(value, output(), [], report))
  return { text: completed, errors: errors.all(() => place([])) }
}

/**
 * The answer as resolvers are given it. What the caller may not see is an error in its place, which graphql-js tells; nulls
 * against the schema are its to find.
 */
export function hydrateOutput(text: string, output: () => OutputObject): unknown {
  if (!text.includes(nullAgainstSchema)) return JSON.parse(text)
  const value: unknown = JSON.parse(text.replaceAll(nullAgainstSchema, 'null'))
  return hydrateObject(value, output())
}

function hydrateObject(value: unknown, members: OutputObject): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(members.map(({ key, value: output }) => [key, hydrate(value[key], output)]))
}

function hydrate(value: unknown, output: Output): unknown {
  const one = (item: unknown): unknown => {
    if (output.kind === 'refused') return output.error
    if ('members' in output) return hydrateObject(item, output.members)
    if (output.kind !== 'zone' && output.kind !== 'morph' && output.kind !== 'usedBy') return item
    const candidates = output.kind === 'zone' ? output.items : output.targets
    const candidate = candidates.find(({ members }) => fits(item, members))
    return candidate ? hydrateObject(item, candidate.members) : item
  }
  return Array.isArray(value) && output.kind !== 'field' ? value.map(one) : one(value)
}

type Report = (path: Path, make: (place: ErrorPlace) => GraphQLError) => void

/** Given up, since it lacks a required value: whatever holds it is null. */
class LacksValue extends Error {}

function completeObject(value: unknown, members: OutputObject, path: Path, report: Report): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    members.map(({ key, value: output }) => [key, complete(value[key], output, [...path, key], report)]),
  )
}

function complete(value: unknown, output: Output, path: Path, report: Report): unknown {
  switch (output.kind) {
    case 'text':
    case 'pagination':
      return value
    case 'refused':
      report(path, (place) => fromApiError(output.error, place))
      return null
    case 'field':
      return required(value, output.required, path, report)
    case 'object':
      return output.absorbs
        ? absorb(() => completeObject(value, output.members, path, report))
        : completeObject(value, output.members, path, report)
    case 'entries':
      return each(value, path, (item, at) => completeObject(item, output.members, at, report))
    case 'linked': {
      const present = required(value, output.required, path, report)
      return each(present, path, (item, at) => {
        const completed = () => completeObject(item, output.members, at, report)
        return output.required === null || output.many ? absorb(completed) : completed()
      })
    }
    case 'zone':
      return each(value, path, (item, at) => completeOneOf(item, output.items, at, report))
    case 'morph':
    case 'usedBy':
      return each(value, path, (item, at) => completeOneOf(item, output.targets, at, report))
  }
}

function required(value: unknown, name: string | null, path: Path, report: Report): unknown {
  if (value !== null || name === null) return value
  report(
    path,
    (place) =>
      new GraphQLError(`Cannot return null for non-nullable field ${name}.`, {
        ...place,
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      }),
  )
  throw new LacksValue()
}

function absorb(completed: () => unknown): unknown {
  try {
    return completed()
  } catch (error) {
    if (error instanceof LacksValue) return null
    throw error
  }
}

function each(value: unknown, path: Path, one: (item: unknown, path: Path) => unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown, index) => one(item, [...path, index])) : one(value, path)
}

/** Members with the same keys have the same nullability in a valid document, so that any of them will do. */
function completeOneOf(
  value: unknown,
  candidates: readonly { readonly members: OutputObject }[],
  path: Path,
  report: Report,
): unknown {
  if (!isRecord(value)) return value
  const candidate = candidates.find(({ members }) => fits(value, members))
  return candidate ? absorb(() => completeObject(value, candidate.members, path, report)) : value
}

/** Whether an object could have been made of these members. */
function fits(value: unknown, members: OutputObject): boolean {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return (
    members.length === keys.length &&
    members.every(({ key, value: output }, index) => {
      const same = key === keys[index]
      return same && (output.kind !== 'text' || output.text === JSON.stringify(value[key]))
    })
  )
}
