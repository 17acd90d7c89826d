import { GraphQLError } from 'graphql'
import { isRecord } from '@content-api/model'
import { nullAgainstSchema, type Output, type OutputObject } from '../../query/read-plan.js'
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
export function completeOutput(text: string, output: () => Output, place: (path: Path) => ErrorPlace): Completed {
  if (!text.includes(nullAgainstSchema)) return { text, errors: [] }
  const errors = new ToldErrors()
  const report: Report = (way, make) => errors.add(() => make(place(stepsOf(way))))
  const value: unknown = JSON.parse(text.replaceAll(nullAgainstSchema, 'null'))
  const completed = JSON.stringify(complete(value, output(), null, report))
  return { text: completed, errors: errors.all(() => place([])) }
}

/**
 * The answer as resolvers are given it. What the caller may not see is an error in its place, which graphql-js tells; nulls
 * against the schema are its to find.
 */
export function hydrateOutput(text: string, output: () => Output): unknown {
  if (!text.includes(nullAgainstSchema)) return JSON.parse(text)
  const value: unknown = JSON.parse(text.replaceAll(nullAgainstSchema, 'null'))
  return hydrate(value, output())
}

function hydrateObject(value: unknown, members: OutputObject): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(members.map(({ key, value: output }) => [key, hydrate(value[key], output)]))
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

type Report = (way: Way, make: (place: ErrorPlace) => GraphQLError) => void

/** The way to a value, its last step first: written out for errors alone, since answers have far more values than these. */
type Way = { readonly key: string | number; readonly above: Way } | null

function stepsOf(way: Way): Path {
  const steps: (string | number)[] = []
  for (let at = way; at; at = at.above) steps.unshift(at.key)
  return steps
}

const lacking = new WeakMap<OutputObject, boolean>()

/** Whether anything in an object may be marked: all else stays as it came. */
function objectMayLack(members: OutputObject): boolean {
  let known = lacking.get(members)
  if (known === undefined) lacking.set(members, (known = members.some(({ value }) => mayLack(value))))
  return known
}

function mayLack(output: Output): boolean {
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
      return objectMayLack(output.members)
    case 'linked':
      return output.required !== null || objectMayLack(output.members)
    case 'zone':
      return output.items.some(({ members }) => objectMayLack(members))
    case 'morph':
    case 'usedBy':
      return output.targets.some(({ members }) => objectMayLack(members))
  }
}

/** Given up, since it lacks a required value: whatever holds it is null. */
class LacksValue extends Error {}

function completeObject(value: unknown, members: OutputObject, way: Way, report: Report): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    members.map(({ key, value: output }) => [
      key,
      mayLack(output) ? complete(value[key], output, { key, above: way }, report) : value[key],
    ]),
  )
}

function complete(value: unknown, output: Output, way: Way, report: Report): unknown {
  switch (output.kind) {
    case 'text':
    case 'count':
    case 'locales':
    case 'pagination':
      return value
    case 'rejected':
      report(way, (place) => fromApiError(output.error, place))
      return null
    case 'field':
      return required(value, output.required, way, report)
    case 'object':
      return output.absorbs
        ? absorb(() => completeObject(value, output.members, way, report))
        : completeObject(value, output.members, way, report)
    case 'entries':
      return each(value, way, (item, at) => completeObject(item, output.members, at, report))
    case 'linked': {
      const present = required(value, output.required, way, report)
      return each(present, way, (item, at) => {
        const completed = () => completeObject(item, output.members, at, report)
        return output.required === null || output.form !== 'first' ? absorb(completed) : completed()
      })
    }
    case 'zone':
      return each(value, way, (item, at) => completeOneOf(item, output.items, at, report))
    case 'morph':
    case 'usedBy':
      return each(value, way, (item, at) => completeOneOf(item, output.targets, at, report))
  }
}

function required(value: unknown, name: string | null, way: Way, report: Report): unknown {
  if (value !== null || name === null) return value
  report(
    way,
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

function each(value: unknown, way: Way, one: (item: unknown, way: Way) => unknown): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown, index) => one(item, { key: index, above: way }))
    : one(value, way)
}

/** Members with the same keys have the same nullability in a valid document, so that any of them will do. */
function completeOneOf(
  value: unknown,
  candidates: readonly { readonly members: OutputObject }[],
  way: Way,
  report: Report,
): unknown {
  if (!isRecord(value)) return value
  const candidate = candidates.find(({ members }) => fits(value, members))
  return candidate ? absorb(() => completeObject(value, candidate.members, way, report)) : value
}

/** Whether an object could have been made of these members. */
function fits(value: unknown, members: OutputObject): boolean {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return (
    members.length === keys.length &&
    members.every(({ key, value: output }, index) => {
      if (key !== keys[index]) return false
      if (output.kind === 'rejected') return value[key] === null
      return output.kind !== 'text' || output.text === JSON.stringify(value[key])
    })
  )
}
