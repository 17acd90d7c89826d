import { closest, isRecord } from '@content-api/model'
import {
  invalidType,
  InvalidValue,
  longestAddress,
  longestPassword,
  storableText,
  tooLong,
} from '@content-api/engine/attributes'
import { type Issue, validationError } from '@content-api/engine/errors'
import { isLong } from './normal-form.js'

export type Body = Readonly<Record<string, unknown>>

/** Returns the body if it is an object, otherwise an empty object. */
export function bodyOf(body: unknown): Body {
  return isRecord(body) ? body : {}
}

/** Checks that a value is a storable string that isn't empty. Returns no issue or one. */
export function textIssues(name: string, value: unknown): readonly Issue[] {
  if (value === undefined || value === null || value === '') {
    return [{ path: [name], message: `${name} is a required field` }]
  }
  try {
    if (typeof value !== 'string') throw invalidType(name, 'string', value)
    storableText(value, name)
    return []
  } catch (error) {
    if (error instanceof InvalidValue) return [{ path: [name], message: error.message }]
    throw error
  }
}

/** Like `textIssues`, with a maximum length for names, codes and passwords, because hashing long values takes time. */
export function shortTextIssues(name: string, value: unknown): readonly Issue[] {
  const issues = textIssues(name, value)
  if (issues.length > 0 || Buffer.byteLength(String(value)) <= longestPassword) return issues
  return [{ path: [name], message: tooLong(name) }]
}

/** The domain has a dot within. The part before its first such dot has no other, so that there is one way to match. */
const likeAddress = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Checks that a value is an e-mail address. Returns no issue or one. */
export function emailIssues(value: unknown): readonly Issue[] {
  const issues = textIssues('email', value)
  if (issues.length > 0) return issues
  const written = String(value)
  const address = written.trim()
  const isShort = !isLong(written) && Buffer.byteLength(address) <= longestAddress
  if (isShort && likeAddress.test(address)) return issues
  return [{ path: ['email'], message: 'email must be a valid email' }]
}

/**
 * Reads the required strings of a body. In strict mode, other members are errors.
 * @throws ApiError ValidationError that lists all issues, but at most 20 unknown keys
 */
export function readTexts<Name extends string>(
  body: unknown,
  names: readonly Name[],
  { strict }: { readonly strict: boolean },
): Readonly<Record<Name, string>> {
  const values = bodyOf(body)
  const issues = names.flatMap((name) => shortTextIssues(name, Object.hasOwn(values, name) ? values[name] : undefined))
  if (strict) issues.push(...unknownKeys(values, names))
  if (issues.length > 0) throw validationError(issues)
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Record<Name, string>
}

/** Maximum number of unknown keys in an error, because the search for a similar name takes time for each key. */
const maximumUnknownKeys = 20

/** @param adviceOn returns a sentence for a key without a similar name */
export function unknownKeys(body: Body, known: readonly string[], adviceOn = (_key: string) => ''): Issue[] {
  const unknown = Object.keys(body).filter((key) => !known.includes(key))
  return unknown.slice(0, maximumUnknownKeys).map((key) => {
    const near = closest(key, known)
    const hint = near ? `Did you mean ${near}?` : adviceOn(key)
    return { path: [key], message: `${key} is not known here. ${hint}`.trimEnd() }
  })
}
