import { closest, distance } from 'fastest-levenshtein'

/**
 * Returns the end of a message about an unknown name: `, did you mean 'x'?` if a candidate is near, else a
 * full stop.
 */
export function nearMiss(requested: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return '.'
  const best = closest(requested, [...candidates])
  return distance(requested, best) <= Math.max(2, Math.floor(requested.length / 3)) ? `, did you mean '${best}'?` : '.'
}

const mostNamed = 5

/**
 * Returns the end of a message about an unknown id. It suggests the ids that contain the argument, or else
 * the nearest ones.
 */
export function nearMisses(requested: string, candidates: readonly string[]): string {
  const part = requested.toLowerCase()
  const holding = part.length < 3 ? [] : candidates.filter((name) => name.toLowerCase().includes(part))
  const nearest = candidates
    .map((name) => ({ name, far: distance(part, name.toLowerCase()) }))
    .filter(({ far, name }) => far <= Math.max(2, Math.floor(Math.max(requested.length, name.length) / 3)))
    .toSorted((a, b) => a.far - b.far)
    .map(({ name }) => name)
  const named = (holding.length > 0 ? holding : nearest).slice(0, mostNamed)
  const more = holding.length > mostNamed ? ` or one of ${holding.length - mostNamed} more` : ''
  return named.length === 0 ? '.' : `, did you mean ${named.join(', ')}${more}?`
}
