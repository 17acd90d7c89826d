type Attributes = Readonly<Record<string, unknown>>

/** How responses represent entries. */
export interface Form {
  /** Whether populate and fields follow the rules of Strapi 5. */
  readonly documents: boolean
  entry(id: number, attributes: Attributes): unknown
  /** @param value an entry, null, or a list of entries */
  related(value: unknown): unknown
}

/** Entries are `{ id, attributes }`. */
export const wrapped: Form = {
  documents: false,
  entry: (id, attributes) => ({ id, attributes }),
  related: (data) => ({ data }),
}

/** Entries of Strapi 5 are flat. */
export const flat: Form = {
  documents: true,
  entry: (id, attributes) => ({ id, ...attributes }),
  related: (value) => value,
}

/** Entries of Strapi 5 in the response format of Strapi 4. */
export const compatible: Form = {
  documents: true,
  entry: (id, { documentId, ...attributes }) => ({ id, documentId, attributes }),
  related: (data) => ({ data }),
}
