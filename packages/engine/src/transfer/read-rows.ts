import { isScalar, type Schema } from '@content-api/model'
import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { WriteTransaction } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import { type LinkLayout, ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'

/** A row as JSON values. */
export interface ReadRow {
  readonly id: number
  /** Scalar attributes by name. */
  readonly scalars: Readonly<Record<string, unknown>>
  /** All other columns by name: foreign keys, positions, owners. */
  readonly columns: Readonly<Record<string, unknown>>
}

/** Selects rows: a page in the order of ids, or the components of some owners in order. */
export type RowRange =
  | { readonly after: number; readonly limit: number }
  | { readonly ownerType: string; readonly owners: readonly number[] }

interface ReadColumn {
  readonly sql: string
  readonly into: 'scalars' | 'columns'
  readonly name: string
}

export async function readRows(transaction: WriteTransaction, schema: Schema, range: RowRange): Promise<ReadRow[]> {
  const columns = columnsOf(transaction, schema)
  const rows = await readJsonRows(transaction, {
    table: transaction.layout.schema(schema.uid).table,
    columns: columns.map(({ sql }) => sql),
    ...clauseOf(transaction.dialect, range),
  })
  return rows.map((values) => {
    const row = { scalars: {} as Record<string, unknown>, columns: {} as Record<string, unknown> }
    for (const [index, { into, name }] of columns.entries()) row[into][name] = values[index]
    return { id: Number(row.columns['id']), ...row }
  })
}

function clauseOf(dialect: Dialect, range: RowRange): { clause: string; values: readonly Stored[] } {
  if ('after' in range) {
    const limit = dialect.limit(dialect.placeholder(2), null)
    return { clause: `WHERE id > ${dialect.placeholder(1)} ORDER BY id ${limit}`, values: [range.after, range.limit] }
  }
  const { type, id, field, position } = ownerColumns
  const owners = range.owners.map((_, index) => dialect.placeholder(index + 2))
  return {
    clause: `WHERE ${type} = ${dialect.placeholder(1)} AND ${id} IN (${owners.join(', ')})
      ORDER BY ${id}, ${field}, ${position}, id`,
    values: [range.ownerType, ...range.owners],
  }
}

/** Returns rows as JSON arrays of their columns. The database builds them as one text. */
export async function readJsonRows(
  transaction: WriteTransaction,
  from: { table: string; columns: readonly string[]; clause: string; values: readonly Stored[] },
): Promise<unknown[][]> {
  const row = `'[' || ${from.columns.join(` || ',' || `)} || ']'`
  // Uses `query`, which has no size limit: a page of long texts may exceed the limit for responses.
  const [found] = await transaction.query({
    sql: `SELECT '[' || coalesce(${transaction.dialect.aggregate('listed.row')}, '') || ']' AS list FROM
      (SELECT ${row} AS row FROM ${quote(from.table)} ${from.clause}) listed`,
    values: from.values,
  })
  return JSON.parse(String(found?.['list'] ?? '[]')) as unknown[][]
}

function columnsOf({ dialect, layout }: WriteTransaction, schema: Schema): ReadColumn[] {
  const own = layout.schema(schema.uid)
  const column = (kind: StorageKind | 'id', name: string): ReadColumn => ({
    sql: dialect.json(kind, quote(name)),
    into: 'columns',
    name,
  })
  const columns: ReadColumn[] = [column('id', 'id')]
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute)) {
      columns.push(...linkColumns(own.link(name)).map(([kind, linked]) => column(kind, linked)))
    } else if (name !== 'id') {
      columns.push({
        sql: scalarSql(dialect, scalarBehaviours[attribute.type].storage, own.column(name)),
        into: 'scalars',
        name,
      })
    }
  }
  if (schema.model === 'component') {
    const { id, field, position } = ownerColumns
    columns.push(column('id', id), column('text', field), column('double', position))
  }
  return columns
}

function scalarSql(dialect: Dialect, kind: StorageKind, name: string): string {
  // Writes decimals as strings, because parsing a JSON number would lose digits.
  if (kind !== 'decimal') return dialect.json(kind, quote(name))
  return `coalesce(${dialect.jsonString(dialect.text(kind, quote(name)))}, 'null')`
}

/** Returns the columns of a link that are stored in the row itself. */
function linkColumns(link: LinkLayout): (readonly [kind: 'id' | 'text' | 'double', name: string])[] {
  switch (link.kind) {
    case 'column':
      return [['id', link.column], ...(link.order === null ? [] : ([['double', link.order]] as const))]
    case 'morph':
      return [
        ['id', link.id],
        ['text', link.type],
      ]
    case 'siblings':
      return [['id', link.group]]
    case 'inverse':
    case 'join':
    case 'morphJoin':
    case 'inverseMorph':
    case 'owned':
      return []
  }
}
