import { closest } from '@content-api/model'

/** The end of a message about a wrong name: `. Did you mean title?`, or nothing where no candidate is near. */
export function didYouMean(name: unknown, candidates: Iterable<string>): string {
  const near = typeof name === 'string' ? closest(name, candidates) : undefined
  return near === undefined ? '' : `. Did you mean ${near}?`
}
