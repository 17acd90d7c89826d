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

  submit({ stream }: Connection): void {
    stream.write(executionOf(this.name, this.values))
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

/** Execute with the unnamed portal and all rows, and Sync (PostgreSQL documentation, "Message Formats"). */
const executeAndSync = Buffer.from('E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04', 'latin1')

/** Returns the messages Bind, with parameters and results as text, Execute and Sync. */
function executionOf(name: string, values: readonly Stored[]): Buffer {
  const texts = values.map((value) => (value === null ? null : String(value)))
  const bytes = texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), 0)
  // Code, length, empty portal, name, no parameter formats, number of parameters, parameters, no result formats.
  const length = 4 + 1 + name.length + 1 + 2 + 2 + bytes + 2
  const message = Buffer.allocUnsafe(1 + length + executeAndSync.length)
  let at = message.write('B', 0, 'latin1')
  at = message.writeInt32BE(length, at)
  at = message.writeInt8(0, at)
  at += message.write(name, at, 'latin1')
  at = message.writeInt8(0, at)
  at = message.writeInt16BE(0, at)
  at = message.writeUInt16BE(values.length, at)
  for (const text of texts) {
    const size = text === null ? -1 : message.write(text, at + 4)
    at = message.writeInt32BE(size, at) + Math.max(0, size)
  }
  at = message.writeInt16BE(0, at)
  executeAndSync.copy(message, at)
  return message
}
