import type { WriteTransaction } from '../database.js'
import { ownerColumns } from '../layout.js'
import { quote } from '../names.js'
import type { SchemaChange } from './changes.js'
import type { SchemaRecord } from './record.js'
import type { Statement } from '../statement.js'

/** Data that a change of the schema would do away with. */
export interface Loss {
  /** uid of the content type or component; the table's name where it is a link table. */
  readonly schema: string
  /** Column or attribute; null: whole rows. */
  readonly attribute: string | null
  /** Rows that hold data there. */
  readonly rows: number
}

/** A start that was refused because it would lose data. */
export class DataLossError extends Error {
  override readonly name = 'DataLossError'

  constructor(readonly losses: readonly Loss[]) {
    super(
      [
        'Bringing the database in step with the schemas would lose data:',
        ...losses.map((loss) => `  ${describeLoss(loss)}`),
        'Nothing was changed. Put the schemas back, or allow the loss explicitly.',
      ].join('\n'),
    )
  }
}

export function describeLoss({ schema, attribute, rows }: Loss): string {
  const count = rows === 1 ? '1 row' : `${rows} rows`
  return attribute === null ? `${schema}: ${count}` : `${schema} ${attribute}: ${count} with data`
}

/** What the changes would do away with; nothing where there are no rows with data. */
export async function countLosses(
  transaction: WriteTransaction,
  from: SchemaRecord,
  changes: readonly SchemaChange[],
): Promise<Loss[]> {
  const losses: Loss[] = []
  for (const change of changes) {
    const question = lossOf(transaction, from, change)
    if (!question) continue
    const rows = Number(await transaction.read(question.count))
    if (rows > 0) losses.push({ schema: question.schema, attribute: question.attribute, rows })
  }
  return losses
}

interface Question extends Omit<Loss, 'rows'> {
  readonly count: Statement
}

function lossOf({ dialect }: WriteTransaction, from: SchemaRecord, change: SchemaChange): Question | null {
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
      const where = `${quote(ownerColumns.type)} = ${type} AND ${quote(ownerColumns.field)} = ${name}`
      return { schema: owner, attribute: field, count: count(table, where, [owner, field]) }
    }
    default:
      return null
  }
}
