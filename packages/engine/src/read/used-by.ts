import { type OwnerColumns, rowId } from '../layout/columns.js'
import type { ContentType, Schema } from '@content-api/model'
import type { FileUse } from '../plan/file-uses.js'
import type { PublicationState } from '../plan/read-plan.js'
import { quote, quoteText } from '../layout/names.js'
import { liveCondition, whereClause } from './condition.js'
import type { Piece } from './json-text.js'
import { linkedScope, type RowScope, rowText, type WriteRow } from './row-text.js'

interface UsedBy {
  readonly targets: readonly Target[]
  readonly limit: number | null
  readonly publicationState: PublicationState
}

interface Target {
  readonly type: ContentType
  readonly uses: readonly FileUse[]
  readonly write: WriteRow
}

/**
 * Returns the entries that use the file of the scope, ordered by type and id, without duplicates. The
 * statement finds the type (as an index of `targets`) and id of all entries, selects the page, and builds
 * JSON only for the page.
 */
export function usedByPieces(scope: RowScope, { targets, limit, publicationState }: UsedBy): Piece[] {
  const { builder } = scope
  if (targets.length === 0) return [{ literal: '[]' }]
  const [found, page] = [builder.alias(), builder.alias()]
  const exists = targets.map(({ type }, place) => {
    const alias = builder.alias()
    const where = whereClause([
      `${alias}.${rowId} = ${found}.${rowId}`,
      liveCondition({ layout: scope.layout, schema: type, alias }, publicationState),
    ])
    return ` WHEN ${place} THEN EXISTS (SELECT 1 FROM ${tableOf(scope, type)} ${alias}${where})`
  })
  const cut = limit === null ? '' : ` ${builder.dialect.limit(builder.bind('bigint', limit), null)}`
  const uses = union(entriesThatUse(scope, targets, `${scope.alias}.${rowId}`))
  const chosen = `SELECT place, ${rowId} FROM (${uses}) ${found} WHERE CASE place${exists.join('')} END ORDER BY place, ${rowId}${cut}`
  const items = targets.map(({ type, write }, place) => {
    const row = linkedScope(scope, type)
    const text = rowText(row, write)
    return ` WHEN ${place} THEN (SELECT ${text} FROM ${tableOf(scope, type)} ${row.alias} WHERE ${row.alias}.${rowId} = ${page}.${rowId})`
  })
  const ordered = `SELECT CASE place${items.join('')} END AS item FROM (${chosen}) ${page} ORDER BY place, ${rowId}`
  const text = builder.dialect.aggregate('item')
  return [{ sql: `(SELECT concat('[', ${text}, ']') FROM (${ordered}) ${builder.alias()})` }]
}

type Place = Pick<RowScope, 'layout' | 'builder'>

const tableOf = ({ layout }: Place, { uid }: Schema) => quote(layout.schema(uid).table)

/**
 * Returns queries that select `place` (index of the type) and `id`. There is one for each media attribute of
 * the types, and one for each component used in them.
 */
function entriesThatUse(scope: Place, targets: readonly Target[], file: string): string[] {
  const selects: string[] = []
  const owners = new Map<Schema, Owners & { readonly places: string[] }>()
  for (const [place, { type, uses }] of targets.entries()) {
    for (const { name, target, within } of uses) {
      if (within.length === 0) {
        selects.push(`SELECT ${place} AS place, ${rowsByMedia(scope, type, name, file)}`)
        continue
      }
      const owned = owners.get(target) ?? { columns: ownerColumnsOf(scope, type, name), within, places: [] }
      owned.places.push(` WHEN ${quoteText(`${type.uid} ${name}`)} THEN ${place}`)
      owners.set(target, owned)
    }
  }
  for (const [component, { places, ...uses }] of owners) {
    const { owner, id, from } = ownersOf(scope, component, uses, file)
    selects.push(`SELECT CASE ${owner}${places.join('')} END AS place, ${id} AS "id" ${from}`)
  }
  return selects
}

/** Returns the part after SELECT that finds the ids of rows whose media attribute contains the file. */
function rowsByMedia({ layout }: Place, schema: Schema, name: string, file: string): string {
  const { table, ...own } = layout.schema(schema.uid)
  const link = own.link(name)
  if (link.kind === 'column') return `${rowId} FROM ${quote(table)} WHERE ${quote(link.column)} = ${file}`
  if (link.kind !== 'join') throw new Error(`${schema.uid}.${name} is not a media attribute`)
  return `${quote(link.source)} AS "id" FROM ${quote(link.table)} WHERE ${quote(link.target)} = ${file}`
}

/** The columns in which the components store their owners, and how the components use the file. */
interface Owners {
  readonly columns: OwnerColumns
  readonly within: readonly FileUse[]
}

function ownerColumnsOf({ layout }: Place, schema: Schema, name: string): OwnerColumns {
  const link = layout.schema(schema.uid).link(name)
  if (link.kind !== 'owned') throw new Error(`${schema.uid}.${name} is not an attribute with components`)
  return link.columns
}

/** Returns the owners of the components that use the file: uid and attribute as one text, and the id. */
function ownersOf(scope: Place, component: Schema, { columns, within }: Owners, file: string) {
  const alias = scope.builder.alias()
  const of = (column: string) => `${alias}.${quote(column)}`
  const ids = union(within.map((use) => idsByUse(scope, component, use, file)))
  return {
    // The concatenation keeps PostgreSQL from using the index of the owner columns, with which it would read
    // all components of a type.
    owner: `concat(${of(columns.type)}, ' ', ${of(columns.field)})`,
    id: of(columns.id),
    from: scope.builder.dialect.rowsById(tableOf(scope, component), alias, ids),
  }
}

function idsByUse(scope: Place, schema: Schema, { name, target, within }: FileUse, file: string): string {
  if (within.length === 0) return `SELECT ${rowsByMedia(scope, schema, name, file)}`
  const columns = ownerColumnsOf(scope, schema, name)
  const { owner, id, from } = ownersOf(scope, target, { columns, within }, file)
  return `SELECT ${id} AS "id" ${from} AND ${owner} = ${quoteText(`${schema.uid} ${name}`)}`
}

/** SQLite accepts at most 500 queries in one union. */
const longestUnion = 100

function union(selects: readonly string[]): string {
  if (selects.length <= longestUnion) return selects.join(' UNION ')
  const parts: string[] = []
  for (let at = 0; at < selects.length; at += longestUnion) {
    parts.push(`SELECT * FROM (${selects.slice(at, at + longestUnion).join(' UNION ')}) part`)
  }
  return union(parts)
}
