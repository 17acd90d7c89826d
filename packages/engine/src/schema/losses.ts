import type { WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import type { SchemaChange } from './changes.js'
import type { SchemaRecord } from './record.js'
import type { Statement } from '../dialects/statement.js'

/** Data that a schema change would delete. */
export interface Loss {
  /** The uid of the content type or component, or the name of a link table. */
  readonly schema: string
  /** The column or attribute; null for whole rows. */
  readonly attribute: string | null
  /** The number of rows with data in it. */
  readonly rows: number
}

/** A start that was rejected because it would lose data. */
export class DataLossError extends Error {
  override readonly name = 'DataLossError'

  constructor(readonly losses: readonly Loss[]) {
    super(
      [
        'Changing the tables to match the schemas would lose data:',
        ...losses.map((loss) => `  ${describeLoss(loss)}`),
        'Nothing was changed. Restore the schemas, or allow the loss explicitly.',
      ].join('\n'),
    )
  }
}

export function describeLoss({ schema, attribute, rows }: Loss): string {
  const count = rows === 1 ? '1 row' : `${rows} rows`
  return attribute === null ? `${schema}: ${count}` : `${schema} ${attribute}: ${count} with data`
}

/** Returns the data that the changes would delete. A change without data to lose isn't listed. */
export async function countLosses(
  transaction: WriteTransaction,
  from: SchemaRecord,
  changes: readonly SchemaChange[],
): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const change of changes) {
    const query = lossOf(transaction, from, change)
    if (!query) continue
    const rows = Number(await transaction.read(query.count))
    if (rows > 0) losses.push({ schema: query.schema, attribute: query.attribute, rows })
  }
  return losses
}

interface LossQuery extends Omit<Loss, 'rows'> {
  readonly count: Statement
}

function lossOf({ dialect, layout }: WriteTransaction, from: SchemaRecord, change: SchemaChange): LossQuery | null {
  const schemaOf = (table: string) => from.schemas.find((schema) => schema.table === table)?.uid ?? table
  const count = (table: string, where = '', values: readonly string[] = []) => ({
    sql: `SELECT count(*) FROM ${quote(table)}${where && ` WHERE ${where}`}`,
    values,
  })
  switch (change.kind) {
    case 'dropTable': {
      const { name } = change.table
      return { schema: schemaOf(name), attribute: null, count: count(name) }
    }
    case 'dropColumn':
    case 'changeColumn': {
      if (change.kind === 'changeColumn' && change.keeps) return null
      const { name } = change.column
      const table = change.table.name
      return { schema: schemaOf(table), attribute: name, count: count(table, `${quote(name)} IS NOT NULL`) }
    }
    case 'dropComponents': {
      const { owner, field, table } = change.of
      const [type, name] = [dialect.placeholder(1), dialect.placeholder(2)]
      const columns = layout.ownerColumns
      const where = `${quote(columns.type)} = ${type} AND ${quote(columns.field)} = ${name}`
      return { schema: owner, attribute: field, count: count(table, where, [owner, field]) }
    }
    default:
      return null
  }
}
