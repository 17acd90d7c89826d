import { types } from 'node:util'
import { createContext, Script } from 'node:vm'
import type { Registry } from '@content-api/model'
import type { RE2JS } from 're2js'
import { isPlainlyLinear, splitLookaheads, toLinearSyntax } from './pattern-syntax.js'

/** Returns whether a string matches a pattern of a schema. */
export type Matcher = (value: string) => boolean

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
