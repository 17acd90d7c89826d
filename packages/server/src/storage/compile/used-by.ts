import type { ContentType, Schema } from '@content-api/model'
import type { FileUse } from '../../query/file-uses.js'
import type { PublicationState } from '../../query/read-plan.js'
import { ownerColumns } from '../layout.js'
import { quote, quoteText } from '../names.js'
import { liveCondition } from './condition.js'
import type { EntryScope } from './entry.js'
import type { Piece } from './json-text.js'
import { linkedScope, rowText, type WriteRow } from './row-text.js'

interface UsedBy {
  readonly targets: readonly {
    readonly type: ContentType
    readonly uses: readonly FileUse[]
    readonly write: WriteRow
  }[]
  readonly limit: number | null
  readonly publicationState: PublicationState
}

/** The entries that use the file of the scope: type after type, each by its ids, no entry twice. */
export function usedByPieces(scope: EntryScope, { targets, limit, publicationState }: UsedBy): Piece[] {
  const { builder, layout } = scope
  if (targets.length === 0) return [{ literal: '[]' }]
  const cut = () => (limit === null ? '' : ` ${builder.dialect.limit(builder.bind('bigint', limit), null)}`)
  const branches = targets.map(({ type, uses, write }, place) => {
    const inner = linkedScope(scope, type)
    const { alias } = inner
    const ids = idsThatUse(scope, type, uses, `${scope.alias}."id"`)
    const from = builder.dialect.rowsById(quote(layout.schema(type.uid).table), alias, ids)
    const live = liveCondition(type, alias, publicationState)
    // Cut before they are written: most of what uses a file that is everywhere isn't answered.
    const rows = `SELECT ${alias}.* ${from}${live === null ? '' : ` AND ${live}`} ORDER BY ${alias}."id"${cut()}`
    return `SELECT ${rowText(inner, write)} AS item, ${place} AS place, ${alias}."id" AS id FROM (${rows}) ${alias}`
  })
  const rows = builder.alias()
  const all = `(${branches.join(' UNION ALL ')}) ${builder.alias()}`
  const ordered = `SELECT item FROM ${all} ORDER BY place, id${cut()}`
  return [{ sql: `(SELECT concat('[', ${builder.dialect.aggregate('item')}, ']') FROM (${ordered}) ${rows})` }]
}

type Place = Pick<EntryScope, 'layout' | 'builder'>

/** The ids of rows that use the file, found from its own: each step has an index. */
function idsThatUse(scope: Place, schema: Schema, uses: readonly FileUse[], file: string): string {
  return uses.map((use) => idsByUse(scope, schema, use, file)).join(' UNION ')
}

function idsByUse(scope: Place, schema: Schema, { name, target, within }: FileUse, file: string): string {
  const { layout, builder } = scope
  const own = layout.schema(schema.uid)
  const link = own.link(name)
  if (link.kind === 'column') return `SELECT "id" FROM ${quote(own.table)} WHERE ${quote(link.column)} = ${file}`
  if (link.kind === 'join') {
    return `SELECT ${quote(link.source)} AS "id" FROM ${quote(link.table)} WHERE ${quote(link.target)} = ${file}`
  }
  if (link.kind !== 'owned') throw new Error(`${schema.uid}.${name} leads to no file`)
  const of = (column: string) => `owned.${quote(column)}`
  const ids = idsThatUse(scope, target, within, file)
  const from = builder.dialect.rowsById(quote(layout.schema(target.uid).table), 'owned', ids)
  // As one text, for which there is no index: by that of the owners PostgreSQL would look at all components of the type.
  const owner = `concat(${of(ownerColumns.type)}, ' ', ${of(ownerColumns.field)}) = ${quoteText(`${schema.uid} ${name}`)}`
  return `SELECT ${of(ownerColumns.id)} AS "id" ${from} AND ${owner}`
}
