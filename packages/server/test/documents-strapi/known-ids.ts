import type { Operation, RowReference } from './operation.js'

/** An id of a document wherever it stands in a path or a message. */
const documentIds = /\b[a-z][a-z0-9]{23}\b/g

/**
 * The ids that two servers gave to the same documents and rows. Ids that both had from the start are equal.
 */
export class KnownIds {
  readonly #documents = new Map<string, string>()
  readonly #rows = new Map<string, number>()
  readonly #taken = new Map<string, number>()

  /** @param reusesRows whether ids of deleted rows are given to new ones */
  constructor(readonly reusesRows = false) {}

  /** Returns whether two ids may name the same document: each has no other partner. */
  matchDocuments(theirs: string, ours: string): boolean {
    const known = this.#documents.get(theirs)
    if (known !== undefined) return known === ours
    this.#documents.set(theirs, ours)
    return true
  }

  /** Returns whether two ids may name the same row of a table. */
  matchRows(uid: string, theirs: number, ours: number): boolean {
    const known = this.#rows.get(`${uid} ${theirs}`)
    const taken = this.#taken.get(`${uid} ${ours}`)
    if (!this.reusesRows && (known !== undefined || taken !== undefined)) return known === ours && taken === theirs
    this.#rows.set(`${uid} ${theirs}`, ours)
    this.#taken.set(`${uid} ${ours}`, theirs)
    return true
  }

  document(theirs: string): string {
    return this.#documents.get(theirs) ?? theirs
  }

  /** The number of rows whose ids differ. */
  get shifted(): number {
    return [...this.#rows].filter(([key, ours]) => !key.endsWith(` ${ours}`)).length
  }

  /** Returns a request with the ids of the first server. */
  forTheirs(operation: Operation): Operation {
    return {
      ...operation,
      body: filled(
        operation.body,
        ({ $row: [, id] }) => id,
        (text) => text,
      ),
    }
  }

  /** Returns a request with the ids of the second server. */
  forOurs(operation: Operation): Operation {
    const inText = (text: string) => this.inOurWords(text)
    const row = ({ $row: [uid, id] }: RowReference) => this.#rows.get(`${uid} ${id}`) ?? id
    return { ...operation, path: inText(operation.path), body: filled(operation.body, row, inText) }
  }

  /** Returns text of the first server with the ids of documents of the second one. */
  inOurWords(text: string): string {
    return text.replaceAll(documentIds, (id) => this.document(id))
  }
}

function filled(value: unknown, row: (reference: RowReference) => number, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => filled(item, row, text))
  if (typeof value !== 'object' || value === null) return value
  if ('$row' in value) return row(value as RowReference)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, row, text)]))
}
