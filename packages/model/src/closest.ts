import { distance } from 'fastest-levenshtein'

/** Longer names come from machines, not from typing; comparing them would cost the square of their length. */
const longestName = 100

/**
 * The candidate that `name` is probably a misspelling of: equal but for case, `-` and `_`, or else the nearest one that
 * differs in at most two fifths of its characters, or else the only one that begins with it. `undefined` when nothing is
 * near.
 */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > longestName) return undefined
  const folded = fold(name)
  const beginning: string[] = []
  const limit = Math.max(1, Math.floor(name.length * 0.4))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (candidate === name) continue
    const foldedCandidate = fold(candidate)
    if (foldedCandidate === folded) return candidate
    if (folded.length > 2 && foldedCandidate.startsWith(folded)) beginning.push(candidate)
    if (Math.abs(foldedCandidate.length - folded.length) >= bestDistance) continue
    // Two letters in each other's place are one slip.
    const found = distance(folded, foldedCandidate) - (areSwapped(folded, foldedCandidate) ? 1 : 0)
    // A candidate that shares no character at all (one letter for another) isn't meant.
    if (found < bestDistance && found < Math.max(folded.length, foldedCandidate.length)) {
      best = candidate
      bestDistance = found
    }
  }
  return best ?? (beginning.length === 1 ? beginning[0] : undefined)
}

/** True for equal lengths that differ in two neighbouring letters only, which are the same two. */
function areSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  let place = 0
  while (left[place] === right[place] && place < left.length) place++
  const swapped = (right[place + 1] ?? '') + (right[place] ?? '')
  return left.slice(place, place + 2) === swapped && left.slice(place + 2) === right.slice(place + 2)
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
