import { distance } from 'fastest-levenshtein'

/** Longer names come from machines, not from typing; comparing them would cost the square of their length. */
const longestName = 100

/**
 * The candidate that `name` is probably a misspelling of: equal but for case, `-` and `_`, or else the nearest one that
 * differs in at most two fifths of its characters. `undefined` when nothing is near.
 */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > longestName) return undefined
  const folded = fold(name)
  const limit = Math.max(1, Math.floor(name.length * 0.4))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (candidate === name) continue
    const foldedCandidate = fold(candidate)
    if (foldedCandidate === folded) return candidate
    if (Math.abs(foldedCandidate.length - folded.length) >= bestDistance) continue
    const found = distance(folded, foldedCandidate)
    // A candidate that shares no character at all (one letter for another) isn't meant.
    if (found < bestDistance && found < Math.max(folded.length, foldedCandidate.length)) {
      best = candidate
      bestDistance = found
    }
  }
  return best
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
