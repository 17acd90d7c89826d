import type { Output, OutputObject, ReadPlan } from '../plan/read-plan.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Layout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { StatementBuilder } from '../dialects/statement.js'
import { liveCondition } from './condition.js'
import { joinPieces } from './json-text.js'
import { memberPieces, noRoot, outputPieces } from './output.js'
import type { RowScope } from './row-text.js'
import type { ReturnedText } from '../database/written-row.js'

/**
 * Compiles a plan that reads one entry by id into an expression for `RETURNING`.
 *
 * @returns null when the plan needs more than the row itself, such as related entries or a filter
 */
export function compileReturnedText(plan: ReadPlan, layout: Layout, dialect: Dialect): ReturnedText | null {
  const { type, output, byId, filters, locale, publicationState } = plan
  const table = quote(layout.schema(type.uid).table)
  const reads = byId && filters === null && locale === null && liveCondition(type, table, publicationState) === null
  if (!reads || !isOfRow(output)) return null
  // In RETURNING, SQLite doesn't know the alias of a table.
  const scope: RowScope = {
    builder: new StatementBuilder(dialect),
    layout,
    schema: type,
    alias: table,
    entry: { uid: type.uid, alias: table },
    links: 0,
  }
  const entries = (members: OutputObject) => memberPieces(scope, members, noRoot)
  const sql = joinPieces(dialect, outputPieces(scope, output, { entries, pagination: () => [] }))
  return scope.builder.values.length === 0 ? { sql } : null
}

/** Returns whether all values are constants or columns of the entry. */
function isOfRow(output: Output): boolean {
  if (output.kind === 'object' || output.kind === 'entries') return output.members.every(({ value }) => isOfRow(value))
  return output.kind === 'text' || output.kind === 'field' || output.kind === 'rejected'
}
