import type { LogFields } from './logger.js'
import { withoutAssignedSecrets } from './secret-assignments.js'
import { isSecretName } from './secret-names.js'

/** Replaces a secret in the log. */
const redacted = '[redacted]'

/** The number of nested levels and of values that are logged. They also end objects that contain themselves. */
const deepest = 8
const mostValues = 5_000
/** Replaces values beyond these limits. */
const leftOut = '[left out]'

/** The results for the names of fields, which are few. */
const secretFields = new Map<string, boolean>()
const mostFields = 1_000

function isSecretField(name: string): boolean {
  const known = secretFields.get(name)
  if (known !== undefined) return known
  const isSecret = isSecretName(name)
  if (secretFields.size < mostFields) secretFields.set(name, isSecret)
  return isSecret
}

/** Returns the fields of an event, with the values of secrets replaced, and secrets in strings. */
export function withoutSecretMembers(fields: LogFields): LogFields {
  return isWithoutSecrets(fields) ? fields : new Cleaning().members(fields, deepest)
}

/**
 * Returns whether no field has the name of a secret, is an object or is a string that may contain a secret.
 * This is true for most lines, so their fields don't need to be copied.
 */
function isWithoutSecrets(fields: LogFields): boolean {
  for (const name in fields) {
    const value = fields[name]
    if (typeof value === 'object' || isSecretField(name)) return false
    if (typeof value === 'string' && mayHoldSecret(value)) return false
  }
  return true
}

/** Copies the fields of one event without their secrets. */
class Cleaning {
  #left = mostValues

  members(value: object, levels: number): Record<string, unknown> {
    const kept: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      if (--this.#left < 0) break
      // Null and `false` say that there is no secret.
      const isSecret = Boolean(member) && isSecretField(name)
      kept[name] = isSecret ? redacted : this.#value(member, levels - 1)
    }
    return kept
  }

  #value(value: unknown, levels: number): unknown {
    if (typeof value === 'string') return withoutSecrets(value)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    if (levels === 0 || this.#left <= 0) return leftOut
    if (value instanceof Error) return describeError(value)
    if (value instanceof Uint8Array) return `[${value.length} bytes]`
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.#value(value.toJSON(), levels - 1)
    if (!Array.isArray(value)) return this.members(value, levels)
    const items = value.slice(0, Math.max(this.#left, 0))
    this.#left -= items.length
    return items.map((item) => this.#value(item, levels - 1))
  }
}

/** The length of an API token, the shortest code. */
const shortestCode = 43
const signs = /[$=:]|Bearer|Basic|Negotiate|eyJ|-----BEGIN/i
const code = /[\w-]{43}/

/**
 * Returns false for texts without any part of the secrets below, as most are. The search for a code takes ten
 * times as long as all others, so that texts shorter than one, such as the id of each request, leave it out.
 */
function mayHoldSecret(text: string): boolean {
  return signs.test(text) || (text.length >= shortestCode && code.test(text))
}

const forms: readonly (readonly [form: RegExp, replacement: string])[] = [
  // Hashes of passwords. They come first because they contain commas.
  [/\$(?:argon2|2[aby]\$|scrypt|pbkdf2)[^\s'")]+/g, redacted],
  // Credentials in headers.
  [/\b(Bearer|Basic|Negotiate)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`],
  // The credentials of a URL, which may contain `@`. Its scheme isn't matched: the search for its start would
  // take quadratic time.
  [/:\/\/[^\s/]*@/g, `://${redacted}@`],
]

const dottedWords = /[\w.-]+/g
const word = /[\w-]+/g

/** Replaces the tokens of users, which are JWTs: three parts joined by dots. The first one contains `eyJ`. */
function withoutJwts(text: string): string {
  return text.replaceAll(dottedWords, (found) => (found.includes('eyJ') ? withoutJwtsOf(found.split('.')) : found))
}

function withoutJwtsOf(parts: readonly string[]): string {
  const kept: string[] = []
  for (let position = 0; position < parts.length; position++) {
    const part = parts[position] ?? ''
    const start = part.search(/\beyJ[\w-]/)
    const isJwt = start !== -1 && parts[position + 1] !== '' && parts[position + 2] !== undefined
    kept.push(isJwt ? part.slice(0, start) + redacted : part)
    if (isJwt) position += 2
  }
  return kept.join('.')
}

/** Replaces API tokens, codes sent by mail, and stored digests. */
function withoutCodes(text: string): string {
  return text.replaceAll(word, (found) => {
    if (found.length < shortestCode) return found
    if (found.length === shortestCode && /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found)) return redacted
    const parts = found.split('-')
    return parts.map((part) => (part.length >= 64 && /^[0-9a-f]+$/i.test(part) ? redacted : part)).join('-')
  })
}

const keyStart = '-----BEGIN '
const keyEnd = '-----END '

/** Replaces private keys in PEM, also when their line breaks are escaped. A key without an end is cut off too. */
function withoutPrivateKeys(text: string): string {
  let cleaned = ''
  let kept = 0
  for (let start = text.indexOf(keyStart); start !== -1; start = text.indexOf(keyStart, Math.max(kept, start + 1))) {
    // `-----BEGIN RSA PRIVATE KEY-----`; a certificate is no secret.
    if (!text.slice(start, start + 48).includes('PRIVATE KEY')) continue
    const end = text.indexOf(keyEnd, start)
    const line = end === -1 ? -1 : text.indexOf('-----', end + keyEnd.length)
    cleaned += text.slice(kept, start) + redacted
    kept = line === -1 ? text.length : line + 5
  }
  return cleaned + text.slice(kept)
}

/** Replaces secrets in a string, such as the message of an error. */
export function withoutSecrets(text: string): string {
  if (!mayHoldSecret(text)) return text
  const cleaned = forms.reduce((text, [form, replacement]) => text.replace(form, replacement), withoutPrivateKeys(text))
  return withoutCodes(withoutJwts(withoutAssignedSecrets(cleaned, redacted)))
}

/** A logged error. */
interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/** The greatest number of causes to follow. An error may be its own cause. */
const mostCauses = 5

/**
 * Returns the name, message, code, stack and causes of an error. Other properties are left out: database
 * libraries put the statement and its values into them, which may be password hashes.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(typeof code === 'string' && { code: withoutSecrets(code) }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: describeError(error.cause, depth + 1) }),
  }
}
