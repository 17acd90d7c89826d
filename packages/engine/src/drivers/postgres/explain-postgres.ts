import type { ClientBase } from 'pg'
import { isRecord } from '@content-api/model'
import type { Explained, ExplainedNode, ExplainOptions } from '../../database/database.js'
import { readError } from '../../database/database-errors.js'
import type { Statement } from '../../dialects/statement.js'
import { postgresText } from './postgres-connection.js'

/**
 * Explains a statement.
 *
 * @param begin opens a read-only transaction with the time limit of statements
 * @throws ApiError ValidationError for a read that exceeds the time limit
 */
export async function explainPostgres(
  client: ClientBase,
  { sql, values }: Statement,
  { analyze, begin }: ExplainOptions & { readonly begin: string },
): Promise<Explained> {
  await client.query(begin)
  try {
    const explain = `EXPLAIN (FORMAT JSON${analyze ? ', ANALYZE' : ''}) ${sql}`
    const raw = (await postgresText(client, { sql: explain, values })) ?? '[]'
    const [statement] = JSON.parse(raw) as Record<string, unknown>[]
    const plan = statement?.['Plan']
    const nodes = isRecord(plan) ? [nodeOf(plan)] : []
    const analyzed = analyze
      ? { milliseconds: Number(statement?.['Execution Time']), rows: nodes[0]?.figures['Actual Rows'] ?? 0 }
      : null
    return { nodes, analyzed, raw }
  } catch (error) {
    throw readError(error)
  } finally {
    await client.query('ROLLBACK')
  }
}

/**
 * The properties of a plan node that are shown: the names of the objects that it reads (such as relations and
 * indexes), its conditions and its figures.
 */
const subjects = ['Relation Name', 'Index Name', 'CTE Name', 'Function Name', 'Subplan Name'] as const
const conditions = ['Index Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Filter', 'Sort Key'] as const
const figures = ['Startup Cost', 'Total Cost', 'Plan Rows', 'Actual Rows', 'Actual Loops', 'Actual Total Time'] as const

function nodeOf(plan: Record<string, unknown>): ExplainedNode {
  const named = subjects.flatMap((key) => (typeof plan[key] === 'string' ? [plan[key]] : []))
  const held = conditions.flatMap((key) => (plan[key] === undefined ? [] : [`${key}: ${textOf(plan[key])}`]))
  const children = Array.isArray(plan['Plans']) ? plan['Plans'].filter(isRecord).map(nodeOf) : []
  return {
    text: [[textOf(plan['Node Type']), ...named].join(' '), ...held].join(', '),
    figures: Object.fromEntries(figures.flatMap((key) => (typeof plan[key] === 'number' ? [[key, plan[key]]] : []))),
    children,
  }
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))
