import {
  type ComponentAttribute,
  type DynamicZoneAttribute,
  isRecord,
  type Registry,
  type Schema,
} from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { componentOf } from '../input/resolve-links.js'
import { copyLinksOf, copyOwnRow } from '../rows/copy-row.js'
import { readRow } from '../rows/read-row.js'
import type { Transaction, Version } from '../rows/row.js'
import { componentListsOf } from '../rows/schema-links.js'
import { checkRow, checkStored } from './check-row.js'
import type { WriteScope } from './context.js'
import { systemOfNew, writesOf } from './row-writes.js'

interface Clone {
  readonly source: Version
  /** The id of the new document. */
  readonly documentId: string
  /** Values that the clone has in place of those of the source. */
  readonly data: Values
}

/**
 * Copies a version to a new document.
 * @throws ApiError ValidationError
 */
export async function cloneVersion(
  tx: Transaction,
  { source, documentId, data }: Clone,
  scope: WriteScope,
): Promise<Version> {
  const { type, isDraft } = source
  const place = { ...source, documentId }
  const merged = await mergeComponents(tx, source, data)
  if (!isDraft) await checkStored(tx, place, scope.settings, merged)
  const row = await checkRow(tx, { version: place, data: merged, isNew: false }, scope.settings)
  const writes = writesOf(tx, place, scope)
  const now = new Date().toISOString()
  const system = systemOfNew(place, { createdAt: now, updatedAt: now, publishedAt: isDraft ? null : now })
  const original = {
    schema: type,
    from: source.id,
    state: isDraft ? ('draft' as const) : ('published' as const),
    hasVersions: type.draftAndPublish,
    isClone: true,
  }
  const copied = await copyOwnRow(writes, original, { system, row })
  await copyLinksOf(tx, copied)
  return { ...place, id: copied.copy.to, updatedAt: now, resultChanges: await copied.finish() }
}

/** Returns the data with complete components: they change those of the source, as in Strapi 5. */
async function mergeComponents(tx: Transaction, { type, id }: Version, data: Values): Promise<Values> {
  const isMerged = (name: string) => isRecord(data[name]) || Array.isArray(data[name])
  if (!componentListsOf(tx, type).some(({ name }) => isMerged(name))) return data
  return mergeRow(tx.registry, type, await readRow(tx, type, id, { withLinks: true }), data, true)
}

/** @param onlyGiven whether attributes that the given row lacks stay away */
function mergeRow(registry: Registry, schema: Schema, stored: Values, given: Values, onlyGiven = false): Values {
  const values = Object.entries(given).map(([name, value]): [string, unknown] => {
    const attribute = schema.declared[name]
    const isComponent = attribute?.type === 'component' || attribute?.type === 'dynamiczone'
    if (!isComponent) return [name, value]
    const before = stored[name]
    if (!Array.isArray(value)) return [name, mergeItem(registry, attribute, before, value)]
    const items: readonly unknown[] = Array.isArray(before) ? before : []
    return [name, value.map((item: unknown, index) => mergeItem(registry, attribute, items[index], item))]
  })
  return { ...(onlyGiven ? {} : stored), ...Object.fromEntries(values) }
}

/** Merges a component with that of the same place, if both have one type. Both are new in a clone. */
function mergeItem(
  registry: Registry,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  stored: unknown,
  item: unknown,
): unknown {
  const schema = componentOf(registry, attribute, item)
  if (!isRecord(item) || !schema) return item
  const { id: _, ...given } = item
  const { id: _id, ...before } = isRecord(stored) && componentOf(registry, attribute, stored) === schema ? stored : {}
  return mergeRow(registry, schema, before, given)
}
