import { cutStack, cutText, longestText } from './cut-text.js'

/** The fields of an event: JSON values, and `error` for a thrown error. */
export type LogFields = Readonly<Record<string, unknown>>

/** Replaces a secret in the log. */
const redacted = '[redacted]'

/** The number of nested levels and of values that are logged. They also end objects that contain themselves. */
const deepest = 8
const mostValues = 5_000
/** The maximum characters of all strings in the fields of an event. */
const mostCharacters = 8 * longestText
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
    if (typeof value === 'string' && (value.length > longestText || mayHoldSecret(value))) return false
  }
  return true
}

/** Copies the fields of one event without their secrets. */
class Cleaning {
  #left = mostValues
  #characters = mostCharacters

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
    if (typeof value === 'string') return this.#text(value)
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

  #text(text: string): string {
    if (this.#characters <= 0) return leftOut
    const short = cutText(text, Math.min(longestText, this.#characters))
    this.#characters -= short.length
    return withoutSecrets(short)
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

/** Returns the beginning of a text, such as a message, without secrets. */
export const loggedText = (text: string): string => withoutSecrets(cutText(text))

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
  if (!(error instanceof Error)) return { type: typeof error, message: loggedText(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: loggedText(error.message),
    ...(typeof code === 'string' && { code: loggedText(code) }),
    ...(error.stack !== undefined && { stack: withoutSecrets(cutStack(error.stack, error.message)) }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The maximum length of a name, which bounds the work for each. Of longer names, only the end counts. */
const longestName = 128
/** The maximum number of spaces or backslashes beside a sign. */
const longestGap = 8

/** Ends a value without quotes. */
const valueEnd = /[\s,;&})\]<>"'`]/g

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/**
 * Replaces values of secrets that follow their names: `key=value`, `key: value`, `"key":"value"` and
 * `{\"key\":\"value\"}`, `?key=value`, `form[key]=value` and `Header: value`.
 *
 * It visits each `=` and `:` once and continues after the value. Only a bounded part of the text before a
 * sign is searched for a name, so the time is linear.
 */
function withoutAssignedSecrets(text: string, redacted: string): string {
  let cleaned = ''
  let kept = 0
  const signs = /[=:]/g
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const key = keyBefore(text, sign.index)
    if (!key) continue
    const value = valueAfter(text, sign.index + 1, key)
    if (!value) continue
    cleaned += text.slice(kept, value.start) + redacted
    kept = value.end
    signs.lastIndex = value.end
  }
  return kept === 0 ? text : cleaned + text.slice(kept)
}

interface Key {
  readonly isHeader: boolean
}

/** Returns the name of a secret before a sign, or null. Quotes, brackets and spaces may be between them. */
function keyBefore(text: string, sign: number): Key | null {
  let end = sign
  if (!isOf(nameCharacters, text, end - 1)) {
    end = back(text, end, spaces, longestGap)
    end = back(text, end, quotes, 1)
    end = back(text, end, backslash, longestGap)
    end = back(text, end, brackets, 1)
  }
  const isEscaped = isOf(lastOfBracket, text, end - 1) && /^%5D$/i.test(text.slice(Math.max(end - 3, 0), end))
  if (isEscaped) end -= 3
  let start = back(text, end, nameCharacters, longestName)
  if (isEscaped && /^%5B$/i.test(text.slice(Math.max(start - 1, 0), start + 2))) start += 2
  if (end - start < shortestName) return null
  const name = text.slice(start, end)
  const before = text[start - 1]
  const isSecret = before === '?' || before === '&' ? isSecretParameter(name) : isSecretName(name)
  return isSecret ? { isHeader: text[sign] === ':' && isSecretHeader(name) } : null
}

/** Returns the position before up to `most` of these characters, which end at `end`. */
function back(text: string, end: number, characters: Characters, most: number): number {
  let start = end
  while (end - start < most && isOf(characters, text, start - 1)) start--
  return start
}

/** Whether each character is one of a kind, by its code. Faster than a regular expression for each character. */
type Characters = Uint8Array

const nameCharacters = charactersOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-')
const spaces = charactersOf(' \t')
const quotes = charactersOf(`"'\``)
const backslash = charactersOf('\\')
const brackets = charactersOf('])')
const lastOfBracket = charactersOf('Dd')

function charactersOf(members: string): Characters {
  const codes = new Uint8Array(128)
  for (let index = 0; index < members.length; index++) codes[members.charCodeAt(index)] = 1
  return codes
}

function isOf(characters: Characters, text: string, at: number): boolean {
  return characters[text.charCodeAt(at)] === 1
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the value after a sign, with its quotes, or null if there is none. */
function valueAfter(text: string, sign: number, { isHeader }: Key): Span | null {
  let start = sign
  while (start - sign < longestGap && isOf(spaces, text, start)) start++
  if (text[sign - 1] === ':' && beginsSentence(text, start)) return null
  const first = text[start]
  if (first === undefined || first === '\n' || first === '\r') return null
  let quote = start
  while (quote - start < longestGap && isOf(backslash, text, quote)) quote++
  if (isOf(quotes, text, quote)) {
    return { start, end: endOfQuoted(text, quote + 1, text.slice(start, quote + 1)) }
  }
  if (isHeader) return { start, end: endAt(text, '\n', start) }
  const close = closing[first]
  if (close !== undefined) return { start, end: endAt(text, close, start) }
  valueEnd.lastIndex = start
  const end = valueEnd.exec(text)?.index ?? text.length
  return end === start ? null : { start, end }
}

/** Words of messages about a value, such as `password: must be a string`. */
const predicates: ReadonlySet<string> = new Set([
  'can',
  'cannot',
  'has',
  'is',
  'isn',
  'may',
  'must',
  'needs',
  'should',
  'was',
])
const longestPredicate = 6

/** Returns whether a message goes on at a position: with one of its words, and with another word after it. */
function beginsSentence(text: string, start: number): boolean {
  const [, predicate = ''] = /^([a-z]+)(?:'t)? [a-z]/.exec(text.slice(start, start + longestPredicate + 4)) ?? []
  return predicates.has(predicate)
}

/** Returns the end of a value that begins with `opening`: a quote after as many backslashes, or the end of the text. */
function endOfQuoted(text: string, from: number, opening: string): number {
  const quote = opening.slice(-1)
  const escapes = opening.length - 1
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (backslashes <= escapes && at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++
    if (backslashes === escapes) return at + 1
  }
  return text.length
}

function endAt(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? text.length : at + (end === '\n' ? 0 : 1)
}

/** The ends of names of secrets, in lower case and without separators. */
const endings = [
  'accesskey',
  'apikey',
  'appkey',
  'authorization',
  'cookie',
  'credential',
  'encryptionkey',
  'jwt',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwordconfirmation',
  'passwordhash',
  'privatekey',
  'pwd',
  'secret',
  'secretkey',
  'sessid',
  'sessionid',
  'signingkey',
  'token',
  'tokensalt',
]

const shortestName = 3

/** The last letters of `endings`, which exclude most names quickly. */
const lastLetters: ReadonlySet<string | undefined> = new Set(['s', ...endings.map((ending) => ending.at(-1))])

/**
 * Returns whether a key names a secret. Case, separators and a plural don't matter: `Authorization`,
 * `X-Api-Key`, `client_secret`, `JWT_SECRET`, `refreshTokens`.
 */
function isSecretName(name: string): boolean {
  if (name.length < shortestName || !lastLetters.has(name.at(-1)?.toLowerCase())) return false
  const plain = normalized(name)
  const singular = plain.endsWith('s') ? plain.slice(0, -1) : plain
  return plain === 'pass' || endings.some((ending) => plain.endsWith(ending) || singular.endsWith(ending))
}

/** Parameters of a URL whose values are secrets. Elsewhere these words are too common. */
const secretParameters: ReadonlySet<string> = new Set([
  'code',
  'confirmation',
  'sig',
  'signature',
  'xamzcredential',
  'xamzsignature',
])

/** Returns whether a parameter of a query string names a secret. */
function isSecretParameter(name: string): boolean {
  return secretParameters.has(normalized(name)) || isSecretName(name)
}

/** Headers whose values may contain spaces, quotes and `=`: the rest of their line is secret. */
const headers = /(?:authorization|cookie)s?$/

/** Returns whether a name is one of a header that contains credentials. */
function isSecretHeader(name: string): boolean {
  return headers.test(normalized(name))
}

function normalized(name: string): string {
  return name
    .slice(-longestName)
    .toLowerCase()
    .replaceAll(/[-_.\s]/g, '')
}
