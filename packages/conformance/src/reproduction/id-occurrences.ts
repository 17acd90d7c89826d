/** An id in a JSON text, and which of the ids in the text it is, counted from 1 in the order of the text. */
export interface IdOccurrence {
  readonly value: number
  readonly nth: number
  readonly depth: number
}

/** Every value of a key `id` that is a number or a text of digits, in the order in which the text has them. */
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

/** Which id of a body is the outermost of that value; undefined where there is none. */
export const nthOf = (body: unknown, id: number): number | undefined =>
  idOccurrences(body)
    .filter(({ value }) => value === id)
    .toSorted((a, b) => a.depth - b.depth)[0]?.nth
