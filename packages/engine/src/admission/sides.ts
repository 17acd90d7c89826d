import type { Schema } from '@content-api/model'
import type { FileUse } from '../plan/file-uses.js'
import type { Layout, LinkLayout } from '../layout/layout.js'

/** One side of a link: a table and the columns that identify a parent, by which its rows are grouped. */
export interface Side {
  readonly table: string
  readonly columns: readonly string[]
  /** Counts only rows with these values, by column. */
  readonly of?: Readonly<Record<string, string>>
}

/** Returns the side on which the rows of a link are counted; null for a foreign key. */
export function sideOf(layout: Layout, owner: Schema, name: string, target: Schema): Side | null {
  const link = layout.schema(owner.uid).link(name)
  return (sides[link.kind] as SideOf)({ layout, owner, target }, link)
}

/**
 * Returns the sides on which the uses of a file by a schema are counted. If components of the schema use the
 * file, their rows are counted instead.
 */
export function sidesOfUse(layout: Layout, schema: Schema, { name, target, within }: FileUse): readonly Side[] {
  if (within.length > 0) return within.flatMap((use) => sidesOfUse(layout, target, use))
  const { table, ...own } = layout.schema(schema.uid)
  const by = own.link(name)
  if (by.kind === 'column') return [{ table, columns: [by.column] }]
  return by.kind === 'join' ? [{ table: by.table, columns: [by.target], ...(by.only && { of: by.only }) }] : []
}

interface Place {
  readonly layout: Layout
  readonly owner: Schema
  readonly target: Schema
}

type SideOf<Link = LinkLayout> = (place: Place, link: Link) => Side | null

const sides: { readonly [Kind in LinkLayout['kind']]: SideOf<Extract<LinkLayout, { kind: Kind }>> } = {
  column: () => null,
  morph: ({ layout, owner, target }, { type, id }) => ({
    table: layout.schema(owner.uid).table,
    columns: [id],
    of: { [type]: target.uid },
  }),
  inverse: (_place, { table, column }) => ({ table, columns: [column] }),
  join: ({ target }, { table, source, only, targetType }) => ({
    table,
    columns: [source],
    ...(only && { of: targetType === undefined ? only : { ...only, [targetType]: target.uid } }),
  }),
  morphJoin: ({ target }, { table, source, type }) => ({
    table,
    columns: [source],
    of: { [type]: target.uid },
  }),
  owned: ({ layout, target }, { columns: { type, field, id } }) => {
    return { table: layout.schema(target.uid).table, columns: [type, field, id] }
  },
  siblings: ({ layout, owner }, { group }) => ({ table: layout.schema(owner.uid).table, columns: [group] }),
  inverseMorph: ({ layout }, { owner, through }) => {
    const schema = layout.schema(owner)
    const link = schema.link(through)
    if (link.kind === 'morph') return { table: schema.table, columns: [link.type, link.id] }
    return link.kind === 'morphJoin' ? { table: link.table, columns: [link.type, link.target] } : null
  },
}
