import type { WriteTransaction } from '@content-api/engine/database'
import type { ImportPlace } from '@content-api/engine/errors'
import { type PlannedRow, readUniqueValues, type RowWriter } from '@content-api/engine/transfer'
import type { ContentType, Schema } from '@content-api/model'
import type { EntryContext } from './plan-entry.js'

/** An entry of a plain file. It is planned later, when the entries that it points at can be looked up. */
export class DeferredEntry {
  constructor(
    readonly line: number,
    readonly place: ImportPlace,
    /** The id in the file if it isn't a number. */
    readonly externalId: string | null,
    /** @throws ImportError */
    readonly plan: (context: DeferredContext) => Promise<PlannedRow>,
  ) {}
}

export interface DeferredContext extends EntryContext {
  readonly references: References
}

/**
 * Finds entries that a file references by unique values or external ids. They are in the database or earlier
 * in the import.
 */
export class References {
  /** Ids by value, for each attribute that was looked up. */
  readonly #values = new Map<string, Map<string, number>>()
  /** Ids by the ids in the file that aren't numbers. */
  readonly #externalIds = new Map<string, number>()

  constructor(
    private readonly transaction: WriteTransaction,
    private readonly writer: RowWriter,
  ) {}

  async byValue(type: ContentType, attribute: string, value: string): Promise<number | undefined> {
    const key = `${type.uid}.${attribute}`
    let values = this.#values.get(key)
    if (!values) {
      // Writes the entries imported so far, so that the query finds them.
      await this.writer.flush()
      values = await readUniqueValues(this.transaction, type, attribute)
      this.#values.set(key, values)
    }
    return values.get(value)
  }

  byExternalId(type: Schema, id: string): number | undefined {
    return this.#externalIds.get(`${type.uid} ${id}`)
  }

  /** Adds an imported entry. */
  add({ schema, scalars }: PlannedRow, id: number, externalId: string | null): void {
    if (externalId !== null) this.#externalIds.set(`${schema.uid} ${externalId}`, id)
    for (const [name, value] of Object.entries(scalars)) {
      const values = this.#values.get(`${schema.uid}.${name}`)
      if (values && value !== null && !values.has(String(value))) values.set(String(value), id)
    }
  }
}
