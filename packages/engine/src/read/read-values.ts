import { isScalar } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { Database } from '../database/database.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'
import type { Layout } from '../layout/layout.js'
import { quote } from '../layout/names.js'
import type { ReadPlan } from '../plan/read-plan.js'
import { compileRead } from './read.js'

/** A row that no table holds: the stored values of the attributes of its type. */
export type ValueRow = Readonly<Record<string, Stored>>

/**
 * Compiles a plan that reads rows which no table holds. They are parameters of the statement, so filters and
 * sorts mean the same as for entries. The type has no links.
 */
export function compileReadOfValues(
  plan: ReadPlan,
  rows: readonly ValueRow[],
  { layout: { formats }, dialect }: Pick<Database, 'layout' | 'dialect'>,
): Statement {
  const columns = Object.entries(plan.type.attributes).flatMap(([name, attribute]) =>
    isScalar(attribute) ? [{ name, kind: scalarBehaviours[attribute.type].storage }] : [],
  )
  const builder = new StatementBuilder({ layout: { formats }, dialect })
  const table = builder.define('values', () => {
    const values = rows.map((row) => {
      const cells = columns.map(({ name, kind }) => formats.cell(kind, builder.placeholder(row[name] ?? null)))
      return `(${cells.join(', ')})`
    })
    const names = columns.map(({ name }, index) => `v.column${index + 1} AS ${quote(name)}`)
    return `SELECT ${names.join(', ')} FROM (VALUES ${values.join(', ')}) AS v`
  })
  const schema = { table, column: (name: string) => name, link: noLink, startsIndex: () => false }
  const own: Layout = { formats, schema: () => schema }
  return compileRead(plan, own, dialect, builder)
}

function noLink(name: string): never {
  throw new Error(`${name} is no link of rows without a table`)
}
