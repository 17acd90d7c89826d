import type { ClientBase, Connection, Submittable } from 'pg'
import type { Stored } from '../../attributes/scalar-behaviour.js'

type FirstRow = readonly (string | null)[] | null

/** Runs a statement that the connection has prepared, and returns its first row as text. */
export function readPrepared(client: ClientBase, name: string, values: readonly Stored[]): Promise<FirstRow> {
  return new Promise((resolve, reject) => {
    client.query(new PreparedRead(name, values, (error, row = null) => (error ? reject(error) : resolve(row))))
  })
}

/**
 * A query of pg in one write, without a description of the columns. pg's own `Query` writes four messages
 * and collects a result with fields.
 */
class PreparedRead implements Submittable {
  #row: FirstRow = null

  constructor(
    readonly name: string,
    readonly values: readonly Stored[],
    /** pg replaces it if the client has a `query_timeout`. */
    readonly callback: (error: Error | null, row?: FirstRow) => void,
  ) {}

  submit(connection: Connection): void {
    const { stream } = connection
    stream.cork()
    const values = this.values.map((value) => (value === null ? null : String(value)))
    connection.bind({ statement: this.name, values }, false)
    connection.execute({}, false)
    connection.sync()
    stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#row ??= fields
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#row)
  }
}
