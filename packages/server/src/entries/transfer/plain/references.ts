import type { ContentType, Schema } from '@content-api/model'
import type { WriteTransaction } from '../../../storage/database.js'
import type { PlannedRow } from '../../../storage/transfer/planned-row.js'
import type { RowWriter } from '../../../storage/transfer/row-writer.js'
import { readUniqueValues } from '../../../storage/transfer/unique-values.js'

/** Finds entries by what a file says of them in place of an id. They are in the database, or were imported before. */
export class References {
  readonly #transaction: WriteTransaction
  readonly #writer: RowWriter
  /** Ids by value, of each attribute that was asked for. */
  readonly #values = new Map<string, Map<string, number>>()
  /** Ids by the ids of the file that are no numbers. */
  readonly #foreign = new Map<string, number>()

  constructor(transaction: WriteTransaction, writer: RowWriter) {
    this.#transaction = transaction
    this.#writer = writer
  }

  async byValue(type: ContentType, attribute: string, value: string): Promise<number | undefined> {
    const key = `${type.uid}.${attribute}`
    let values = this.#values.get(key)
    if (!values) {
      // What was imported before is found in the database too.
      await this.#writer.flush()
      values = await readUniqueValues(this.#transaction, type, attribute)
      this.#values.set(key, values)
    }
    return values.get(value)
  }

  byForeignId(type: Schema, id: string): number | undefined {
    return this.#foreign.get(`${type.uid} ${id}`)
  }

  /** Notes an imported entry. */
  add({ schema, scalars }: PlannedRow, id: number, foreignId: string | null): void {
    if (foreignId !== null) this.#foreign.set(`${schema.uid} ${foreignId}`, id)
    for (const [name, value] of Object.entries(scalars)) {
      const values = this.#values.get(`${schema.uid}.${name}`)
      if (values && value !== null && !values.has(String(value))) values.set(String(value), id)
    }
  }
}
