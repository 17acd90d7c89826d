import { closest, isRecord } from '@content-api/model'
import { invalidType } from '../attributes/invalid-type.js'
import { InvalidValue } from '../attributes/scalar-behaviour.js'
import { longestPassword, tooLong } from '../attributes/password.js'
import { storableText } from '../attributes/text.js'
import { type Issue, validationError } from '../errors/api-error.js'

export type Body = Readonly<Record<string, unknown>>

/** The members of a flat body; none for anything but an object. */
export function bodyOf(body: unknown): Body {
  return isRecord(body) ? body : {}
}

/** The problem of a value that must be text, if there is one. Objects and arrays are never text, whatever is in them. */
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

/** As `textIssues`, for names, codes and passwords: nobody needs longer ones, and hashing them takes time. */
function shortTextIssues(name: string, value: unknown): readonly Issue[] {
  const issues = textIssues(name, value)
  if (issues.length > 0 || Buffer.byteLength(String(value)) <= longestPassword) return issues
  return [{ path: [name], message: tooLong(name) }]
}

const likeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The problem of a value that must be an address. */
export function emailIssues(value: unknown): readonly Issue[] {
  const issues = textIssues('email', value)
  if (issues.length > 0 || likeAddress.test(String(value).trim())) return issues
  return [{ path: ['email'], message: 'email must be a valid email' }]
}

/**
 * Reads texts that a body must have, and nothing else where `strict`.
 * @throws ApiError ValidationError with every problem
 */
export function readTexts<Name extends string>(
  body: unknown,
  names: readonly Name[],
  { strict }: { readonly strict: boolean },
): Readonly<Record<Name, string>> {
  const given = bodyOf(body)
  const issues = names.flatMap((name) => shortTextIssues(name, Object.hasOwn(given, name) ? given[name] : undefined))
  if (strict) issues.push(...unknownKeys(given, names))
  if (issues.length > 0) throw validationError(issues)
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Record<Name, string>
}

/** Looking for near misses takes time, so only so many names are looked at. */
const namedUnknown = 20

export function unknownKeys(given: Body, known: readonly string[]): Issue[] {
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  return unknown.slice(0, namedUnknown).map((key) => {
    const near = closest(key, known)
    return { path: [key], message: `${key} is not known here.${near ? ` Did you mean ${near}?` : ''}` }
  })
}
