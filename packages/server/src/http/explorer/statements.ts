import type { StatementPlan, TracedRequest, TracedStatement } from '@content-api/explorer/protocol'
import { ApiError } from '@content-api/engine/errors'
import { hiddenNames, namesIn, type Visibility } from '@content-api/engine/layout'
import {
  type Database,
  isExplainable,
  isReadStatement,
  type TracedStatement as RanStatement,
} from '@content-api/engine/database'
import type { VisibleSchemas } from './model.js'
import type { RecordedRequest } from './traced-requests.js'

/** The maximum number of characters of a parameter that are shown. */
const shownCharacters = 1_000

export interface StatementsScope {
  readonly database: Database
  /** The schemas that the identity may see; null for the identity that passes every check. */
  readonly visible: VisibleSchemas | null
  readonly analyze: boolean
}

/**
 * Returns the statements of a request with their plans. Statements that name things that the identity may not
 * see are left out.
 */
export async function explainRequest(
  id: string,
  request: RecordedRequest,
  scope: StatementsScope,
): Promise<TracedRequest> {
  const { trace, method, path } = request
  const { database, visible } = scope
  const hidden: ReadonlySet<unknown> = visible ? hiddenNames(database, visibilityOf(visible)) : new Set()
  const shown = trace.statements.filter(
    ({ sql, values }) => ![...namesIn(sql), ...values].some((one) => hidden.has(one)),
  )
  const statements: TracedStatement[] = []
  // One after the other, so that the page takes at most one connection.
  for (const statement of shown) statements.push(await explain(statement, scope))
  return {
    trace: id,
    method,
    path,
    dialect: database.dialect.name === 'postgres' ? 'postgres' : 'sqlite',
    statements,
    dropped: trace.count - trace.statements.length,
    withheld: trace.statements.length - shown.length,
  }
}

function visibilityOf({ types, related, components }: VisibleSchemas): Visibility {
  const schemas = [...types, ...related, ...components].map(
    ({ uid, attributes }) => [uid, new Set(attributes.map(({ name }) => name))] as const,
  )
  const known = new Map(schemas)
  return { schema: ({ uid }) => known.has(uid), attribute: ({ uid }, name) => known.get(uid)?.has(name) === true }
}

async function explain(statement: RanStatement, { database, analyze }: StatementsScope): Promise<TracedStatement> {
  const { sql, values, milliseconds } = statement
  return {
    sql,
    parameters: values.map((value) =>
      typeof value === 'string' && value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value,
    ),
    kind: isReadStatement(sql) ? 'read' : 'write',
    milliseconds,
    plan: isExplainable(sql) ? await planOf(statement, database, analyze) : null,
  }
}

/** Returns null if the database can't explain the statement, for example because its table has changed since. */
async function planOf(statement: RanStatement, database: Database, analyze: boolean): Promise<StatementPlan | null> {
  try {
    return await database.explain(statement, { analyze })
  } catch (error) {
    // The developer should know that a statement takes too long.
    if (analyze && error instanceof ApiError) throw error
    return null
  }
}
