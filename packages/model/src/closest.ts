import { distance } from 'fastest-levenshtein'

/** Longer names are generated, not typed, and comparing them takes time in proportion to the square of their length. */
const longestName = 100

/**
 * Returns the candidate that `name` is probably a misspelling of, or undefined if none is near. In this
 * order: one that is equal except for case, `-` and `_`; the nearest one that differs in at most two fifths
 * of its characters; the only one that begins with `name`.
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
    // Two swapped letters count as one mistake.
    const found = distance(folded, foldedCandidate) - (areSwapped(folded, foldedCandidate) ? 1 : 0)
    // A candidate that shares no character at all isn't a suggestion.
    if (found < bestDistance && found < Math.max(folded.length, foldedCandidate.length)) {
      best = candidate
      bestDistance = found
    }
  }
  return best ?? (beginning.length === 1 ? beginning[0] : undefined)
}

/** Returns whether two strings of equal length differ only in two neighbouring letters that are swapped. */
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
