import type * as z from 'zod/mini'
import { closest } from '../closest.js'
import { type Report, warnings } from '../problem.js'
import { isRecord, quote, typeName, valueAt } from '../wording.js'

export type Shape = Readonly<Record<string, z.ZodMiniType>>

/**
 * The keys that could be read. Invalid keys without a default are missing, so that other mistakes are still
 * found.
 */
export type Read<S extends Shape> = { readonly [K in keyof S]?: Exclude<z.output<S[K]>, undefined> }

export interface KnownKeys {
  /** Keys that are accepted and ignored. */
  readonly ignored?: ReadonlySet<string>
  /** Keys that another function reads. */
  readonly elsewhere?: readonly string[]
  /** The owner of the keys in messages: "a relation". */
  readonly owner: string
  /** Returns a more specific message for an unknown key. */
  readonly explain?: (key: string) => string | undefined
}

/**
 * Reads each key of an object by its schema. A required key that is missing or invalid is a mistake.
 * Everything else is a warning, because Strapi ignores it: unknown keys, and invalid values of optional keys.
 */
export function readKeys<S extends Shape>(shape: S, value: unknown, known: KnownKeys, report: Report): Read<S> {
  const read: Record<string, unknown> = {}
  if (!isRecord(value)) {
    warnings(report)([], `must be an object, but is ${quote(value)}.`)
    return readKeys(shape, {}, known, report)
  }
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key) || known.ignored?.has(key) || known.elsewhere?.includes(key)) continue
    const suggestion = closest(key, [...Object.keys(shape), ...(known.elsewhere ?? [])])
    const message = known.explain?.(key) ?? `is not an option of ${known.owner}, so it has no effect.`
    warnings(report)([key], message, suggestion)
  }
  for (const { key, schema, absent } of fieldsOf(shape)) {
    if (!Object.hasOwn(value, key)) {
      if (absent === missing) report([key], 'is missing.')
      else if (absent !== undefined) read[key] = absent
      continue
    }
    const result = schema.safeParse(value[key], wording)
    if (result.success) {
      if (result.data !== undefined) read[key] = result.data
    } else {
      reportIssues(key, value[key], result.error.issues, absent === missing ? report : warnings(report))
      if (absent !== missing && absent !== undefined) read[key] = absent
    }
  }
  return read as Read<S>
}

/** Returns whether every required option is present. */
export function isComplete(shape: Shape, read: Readonly<Record<string, unknown>>): boolean {
  return fieldsOf(shape).every(({ key, absent }) => absent === undefined || Object.hasOwn(read, key))
}

const missing = Symbol('missing')

interface Field {
  readonly key: string
  readonly schema: z.ZodMiniType
  /** The value of an absent key; {@link missing} if the key is required. */
  readonly absent: unknown
}

const fieldsByShape = new WeakMap<Shape, readonly Field[]>()

/**
 * Computed once for each shape: most keys of most files are absent, and calling zod for each would slow down
 * the start.
 */
function fieldsOf(shape: Shape): readonly Field[] {
  const known = fieldsByShape.get(shape)
  if (known !== undefined) return known
  const fields = Object.entries(shape).map(([key, schema]) => {
    const result = schema.safeParse(undefined)
    return { key, schema, absent: result.success ? result.data : missing }
  })
  fieldsByShape.set(shape, fields)
  return fields
}

const wording = { error: (issue: z.core.$ZodRawIssue) => describeIssue(issue) }

function reportIssues(key: string, input: unknown, issues: readonly z.core.$ZodIssue[], report: Report): void {
  for (const issue of issues) {
    const path = [key, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
    report(path, issue.message, nearMiss(issue, valueAt(input, issue.path)))
  }
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName(issue.expected)}, but is ${quote(issue.input)}.`
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(quote))}, but is ${quote(issue.input)}.`
    case 'too_small':
      return issue.origin === 'number'
        ? `must be at least ${issue.minimum}, but is ${quote(issue.input)}.`
        : `must not be empty.`
    case 'too_big':
      return issue.origin === 'number'
        ? `must be at most ${issue.maximum}, but is ${quote(issue.input)}.`
        : `must be at most ${issue.maximum} characters long, but is ${quote(issue.input)}.`
    case 'invalid_format':
      return `must match ${issue.pattern ?? issue.format}, but is ${quote(issue.input)}.`
    default:
      return `can't be ${quote(issue.input)}.`
  }
}

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? `${choices[0]}` : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function nearMiss(issue: z.core.$ZodIssue, input: unknown): string | undefined {
  if (issue.code !== 'invalid_value' || typeof input !== 'string') return undefined
  return closest(
    input,
    issue.values.filter((value) => typeof value === 'string'),
  )
}
