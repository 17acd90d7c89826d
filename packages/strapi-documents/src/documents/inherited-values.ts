import { isScalar } from '@content-api/model'
import { copyFiles } from '../rows/copy-parts.js'
import { type CopiedComponents, copyComponentRows, linkCopied } from '../rows/copy-row.js'
import type { RowWrites } from '../rows/row-hooks.js'
import type { Version } from '../rows/row.js'
import { componentListsOf, mediaOf } from '../rows/schema-links.js'
import type { InheritedValues } from '../rows/write-row.js'

/**
 * Copies the components that the first row of a locale shares with another row, and returns what else it takes over.
 * @param names the shared attributes that the data of the new row lack
 */
export async function inheritValues(
  writes: RowWrites,
  { type, id, isDraft }: Pick<Version, 'type' | 'id' | 'isDraft'>,
  names: readonly string[],
): Promise<InheritedValues> {
  const { tx } = writes
  const source = {
    schema: type,
    from: id,
    state: isDraft ? ('draft' as const) : ('published' as const),
    hasVersions: type.draftAndPublish,
  }
  const components: CopiedComponents[] = []
  for (const list of componentListsOf(tx, type)) {
    if (names.includes(list.name)) components.push(await copyComponentRows(writes, source, list))
  }
  return {
    from: id,
    names: names.filter((name) => {
      const attribute = type.declared[name]
      return attribute !== undefined && isScalar(attribute)
    }),
    components,
    async link(to) {
      for (const list of components) await linkCopied(tx, to, list)
      for (const { name, join } of mediaOf(tx, type)) {
        if (names.includes(name)) await copyFiles(tx, { ...source, to }, join)
      }
    },
  }
}
