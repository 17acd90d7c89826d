import { type ContentType, isScalar } from '@content-api/model'
import { idList, quote, rowId, run } from '@content-api/engine/write'
import { copyComponents, copyFiles } from '../rows/copy-parts.js'
import { deleteComponents, deleteLinksOf } from '../rows/delete-row.js'
import { tableOf, type Transaction, type Version, versionColumns } from '../rows/row.js'
import { componentListsOf, mediaOf } from '../rows/schema-links.js'

/** Returns the attributes that all locales of a document share. Relations and uids are always of one locale. */
export function sharedNames({ declared, localized }: ContentType): readonly string[] {
  if (!localized) return []
  return Object.entries(declared).flatMap(([name, attribute]) =>
    attribute.localized || attribute.type === 'relation' || attribute.type === 'uid' ? [] : [name],
  )
}

/**
 * Copies shared values of one version to versions in other locales.
 * @param names the attributes to copy
 * @param updatedAt the new time of change; null leaves it
 */
export async function copyValues(
  tx: Transaction,
  source: Version,
  targets: readonly Version[],
  { names, updatedAt }: { readonly names: readonly string[]; readonly updatedAt: string | null },
): Promise<void> {
  if (targets.length === 0 || names.length === 0) return
  const { type } = source
  await copyColumns(tx, source, targets, { names, updatedAt })
  const shared = new Set(names)
  for (const target of targets) {
    const state = target.isDraft ? ('draft' as const) : ('published' as const)
    const copy = { schema: type, from: source.id, to: target.id, state, hasVersions: type.draftAndPublish }
    for (const list of componentListsOf(tx, type)) {
      if (!shared.has(list.name)) continue
      await deleteComponents(tx, target.id, list)
      await copyComponents(tx, copy, list)
    }
    for (const { name, join } of mediaOf(tx, type)) {
      if (!shared.has(name)) continue
      await deleteLinksOf(tx, target.id, join)
      await copyFiles(tx, copy, join)
    }
  }
}

async function copyColumns(
  tx: Transaction,
  { type, id }: Version,
  targets: readonly Version[],
  { names, updatedAt }: { readonly names: readonly string[]; readonly updatedAt: string | null },
): Promise<void> {
  const layout = tx.layout.schema(type.uid)
  const columns = names.flatMap((name) => {
    const attribute = type.declared[name]
    return attribute && isScalar(attribute) ? [quote(layout.column(name))] : []
  })
  if (columns.length === 0) return
  const table = quote(tableOf(tx, type))
  await run(tx, (builder) => {
    const values = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${rowId} = ${builder.bind('id', id)}`
    const touched =
      updatedAt === null ? '' : `, ${quote(versionColumns.updatedAt)} = ${builder.bind('datetime', updatedAt)}`
    const ids = idList(
      builder,
      targets.map((target) => target.id),
    )
    return `UPDATE ${table} SET (${columns.join(', ')}) = (${values})${touched} WHERE ${rowId} IN (${ids})`
  })
}
