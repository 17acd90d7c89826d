/** An id in JSON, and its position among all ids of the JSON, counted from 1. */
export interface IdOccurrence {
  readonly value: number
  readonly nth: number
  readonly depth: number
}

/** Returns every value of a key `id` that is a number or a string of digits, in order. */
export function idOccurrences(body: unknown): IdOccurrence[] {
  const found: IdOccurrence[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'id' && /^\d+$/.test(String(inner)))
        found.push({ value: Number(inner), nth: found.length + 1, depth })
      visit(inner, depth + 1)
    }
  }
  visit(body, 0)
  return found
}

/** Returns the position of the outermost id of a body with that value, or undefined if there is none. */
export const nthOf = (body: unknown, id: number): number | undefined =>
  idOccurrences(body)
    .filter(({ value }) => value === id)
    .toSorted((a, b) => a.depth - b.depth)[0]?.nth
