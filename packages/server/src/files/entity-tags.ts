import { hash } from 'node:crypto'

/**
 * Returns the tag of a text. This takes as long as sending the text, so handlers of constant texts call it
 * only once.
 */
export function tagOf(body: string | Uint8Array): string {
  return `W/"${hash('sha1', body, 'base64url')}"`
}

/**
 * Returns whether two tags are equal by strong comparison (RFC 9110 §8.8.3.2), in which a weak tag equals no
 * tag. `If-Range` requires it: parts of files with the same weak tag may not fit together.
 */
export function areStrongAndEqual(a: string, b: string | undefined): boolean {
  return a === b && !a.startsWith('W/')
}

/** Returns whether the list in `If-Match` holds the tag of a file, by strong comparison as the header requires. */
export function matchesTag(list: string, tag: string | undefined): boolean {
  return entriesOf(list).some((entry) => entry === '*' || areStrongAndEqual(entry, tag))
}

/** Returns whether the list in `If-None-Match` holds a tag, by weak comparison as for all reads. */
export function includesTag(list: string, tag: string | undefined): boolean {
  const known = tag === undefined ? undefined : withoutPrefix(tag)
  return entriesOf(list).some((entry) => entry === '*' || withoutPrefix(entry) === known)
}

const entriesOf = (list: string) => list.split(',').map((entry) => entry.trim())

const withoutPrefix = (tag: string) => tag.replace(/^W\//, '')
