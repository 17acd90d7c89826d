import { types } from 'node:util'
import { createContext, Script } from 'node:vm'
import type { Registry } from '@content-api/model'
import type { RE2JS } from 're2js'

/** Returns whether a string matches a pattern of a schema. */
type Matcher = (value: string) => boolean

type Engine = typeof RE2JS

/**
 * The linear engine. It is loaded before the first request if a schema needs it, which takes 40 ms. A pattern
 * is compiled when it is first used, which takes up to 60 ms.
 */
let engine: Engine | undefined

const matchers = new Map<string, Matcher>()

/**
 * Prepares the patterns of all schemas, so that no string can make matching take very long.
 * @returns the attributes whose pattern only a time limit keeps short, as `api::article.article.code`
 */
export async function preparePatterns({ contentTypes, components }: Registry): Promise<string[]> {
  const limited: string[] = []
  for (const { uid, declared } of [...contentTypes.values(), ...components.values()]) {
    for (const [name, attribute] of Object.entries(declared)) {
      const source = 'regex' in attribute ? attribute.regex : undefined
      if (source === undefined) continue
      const parts = splitLookaheads(source)
      if (!parts.every((part) => isPlainlyLinear(part.source))) engine ??= (await import('re2js')).RE2JS
      if (parts.some((part) => !isPlainlyLinear(part.source) && mayLack(part.source) && !compileLinear(part.source))) {
        limited.push(`${uid}.${name}`)
      }
    }
  }
  return limited
}

export function describeLimitedPattern(attribute: string): string {
  return (
    `The pattern of ${attribute} has a part that only JavaScript's engine can match. Strings that need more than ` +
    `${limitMilliseconds} ms count as not matching. Avoid back-references, and lookaheads that aren't at the start.`
  )
}

/** Returns the matcher of a pattern. It has the results of JavaScript's own. */
export function matcherOf(source: string): Matcher {
  let matcher = matchers.get(source)
  if (!matcher) matchers.set(source, (matcher = createMatcher(source)))
  return matcher
}

function createMatcher(source: string): Matcher {
  const parts = splitLookaheads(source).map(({ source: part, negated }) => {
    const matches = matcherOfPart(part)
    return negated ? (value: string) => !matches(value) : matches
  })
  return (value) => parts.every((matches) => matches(value))
}

function matcherOfPart(source: string): Matcher {
  // Bounded input: the time is linear or limited, see below.
  const pattern = new RegExp(source)
  if (isPlainlyLinear(source)) return (value) => pattern.test(value)
  const limited = matchWithinLimit(pattern)
  let linear: Matcher | undefined
  return (value) => {
    // The linear engine counts characters, and JavaScript counts the halves of characters outside of the BMP.
    if (!engine || /[\uD800-\uDFFF]/.test(value)) return limited(value)
    return (linear ??= compileLinear(source) ?? limited)(value)
  }
}

/**
 * Returns whether a pattern has what the linear engine may lack: back-references, lookarounds and large
 * counts. The start compiles only these, so that many patterns don't slow it down.
 */
function mayLack(source: string): boolean {
  return /\\[1-9k]|\(\?<?[=!]|\{\d*,?\d{4,}/.test(source)
}

const compiledPatterns = new Map<string, Matcher | undefined>()

/** Returns a matcher of the linear engine; undefined for what it lacks, such as back-references. */
function compileLinear(source: string): Matcher | undefined {
  if (!engine) return undefined
  if (!compiledPatterns.has(source)) compiledPatterns.set(source, compiledMatcher(engine, source))
  return compiledPatterns.get(source)
}

function compiledMatcher(linear: Engine, source: string): Matcher | undefined {
  try {
    const compiled = linear.compile(linear.translateRegExp(toLinearSyntax(source)))
    return (value) => compiled.matcher(value).find()
  } catch {
    return undefined
  }
}

/** The processor time after which a string counts as one that doesn't match, in milliseconds. */
const limitMilliseconds = 50

/**
 * Runs a pattern in the engine of JavaScript, which can be interrupted only in a script with a time limit.
 */
function matchWithinLimit(pattern: RegExp): Matcher {
  const sandbox = Object.assign(Object.create(null) as object, { pattern, value: '' })
  const context = createContext(sandbox)
  const script = new Script('pattern.test(value)')
  return (value) => {
    sandbox.value = value
    const start = process.cpuUsage()
    for (;;) {
      try {
        return script.runInContext(context, { timeout: limitMilliseconds }) as boolean
      } catch (error) {
        if (!isTimeout(error)) throw error
        // The limit counts the time of the clock. Where other processes took that time, the match starts
        // again.
        const { user, system } = process.cpuUsage(start)
        if (user + system >= limitMilliseconds * 1_000) return false
      }
    }
  }
}

/** The error is one of the script's own realm, so it isn't an instance of this module's `Error`. */
function isTimeout(error: unknown): boolean {
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/**
 * Returns whether matching obviously takes linear time. The expression then has no groups and no
 * alternatives. It has no part of variable length, or one such part and an anchor at the start.
 */
export function isPlainlyLinear(source: string): boolean {
  // A class, an escaped class or an escaped punctuation mark matches one character, like any other.
  // Bounded input: an expression in a schema file.
  const plain = source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\(?:[dDsSwW]|[^\w])/gs, 'x')
  if (/[()|\\[]/.test(plain)) return false
  const fixed = [...plain.matchAll(/\{(\d+)\}/g)].reduce((sum, [, times]) => sum + Number(times), 0)
  if (fixed > 1_000) return false
  const variable = plain.match(/[*+?]|\{\d*,\d*\}/g)?.length ?? 0
  return variable === 0 || (variable === 1 && plain.startsWith('^'))
}

/** A part of a pattern that is tried once, at the start of the string. */
interface PatternPart {
  readonly source: string
  /** The part must not match. */
  readonly negated: boolean
}

/**
 * Splits an expression that begins with lookaheads, such as a password rule. Each part is tried once, at the
 * start, so their times add up. The linear engine has no lookaheads.
 */
export function splitLookaheads(source: string): readonly PatternPart[] {
  const parts: PatternPart[] = []
  let rest = source
  while (/^\^\(\?[=!]/.test(rest) && !/\\[1-9k]/.test(source)) {
    const end = endOfGroup(rest, 1)
    if (end === undefined || /^[*+?{]/.test(rest.slice(end + 1)) || hasTopLevelChoice(rest.slice(end + 1))) break
    parts.push({ source: withoutOuterGroup(`^(?:${rest.slice(4, end)})`), negated: rest[3] === '!' })
    rest = `^${rest.slice(end + 1)}`
  }
  return [...parts, { source: withoutOuterGroup(rest), negated: false }]
}

/** Returns the position of the bracket that closes the group opened at `start`. */
function endOfGroup(source: string, start: number): number | undefined {
  let end: number | undefined
  walk(source, start, (character, position, depth) => {
    if (character === ')' && depth === 0) end ??= position
  })
  return end
}

/**
 * Returns whether an expression has alternatives outside of groups: the anchor before it belongs to the first
 * only.
 */
function hasTopLevelChoice(source: string): boolean {
  let found = false
  walk(source, 0, (character, _position, depth) => {
    found ||= character === '|' && depth === 0
  })
  return found
}

/**
 * Calls `visit` with each character that is neither escaped nor in a class, and the depth of groups after it.
 */
function walk(
  source: string,
  start: number,
  visit: (character: string | undefined, position: number, depth: number) => void,
): void {
  let depth = 0
  let inClass = false
  for (let position = start; position < source.length; position++) {
    const character = source[position]
    if (character === '\\') position++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else {
      if (character === '(') depth++
      if (character === ')') depth--
      visit(character, position, depth)
    }
  }
}

/** Returns `^ab` for `^(?:ab)` if the group contains no alternatives. */
function withoutOuterGroup(part: string): string {
  const inner = /^\^\(\?:([^()|]*)\)$/.exec(part)?.[1]
  return inner === undefined ? part : `^${inner}`
}

/** The white space of `\s` in JavaScript, as ranges of a class, and all other characters. */
const space = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

/** What JavaScript writes differently from RE2, outside of a class and in one. */
const outside: Readonly<Record<string, string>> = {
  '.': '[^\\n\\r\\x{2028}\\x{2029}]',
  '\\s': `[${space}]`,
  '\\S': `[${notSpace}]`,
  '[]': '[^\\x{0}-\\x{10ffff}]',
  '[^]': '[\\x{0}-\\x{10ffff}]',
}
const inside: Readonly<Record<string, string>> = { '\\s': space, '\\S': notSpace, '\\b': '\\x{8}', '[': '\\[' }

/** Returns an expression in which the shorthands mean in RE2 what they mean in JavaScript. */
function toLinearSyntax(source: string): string {
  let inClass = false
  // Bounded input: an expression in a schema file.
  return source.replaceAll(/\\.|\[\^?\](?!\])|[^]/gsu, (token) => {
    const translated = (inClass ? inside : outside)[token]
    if (!inClass && token === '[') inClass = true
    else if (inClass && token === ']') inClass = false
    return translated ?? token
  })
}
