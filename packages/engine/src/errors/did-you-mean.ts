import { closest } from '@content-api/model'

/**
 * Returns the end of a message about a wrong name: `. Did you mean title?`, or an empty string if no
 * candidate is similar.
 */
export function didYouMean(name: unknown, candidates: Iterable<string>): string {
  const near = typeof name === 'string' ? closest(name, candidates) : undefined
  return near === undefined ? '' : `. Did you mean ${near}?`
}
