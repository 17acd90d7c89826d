import { type OwnerColumns, rowId } from '../layout/columns.js'
import type { ContentType, Schema } from '@content-api/model'
import type { FileUse } from '../plan/file-uses.js'
import type { PublicationState } from '../plan/read-plan.js'
import { quote, quoteText } from '../layout/names.js'
import type { LinkLayout } from '../layout/layout.js'
import { liveCondition, whereClause } from './condition.js'
import type { Piece } from './json-text.js'
import { rowsOfLink } from './link-source.js'
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
type Join = Extract<LinkLayout, { kind: 'join' }>

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
      if (within.length === 0 || scope.layout.schema(type.uid).link(name).kind === 'join') {
        selects.push(
          `SELECT ${place} AS place, ${rowId} FROM (${idsByUse(scope, type, { name, target, within }, file)}) used`,
        )
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

/** Returns a SELECT of the `id` of the rows whose media attribute contains the file. */
function rowsByMedia(scope: Place, schema: Schema, { name, target }: FileUse, file: string): string {
  const { table, ...own } = scope.layout.schema(schema.uid)
  const link = own.link(name)
  if (link.kind === 'column') return `SELECT ${rowId} FROM ${quote(table)} WHERE ${quote(link.column)} = ${file}`
  if (link.kind !== 'join') throw new Error(`${schema.uid}.${name} is not a media attribute`)
  return ownersByLink(scope, link, target, `= ${file}`)
}

/** Returns a SELECT of the `id` of the rows with links to some targets. `isOne` is a comparison with their ids. */
function ownersByLink({ builder }: Place, link: Join, target: Schema, isOne: string): string {
  const alias = builder.alias()
  const of = (column: string) => `${alias}.${quote(column)}`
  const where = whereClause([`${of(link.target)} ${isOne}`, rowsOfLink(link, target, of)])
  return `SELECT ${of(link.source)} AS "id" FROM ${quote(link.table)} ${alias}${where}`
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

/** Returns a SELECT of the `id` of the rows that use the file. */
function idsByUse(scope: Place, schema: Schema, use: FileUse, file: string): string {
  const { name, target, within } = use
  if (within.length === 0) return rowsByMedia(scope, schema, use, file)
  const link = scope.layout.schema(schema.uid).link(name)
  if (link.kind === 'join') {
    return ownersByLink(
      scope,
      link,
      target,
      `IN (${union(within.map((inner) => idsByUse(scope, target, inner, file)))})`,
    )
  }
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
