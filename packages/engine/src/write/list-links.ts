import type { LinkWrite, MediaWrite, MorphWrite, RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { LinkLayout } from '../layout/layout.js'
import { writeInverse } from './inverse-links.js'
import { writeInverseMorph, writeMorphJoin } from './morph-links.js'
import { writeJoin } from './join-links.js'
import type { LinkOwner } from './link-owner.js'

type WriteLink<Kind extends LinkLayout['kind']> = (
  tx: WriteTransaction,
  owner: LinkOwner,
  link: Extract<LinkLayout, { kind: Kind }>,
  write: RelationWrite & MorphWrite & MediaWrite,
) => Promise<void>

/** Links in the row itself are written with the row, and components by `components.ts`. */
const elsewhere = () => Promise.resolve()

const writers: { readonly [Kind in LinkLayout['kind']]: WriteLink<Kind> } = {
  column: elsewhere,
  morph: elsewhere,
  owned: elsewhere,
  siblings: elsewhere,
  inverse: (tx, owner, link, write) => writeInverse(tx, owner, link, write),
  join: (tx, owner, link, write) => writeJoin(tx, owner, link, write),
  morphJoin: (tx, owner, link, write) => writeMorphJoin(tx, owner, link, write),
  inverseMorph: (tx, owner, link, write) => writeInverseMorph(tx, owner, link, write),
}

/** Writes the links of a row that are stored elsewhere: in link tables, or as foreign keys in other rows. */
export async function writeListLinks(
  tx: WriteTransaction,
  owner: LinkOwner,
  links: readonly LinkWrite[],
): Promise<void> {
  const layout = tx.layout.schema(owner.schema.uid)
  for (const write of links) {
    const link = layout.link(write.name)
    await writers[link.kind](tx, owner, link as never, write as never)
  }
}
