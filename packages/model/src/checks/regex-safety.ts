import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'

/** How long one regular expression may be studied, in milliseconds. */
const studyTime = 2_000

let study: typeof checkSync | undefined

/** Why a valid regular expression may take very long on some text; `undefined` when it can't. */
export function describeDanger(source: string): string | undefined {
  if (isPlainlyLinear(source)) return undefined
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
  return (load('recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
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
