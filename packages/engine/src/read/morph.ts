import type { ContentType } from '@content-api/model'
import type { PublicationState } from '../plan/read-plan.js'
import { quote, quoteText } from '../dialects/names.js'
import { liveCondition, whereClause } from './condition.js'
import type { Piece } from './json-text.js'
import { linkedScope, type RowScope, rowText, type WriteRow } from './row-text.js'

interface Morph {
  readonly name: string
  readonly publicationState: PublicationState
  readonly targets: readonly { readonly type: ContentType; readonly write: WriteRow }[]
}

/**
 * Returns the JSON of a relation to rows of several types. Each row is looked up in the table of its type;
 * rows of other types count as missing.
 */
export function morphPieces(scope: RowScope, morph: Morph): Piece[] {
  const link = scope.layout.schema(scope.schema.uid).link(morph.name)
  if (link.kind === 'morph') {
    const of = (column: string) => `${scope.alias}.${quote(column)}`
    return [{ sql: `coalesce(${lookUp(scope, morph, of(link.type), of(link.id))}, 'null')` }]
  }
  if (link.kind !== 'morphJoin') throw new Error(`${scope.schema.uid}.${morph.name} is not a morph link`)
  const { builder } = scope
  const rows = builder.alias()
  const items = builder.alias()
  const of = (column: string) => `${rows}.${quote(column)}`
  const item = lookUp(scope, morph, of(link.type), of(link.target))
  const ordered = `SELECT ${item} AS item FROM ${quote(link.table)} ${rows} WHERE ${of(link.source)} = ${scope.alias}."id" ORDER BY ${of(link.order)}`
  const text = builder.dialect.aggregate('item')
  return [{ sql: `(SELECT concat('[', ${text}, ']') FROM (${ordered}) ${items} WHERE item IS NOT NULL)` }]
}

function lookUp(scope: RowScope, { targets, publicationState }: Morph, type: string, id: string): string {
  const cases = targets.map((target) => {
    const inner = linkedScope(scope, target.type)
    const entry = rowText(inner, target.write)
    const table = quote(scope.layout.schema(target.type.uid).table)
    const where = whereClause([
      `${inner.alias}."id" = ${id}`,
      liveCondition(target.type, inner.alias, publicationState),
    ])
    return ` WHEN ${quoteText(target.type.uid)} THEN (SELECT ${entry} FROM ${table} ${inner.alias}${where})`
  })
  return cases.length > 0 ? `CASE ${type}${cases.join('')} END` : 'NULL'
}
