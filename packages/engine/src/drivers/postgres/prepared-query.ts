import { type ClientBase, type Connection, Query } from 'pg'
import type { Stored } from '../../attributes/scalar-behaviour.js'

/** A row as PostgreSQL sends it: the text of each column. */
export type TextRow = readonly (string | null)[]

/** An execution of a statement that a connection has prepared. */
export interface Execution {
  /** The name of the prepared statement. */
  readonly name: string
  readonly values: readonly Stored[]
}

/**
 * Runs prepared statements one after the other, until one fails, and returns the rows of each. The connection
 * gets them in one message, and responds once.
 */
export function runPrepared(
  client: ClientBase,
  executions: readonly Execution[],
): Promise<readonly (readonly TextRow[])[]> {
  return new Promise((resolve, reject) => {
    client.query(new PreparedQuery(executions, (error, rows = []) => (error ? reject(error) : resolve(rows))))
  })
}

type Callback = (error: Error | undefined, rows?: readonly (readonly TextRow[])[]) => void

/**
 * Sends its messages in one write, without a request for the description of the columns. It extends pg's
 * `Query`, because pg sends no other queries in a pipeline.
 */
class PreparedQuery extends Query {
  /** pg replaces it if the client has a `query_timeout`. */
  declare readonly callback: Callback
  readonly #results: (readonly TextRow[])[] = []
  #rows: TextRow[] = []

  constructor(
    readonly executions: readonly Execution[],
    callback: Callback,
  ) {
    super('', [], callback as () => void)
  }

  override readonly submit = (connection: Connection): void => {
    const { stream } = connection
    stream.cork()
    for (const { name, values } of this.executions) {
      const texts = values.map((value) => (value === null ? null : String(value)))
      connection.bind({ statement: name, values: texts }, false)
      connection.execute({}, false)
    }
    connection.sync()
    stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(undefined, this.#results)
  }
}
