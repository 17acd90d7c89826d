import type { ContentType } from '@content-api/model'
import type { MorphSelection } from '../../query/read-plan.js'
import { quote, quoteText } from '../names.js'
import { liveCondition, whereClause } from './condition.js'
import { type EntryScope, morphPieces } from './entry.js'
import type { Piece } from './json-text.js'
import { linkedScope, rowText } from './row-text.js'

export function compileMorph(scope: EntryScope, { name, publicationState, targets }: MorphSelection): Piece[] {
  const written = targets.map(({ type, selection }) => ({
    type,
    write: (inner: EntryScope, named: boolean) => morphPieces(inner, selection, named),
  }))
  return morphValue(scope, { name, publicationState, targets: written })
}

interface Morph extends Pick<MorphSelection, 'name' | 'publicationState'> {
  /** `named`: where there are several rows. */
  readonly targets: readonly {
    readonly type: ContentType
    readonly write: (inner: EntryScope, named: boolean) => Piece[]
  }[]
}

/** A relation to rows of several types: each is looked up in the table that its link names; the others count as missing. */
export function morphValue(scope: EntryScope, morph: Morph): Piece[] {
  const link = scope.layout.schema(scope.schema.uid).link(morph.name)
  if (link.kind === 'morph') {
    const of = (column: string) => `${scope.alias}.${quote(column)}`
    return [{ sql: `coalesce(${lookUp(scope, morph, of(link.type), of(link.id), false)}, 'null')` }]
  }
  if (link.kind !== 'morphJoin') throw new Error(`${scope.schema.uid}.${morph.name} is not a morph link`)
  const { builder } = scope
  const rows = builder.alias()
  const items = builder.alias()
  const of = (column: string) => `${rows}.${quote(column)}`
  const item = lookUp(scope, morph, of(link.type), of(link.target), true)
  const ordered = `SELECT ${item} AS item FROM ${quote(link.table)} ${rows} WHERE ${of(link.source)} = ${scope.alias}."id" ORDER BY ${of(link.order)}`
  const text = builder.dialect.aggregate('item')
  return [{ sql: `(SELECT concat('[', ${text}, ']') FROM (${ordered}) ${items} WHERE item IS NOT NULL)` }]
}

function lookUp(scope: EntryScope, morph: Morph, type: string, id: string, named: boolean): string {
  const cases = morph.targets.map((target) => {
    // What such a row links to is as flat as the row itself.
    const shape = scope.shape === 'entry' ? 'flat' : scope.shape
    const inner = linkedScope({ ...scope, shape }, target.type)
    const entry = rowText(inner, (row) => target.write(row, named))
    const table = quote(scope.layout.schema(target.type.uid).table)
    const live = liveCondition(target.type, inner.alias, morph.publicationState)
    const where = whereClause([`${inner.alias}."id" = ${id}`, live])
    return ` WHEN ${quoteText(target.type.uid)} THEN (SELECT ${entry} FROM ${table} ${inner.alias}${where})`
  })
  return cases.length > 0 ? `CASE ${type}${cases.join('')} END` : 'NULL'
}
