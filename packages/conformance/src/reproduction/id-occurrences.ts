import type { EntryId } from '../target/entry-view.js'

/** An id as a part of a pattern: a number, or the id of a document. */
export const idPattern = String.raw`\d+|[a-z][a-z0-9]{23}`

const isId = new RegExp(`^(?:${idPattern})$`)

/** Returns the id that a string in a request or a response contains, or undefined. */
export function idFrom(text: string): EntryId | undefined {
  if (!isId.test(text)) return undefined
  return /^\d/.test(text) ? Number(text) : text
}

/** An id in JSON, and its position among all ids of the JSON, counted from 1. */
export interface IdOccurrence {
  readonly value: EntryId
  readonly nth: number
  readonly depth: number
}

/** Returns every value of a key `id` or `documentId` that is an id, in order. */
export function idOccurrences(body: unknown): IdOccurrence[] {
  const found: IdOccurrence[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const value = key === 'id' || key === 'documentId' ? idFrom(String(inner)) : undefined
      if (value !== undefined) found.push({ value, nth: found.length + 1, depth })
      visit(inner, depth + 1)
    }
  }
  visit(body, 0)
  return found
}

/** Returns the position of the outermost id of a body with that value, or undefined if there is none. */
export const nthOf = (body: unknown, id: EntryId): number | undefined =>
  idOccurrences(body)
    .filter(({ value }) => value === id)
    .toSorted((a, b) => a.depth - b.depth)[0]?.nth
