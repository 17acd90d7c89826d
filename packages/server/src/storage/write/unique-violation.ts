import { type ContentType, isScalar, type Schema } from '@content-api/model'
import { type Issue, validationError } from '../../errors/api-error.js'
import type { WriteTransaction } from '../database.js'

/** What drivers say of a broken unique index: PostgreSQL names the index, SQLite its columns. */
interface DriverError {
  readonly message?: string
  readonly constraint?: string
  readonly parent?: unknown
  readonly cause?: unknown
}

/**
 * Two writers may find the same value free; the second then meets the index, which is no less a mistake of its client's
 * than if it had come a moment later. Unique indexes over several attributes are told of in this way too.
 */
export async function reportTaken<Result>(
  tx: WriteTransaction,
  type: ContentType,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const columns = brokenIndex(tx, type, error)
    const issues = columns.flatMap((column): Issue[] => {
      const name = attributeOf(tx, type, column)
      return name === undefined ? [] : [{ path: [name], message: 'This attribute must be unique' }]
    })
    throw issues.length > 0 ? validationError(issues) : error
  }
}

/** The columns of the unique index that the error is about; none when it is about something else. */
function brokenIndex(tx: WriteTransaction, type: ContentType, error: unknown): readonly string[] {
  const { table } = tx.layout.schema(type.uid)
  const indexes = tx.layout.tables.find(({ name }) => name === table)?.indexes.filter(({ unique }) => unique) ?? []
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = next(cause)) {
    const { message = '', constraint } = cause as DriverError
    const failed = /UNIQUE constraint failed: ([^\n]*)/.exec(message)?.[1]?.split(', ')
    const found = indexes.find(({ name, columns }) => {
      if (constraint !== undefined) return name === constraint
      return failed?.length === columns.length && columns.every((column) => failed.includes(`${table}.${column}`))
    })
    if (found) return found.columns
  }
  return []
}

function next({ parent, cause }: DriverError): unknown {
  return parent ?? cause
}

/** Values are unique within a locale, so that the locale stands in the index, but it is not what is wrong. */
function attributeOf(tx: WriteTransaction, type: Schema, column: string): string | undefined {
  const layout = tx.layout.schema(type.uid)
  return Object.keys(type.declared).find((name) => {
    const attribute = type.declared[name]
    return attribute && isScalar(attribute) && layout.column(name) === column
  })
}
