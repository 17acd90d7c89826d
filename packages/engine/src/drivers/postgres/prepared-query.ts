import { type ClientBase, type Connection, Query } from 'pg'
import type { Stored } from '../../attributes/scalar-behaviour.js'

/** A row as PostgreSQL sends it: the text of each column. */
export type TextRow = readonly (string | null)[]

/** Runs a statement that the connection has prepared, and returns its rows. */
export function runPrepared(client: ClientBase, name: string, values: readonly Stored[]): Promise<readonly TextRow[]> {
  return new Promise((resolve, reject) => {
    client.query(new PreparedQuery(name, values, (error, rows = []) => (error ? reject(error) : resolve(rows))))
  })
}

type Callback = (error: Error | undefined, rows?: readonly TextRow[]) => void

/**
 * Sends its messages in one write, without a request for the description of the columns. It extends pg's
 * `Query`, because pg sends no other queries in a pipeline.
 */
class PreparedQuery extends Query {
  /** pg replaces it if the client has a `query_timeout`. */
  declare readonly callback: Callback
  readonly #rows: TextRow[] = []

  constructor(
    readonly name: string,
    readonly parameters: readonly Stored[],
    callback: Callback,
  ) {
    super('', [], callback as () => void)
  }

  override readonly submit = (connection: Connection): void => {
    const { stream } = connection
    stream.cork()
    const values = this.parameters.map((value) => (value === null ? null : String(value)))
    connection.bind({ statement: this.name, values }, false)
    connection.execute({}, false)
    connection.sync()
    stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(undefined, this.#rows)
  }
}
