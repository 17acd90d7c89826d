import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { checkSync } from 'recheck'

/** The time limit for the analysis of each part of a regular expression, in milliseconds. */
const studyTime = 5_000

let study: typeof checkSync | undefined

/** Returns why matching a valid regular expression may take very long, or undefined if it can't. */
export function describeDanger(source: string): string | undefined {
  for (const part of splitLookaheads(source)) {
    const danger = isPlainlyLinear(part) ? undefined : studyPart(part)
    if (danger !== undefined) return danger
  }
  return undefined
}

function studyPart(source: string): string | undefined {
  study ??= loadStudy()
  const found = study(source, '', { timeout: studyTime })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `could not be proven safe within ${studyTime / 1000} seconds. Simplify it.`
  const growth = found.complexity.summary
  return `can take very long (${growth}) for strings such as ${found.attack.pattern}. Rewrite it so that no string can match a part of it in two ways.`
}

/** Loads the analyser only when it is needed, because it is a megabyte of code. It runs without a thread of its own. */
function loadStudy(): typeof checkSync {
  // Found by the name of the package, because the server's bundle contains this module.
  const ownPackage = createRequire(import.meta.url).resolve('@content-api/model/package.json')
  const load = createRequire(ownPackage)
  // The published package contains a copy: the dependency would install 58 MB of programs that nothing runs.
  const copy = join(dirname(ownPackage), 'vendor', 'recheck', 'browser.cjs')
  return (load(existsSync(copy) ? copy : 'recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
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

/**
 * Splits an expression that begins with lookaheads, such as a password rule. Each part is tried once, at the
 * start, so their times add up. Analysing the complete expression would take too long.
 */
export function splitLookaheads(source: string): readonly string[] {
  const parts: string[] = []
  let rest = source
  while (/^\^\(\?[=!]/.test(rest) && !/\\[1-9k]/.test(source)) {
    const end = endOfGroup(rest, 1)
    if (end === undefined) break
    parts.push(`^(?:${rest.slice(4, end)})`)
    rest = `^${rest.slice(end + 1)}`
  }
  return [...parts, rest].map(withoutOuterGroup)
}

/** Returns the position of the bracket that closes the group opened at `start`. */
function endOfGroup(source: string, start: number): number | undefined {
  let depth = 0
  let inClass = false
  for (let position = start; position < source.length; position++) {
    const character = source[position]
    if (character === '\\') position++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return position
  }
  return undefined
}

/** Returns `^ab` for `^(?:ab)` if the group contains no alternatives. */
function withoutOuterGroup(part: string): string {
  const inner = /^\^\(\?:([^()|]*)\)$/.exec(part)?.[1]
  return inner === undefined ? part : `^${inner}`
}
