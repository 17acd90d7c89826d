import {
  attachLinks,
  type Copy,
  detachLinks,
  type DetachedLinks,
  linkFromCounterparts,
  linkToVersion,
  moveLinksTo,
  placesOf,
  type ReplacedRow,
} from '../rows/copy-parts.js'
import { copyLinksOf, copyOwnRow } from '../rows/copy-row.js'
import { deleteRow, deleteRows } from '../rows/delete-row.js'
import type { Transaction, Version } from '../rows/row.js'
import { checkStored } from './check-row.js'
import type { WriteScope } from './context.js'
import { systemOfStored, writesOf } from './row-writes.js'

/** A version, and the one that a copy of it replaces; undefined if the document has none in that state. */
export interface Replacement {
  readonly source: Version
  readonly replaced: Version | undefined
}

/**
 * Replaces versions by copies of those in the other state: a publication or its reverse. One-way links of other
 * entries follow to the copy; two-way links are copied. Returns the copies.
 *
 * If there are hooks, the old versions are deleted first, so that the hooks of the copy don't find them. As in
 * Strapi 5, drafts are checked after that.
 * @throws ApiError ValidationError for a draft that may not be published
 */
export async function replaceVersions(
  tx: Transaction,
  replacements: readonly Replacement[],
  scope: WriteScope,
): Promise<readonly Version[]> {
  const deleted = scope.hooks ? await deleteReplaced(tx, replacements, scope) : null
  for (const { source } of replacements) if (source.isDraft) await checkStored(tx, source, scope.settings)
  const copies: Version[] = []
  for (const replacement of replacements) {
    copies.push(await copyVersion(tx, replacement, scope, deleted?.get(replacement.source)))
  }
  return copies
}

/** What a deleted version leaves for the one that replaces it. */
interface DeletedVersion {
  readonly row: ReplacedRow
  readonly links: readonly DetachedLinks[]
}

async function deleteReplaced(
  tx: Transaction,
  replacements: readonly Replacement[],
  scope: WriteScope,
): Promise<ReadonlyMap<Version, DeletedVersion>> {
  const deleted = new Map<Version, DeletedVersion>()
  for (const { source, replaced } of replacements) {
    if (!replaced) continue
    const { id, type } = replaced
    const places = await placesOf(tx, type, id)
    deleted.set(source, { row: { id, places }, links: await detachLinks(tx, type, id) })
  }
  const [first] = replacements.flatMap(({ replaced }) => replaced ?? [])
  if (first) {
    const ids = [...deleted.values()].map(({ row }) => row.id)
    await deleteRows(writesOf(tx, first, scope), first.type, ids)
  }
  return deleted
}

async function copyVersion(
  tx: Transaction,
  { source, replaced }: Replacement,
  scope: WriteScope,
  deleted: DeletedVersion | undefined,
): Promise<Version> {
  const { type } = source
  const place = { ...source, isDraft: !source.isDraft }
  const writes = writesOf(tx, place, scope)
  const system = systemOfStored({ publishedAt: source.isDraft ? new Date().toISOString() : null })
  const original: Omit<Copy, 'to'> = {
    schema: type,
    from: source.id,
    state: source.isDraft ? 'published' : 'draft',
    hasVersions: true,
    ...(replaced && { replaced: deleted?.row ?? { id: replaced.id } }),
  }
  const copied = await copyOwnRow(writes, original, { system })
  const { copy } = copied
  if (deleted) await attachLinks(tx, deleted.links, copy.to)
  else if (replaced) await moveLinksTo(tx, type, replaced.id, copy.to)
  // Places in the lists of partners are taken from the replaced version, so it is deleted last.
  await copyLinksOf(tx, copied)
  await linkFromCounterparts(tx, copy)
  if (source.isDraft) await linkToVersion(tx, type, source.id, copy.to)
  if (replaced && !deleted) await deleteRow(writes, type, replaced.id)
  return { ...place, id: copy.to, resultChanges: await copied.finish() }
}
