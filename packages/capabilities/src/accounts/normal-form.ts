import { longestIdentifier } from '@content-api/engine/accounts'

/**
 * Returns whether a text is too long to be normalized, and to be a new name or identifier. The time of
 * `normalize` grows with the square of a run of combining marks: 1 ms for 1 kB, 33 s for 400 kB.
 */
export const isLong = (text: string): boolean => Buffer.byteLength(text) > longestIdentifier

/** Returns the normal form of a text. A long text is returned as it is. */
export function normalForm(text: string, form: 'NFKC' | 'NFKD'): string {
  return isLong(text) ? text : text.normalize(form)
}
