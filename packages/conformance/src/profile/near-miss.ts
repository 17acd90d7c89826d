import { closest, distance } from 'fastest-levenshtein'

/** `, did you mean 'x'?` when one of the candidates is near, else nothing. */
export function nearMiss(given: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return ''
  const best = closest(given, [...candidates])
  return distance(given, best) <= Math.max(2, Math.floor(given.length / 3)) ? `, did you mean '${best}'?` : ''
}
