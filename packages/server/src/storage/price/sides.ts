import type { Schema } from '@content-api/model'
import { type Layout, type LinkLayout, ownerColumns } from '../layout.js'

/** A table that is grouped by the columns which name a parent: one side of a link. */
export interface Side {
  readonly table: string
  readonly columns: readonly string[]
}

/** Returns where the rows of a link are counted; null for links to one. `component` is the target of an owned link. */
export function sideOf(layout: Layout, owner: Schema, name: string, component?: Schema): Side | null {
  const link = layout.schema(owner.uid).link(name)
  return (sides[link.kind] as SideOf)({ layout, owner, component }, link)
}

interface Place {
  readonly layout: Layout
  readonly owner: Schema
  readonly component: Schema | undefined
}

type SideOf<Link = LinkLayout> = (place: Place, link: Link) => Side | null

const sides: { readonly [Kind in LinkLayout['kind']]: SideOf<Extract<LinkLayout, { kind: Kind }>> } = {
  column: () => null,
  morph: () => null,
  inverse: (_place, { table, column }) => ({ table, columns: [column] }),
  join: (_place, { table, source }) => ({ table, columns: [source] }),
  morphJoin: (_place, { table, source }) => ({ table, columns: [source] }),
  owned: ({ layout, component }) => {
    const { type, field, id } = ownerColumns
    return component ? { table: layout.schema(component.uid).table, columns: [type, field, id] } : null
  },
  siblings: ({ layout, owner }, { group }) => ({ table: layout.schema(owner.uid).table, columns: [group] }),
  inverseMorph: ({ layout }, { owner, through }) => {
    const schema = layout.schema(owner)
    const link = schema.link(through)
    if (link.kind === 'morph') return { table: schema.table, columns: [link.type, link.id] }
    return link.kind === 'morphJoin' ? { table: link.table, columns: [link.type, link.target] } : null
  },
}
