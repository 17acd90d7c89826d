import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { checkSync } from 'recheck'

/** How long one regular expression may be studied, in milliseconds. */
const studyTime = 5_000

let study: typeof checkSync | undefined

/** Why a valid regular expression may take very long on some text; `undefined` when it can't. */
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
  if (found.status === 'unknown')
    return `could not be shown within ${studyTime / 1000} seconds to be safe: simplify it.`
  const growth = found.complexity.summary
  return `can be made to run for very long (${growth}) by ${found.attack.pattern}: write it so that no text can match a part of it in two ways.`
}

/** Studying takes a megabyte of code: it is read when a regular expression isn't plain, and without a thread of its own. */
function loadStudy(): typeof checkSync {
  const load = createRequire(import.meta.url)
  // The published package holds a copy: installed by its name, it would bring programs of 58 MB that nothing runs.
  const copy = fileURLToPath(new URL('../../vendor/recheck/browser.cjs', import.meta.url))
  return (load(existsSync(copy) ? copy : 'recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
}

/**
 * True when matching takes time in proportion to the text for a reason that shows at once: no groups and no choices, and
 * either nothing of variable length or one such part in an expression that is tried at the start alone.
 */
export function isPlainlyLinear(source: string): boolean {
  // Each class and each escape for a class or a punctuation mark is one character like any other.
  const plain = source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\(?:[dDsSwW]|[^\w])/gs, 'x')
  if (/[()|\\[]/.test(plain)) return false
  const fixed = [...plain.matchAll(/\{(\d+)\}/g)].reduce((sum, [, times]) => sum + Number(times), 0)
  if (fixed > 1_000) return false
  const variable = plain.match(/[*+?]|\{\d*,\d*\}/g)?.length ?? 0
  return variable === 0 || (variable === 1 && plain.startsWith('^'))
}

/**
 * The parts of an expression that begins with lookaheads, such as a rule for passwords: each is tried once, at the start,
 * so together they take the sum of their times. Studied as a whole they would take too long.
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

/** The position of the bracket that closes the group opened at `start`. */
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

/** `^(?:ab)` as `^ab` where that is the same: without a choice inside. */
function withoutOuterGroup(part: string): string {
  const inner = /^\^\(\?:([^()|]*)\)$/.exec(part)?.[1]
  return inner === undefined ? part : `^${inner}`
}
