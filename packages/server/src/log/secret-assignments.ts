import { isSecretHeader, isSecretName, isSecretParameter, shortestName } from './secret-names.js'

/** The maximum length of a name, which bounds the work for each sign. */
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
export function withoutAssignedSecrets(text: string, redacted: string): string {
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
