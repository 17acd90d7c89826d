import type { LogFields } from './logger.js'

/** Replaces a secret in the log. */
const redacted = '[redacted]'

/** Names of secrets, as keys of objects and before `=` or `:` in strings. */
const secretNames = [
  'accessToken',
  'apiKey',
  'authorization',
  'cookie',
  'currentPassword',
  'confirmationToken',
  'jwt',
  'passphrase',
  'password',
  'passwordConfirmation',
  'refreshToken',
  'resetPasswordToken',
  'secret',
  'set-cookie',
  'token',
]

const secret: ReadonlySet<string> = new Set(secretNames)
/** The number of nested levels that are searched. Requests and bodies have their secrets in the upper levels. */
const deepest = 4

/** Returns the fields of an event, with the values of secrets replaced, and secrets in strings. */
export function withoutSecretMembers(fields: LogFields): LogFields {
  return isWithoutSecrets(fields) ? fields : (cleaned(fields, deepest) as LogFields)
}

/**
 * Returns whether no field has the name of a secret, is an object or is a string that may contain a secret.
 * This is true for most lines, so their fields don't need to be copied.
 */
function isWithoutSecrets(fields: LogFields): boolean {
  for (const name in fields) {
    const value = fields[name]
    if (secret.has(name) || typeof value === 'object') return false
    if (typeof value === 'string' && suspicious.test(value)) return false
  }
  return true
}

function cleaned(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null || levels === 0 || 'toJSON' in value) return value
  if (Array.isArray(value)) return value.map((item) => cleaned(item, levels - 1))
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    kept[name] = secret.has(name) ? redacted : cleaned(member, levels - 1)
  }
  return kept
}

/** Matches a part of every secret below. Most lines don't match it, and are only searched once. */
const suspicious = /[$=:&]|Bearer|Basic|eyJ|[\w-]{43}/i

const forms: readonly (readonly [form: RegExp, replacement: string])[] = [
  // Hashes of passwords. They come first because they contain commas.
  [/\$(?:argon2|2[aby]\$)[^\s'")]+/g, redacted],
  // Credentials in headers.
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`],
  // The credentials of a URL. Its scheme isn't matched: the search for its start would take quadratic time.
  [/:\/\/[^\s/@]+@/g, `://${redacted}@`],
  // Secrets in queries, forms and JSON.
  [
    // Bounded input: none. It is too large for the analysis; tests match it with long texts.
    new RegExp(`(["']?\\b(?:${secretNames.join('|')})\\b["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s,;&})\\]]+)`, 'gi'),
    `$1${redacted}`,
  ],
  [/([?&](?:code|confirmation)=)[^\s&#]+/gi, `$1${redacted}`],
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
    if (found.length < 43) return found
    if (found.length === 43 && /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found)) return redacted
    const parts = found.split('-')
    return parts.map((part) => (part.length >= 64 && /^[0-9a-f]+$/i.test(part) ? redacted : part)).join('-')
  })
}

/** Replaces secrets in a string, such as the message of an error. */
export function withoutSecrets(text: string): string {
  if (!suspicious.test(text)) return text
  const named = forms.reduce((cleaned, [form, replacement]) => cleaned.replace(form, replacement), text)
  return withoutCodes(withoutJwts(named))
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
