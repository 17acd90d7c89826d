import type { Explained, ExplainedNode, ExplainOptions, Row, StatementLimits } from '../../database/database.js'
import { readError } from '../../database/database-errors.js'
import type { Statement } from '../../dialects/statement.js'
import type { SqliteConnection } from './sqlite-connection.js'

/**
 * Explains a statement.
 *
 * @throws ApiError ValidationError for a read that takes longer than the limit
 */
export async function explainSqlite(
  connection: SqliteConnection,
  { sql, values }: Statement,
  { analyze, limits }: ExplainOptions & { readonly limits: StatementLimits | null },
): Promise<Explained> {
  const rows = await connection.rowsOnce({ sql: `EXPLAIN QUERY PLAN ${sql}`, values })
  const nodes = childrenOf(rows, 0)
  return {
    nodes,
    raw: lines(nodes, '').join('\n'),
    analyzed: analyze ? await measure(connection, { sql, values }, limits) : null,
  }
}

async function measure(connection: SqliteConnection, statement: Statement, limits: StatementLimits | null) {
  // A read of a database in memory runs on the write connection. With this pragma, any change is an error.
  await connection.run('PRAGMA query_only = ON')
  try {
    const started = performance.now()
    const rows = await connection.rows(statement, limits ? { milliseconds: limits.statementMilliseconds } : {})
    return { milliseconds: performance.now() - started, rows: rows.length }
  } catch (error) {
    throw readError(error)
  } finally {
    if (connection.use === 'write') await connection.run('PRAGMA query_only = OFF')
  }
}

function childrenOf(rows: readonly Row[], parent: number): ExplainedNode[] {
  return rows
    .filter((row) => row['parent'] === parent)
    .map((row) => ({ text: String(row['detail']), figures: {}, children: childrenOf(rows, Number(row['id'])) }))
}

function lines(nodes: readonly ExplainedNode[], indent: string): string[] {
  return nodes.flatMap(({ text, children }) => [indent + text, ...lines(children, `${indent}  `)])
}
