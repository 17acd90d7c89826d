import { randomBytes } from 'node:crypto'
import { type Attribute, documentModel, type Schema } from '../second-server/schema.js'
import { idsIn, type Row, Store } from '../second-server/store.js'

export const isDraft = ({ values }: Pick<Row, 'values'>) => values['publishedAt'] === null

/** The versions of documents: a row for each locale, and for each of draft and published. */
export class DocumentStore extends Store {
  #last = 0

  constructor() {
    super(documentModel)
  }

  /** Returns a timestamp that is later than all before, so that tests can compare them. */
  now(): string {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return new Date(this.#last).toISOString()
  }

  newDocumentId(): string {
    return `d${[...randomBytes(23)].map((byte) => (byte % 36).toString(36)).join('')}`
  }

  /** Returns all rows of a document. */
  versions(schema: Schema, documentId: unknown): Row[] {
    return this.all(schema).filter(({ values }) => values['documentId'] === documentId)
  }

  /** Returns the other version of a row, draft or published, in the same locale. */
  counterpart(row: Row): Row | undefined {
    return this.versions(row.schema, row.values['documentId']).find(
      (other) => other.values['locale'] === row.values['locale'] && isDraft(other) !== isDraft(row),
    )
  }

  protected override excludes(row: Row, other: Row): boolean {
    return !row.schema.drafts || isDraft(row) === isDraft(other)
  }

  override linked(row: Pick<Row, 'values'>, name: string, attribute: Attribute): Row[] {
    if (name !== 'localizations') return super.linked(row, name, attribute)
    return this.versions(this.schemaOf(attribute.target), row.values['documentId']).filter(
      (other) => other.values['locale'] !== row.values['locale'] && isDraft(other) === isDraft(row),
    )
  }

  /** Gives a row a new id, everywhere. */
  renumber(row: Row): Row {
    const renamed = { ...row, id: this.nextId() }
    this.table(row.schema.uid).delete(row.id)
    this.table(row.schema.uid).set(renamed.id, renamed)
    for (const other of [...this.rows.values()].flatMap((table) => [...table.values()])) {
      for (const [name, attribute] of Object.entries(other.schema.attributes)) {
        if (attribute.type === 'relation' && attribute.target === row.schema.uid)
          other.values[name] = idsIn(other.values[name]).map((id) => (id === row.id ? renamed.id : id))
      }
    }
    return renamed
  }
}
