import { closest, distance } from 'fastest-levenshtein'

/** How a sentence ends that names something unknown: `, did you mean 'x'?` when a candidate is near, else a full stop. */
export function nearMiss(given: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return '.'
  const best = closest(given, [...candidates])
  return distance(given, best) <= Math.max(2, Math.floor(given.length / 3)) ? `, did you mean '${best}'?` : '.'
}
