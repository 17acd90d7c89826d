import { isRecord, type Registry, type Schema } from '@content-api/model'
import { readRow } from '../rows/read-row.js'
import type { Transaction, Version } from '../rows/row.js'
import { sharedNames } from './shared-values.js'

/** Shared values of a document before a write; null if it is new or has only one locale. */
export type SharedState = {
  readonly names: readonly string[]
  /** The values as JSON. */
  readonly text: string
} | null

/** What a write changes. */
interface SharedWrite {
  readonly locale: string | null
  /** The attributes that the written row may get. Without hooks, these are those in the data. */
  readonly names?: readonly string[]
  /** Whether the write also publishes the row. */
  readonly publishes: boolean
}

/**
 * Reads the values that the locales of a document share: those of its first row in the order of locales, in which
 * a draft comes before its published version. Strapi 5 compares with the same row.
 * @param write absent if only stored versions are published or discarded
 */
export async function readShared(
  tx: Transaction,
  versions: readonly Version[],
  write?: SharedWrite,
): Promise<SharedState> {
  const locales = new Set(versions.map(({ locale }) => locale))
  if (write) locales.add(write.locale)
  if (locales.size < 2) return null
  const [first] = versions.toSorted(
    (one, other) =>
      compare(one.locale ?? '', other.locale ?? '') || Number(other.isDraft) - Number(one.isDraft) || one.id - other.id,
  )
  if (!first) return null
  const isWritten = first.locale === write?.locale && first.isDraft === first.type.draftAndPublish
  const isCompared = (name: string) =>
    !isWritten ||
    !write?.names ||
    write.names.includes(name) ||
    (write.publishes && linksVersions(first.type, name, tx.registry))
  const names = sharedNames(first.type).filter(isCompared)
  return { names, text: await sharedOf(tx, first, names) }
}

/** Returns whether components of an attribute link versions: a published component links other rows than the draft. */
function linksVersions({ declared }: Schema, name: string, registry: Registry, seen = new Set<string>()): boolean {
  const attribute = declared[name]
  switch (attribute?.type) {
    case 'relation':
      return attribute.target === undefined || registry.contentTypes.get(attribute.target)?.draftAndPublish === true
    case 'component':
    case 'dynamiczone': {
      const uids = attribute.type === 'component' ? [attribute.component] : attribute.components
      return uids.some((uid) => {
        if (seen.has(uid)) return false
        seen.add(uid)
        const component = registry.component(uid)
        return Object.keys(component.declared).some((inner) => linksVersions(component, inner, registry, seen))
      })
    }
    default:
      return false
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns whether the shared values of a written version differ from those before the write. */
export async function hasChanged(tx: Transaction, version: Version, before: SharedState): Promise<boolean> {
  return before === null || before.text !== (await sharedOf(tx, version, before.names))
}

async function sharedOf(tx: Transaction, { type, id }: Version, only: readonly string[]): Promise<string> {
  if (only.length === 0) return ''
  const values = await readRow(tx, type, id, { withLinks: true, only })
  return JSON.stringify(only.map((name) => withoutRows(values[name], false)))
}

/** Removes the ids of components, which each row has of its own, but not those of links. */
function withoutRows(value: unknown, isLink: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutRows(item, isLink))
  if (!isRecord(value)) return value
  const members = Object.entries(value).filter(([name]) => isLink || name !== 'id')
  return Object.fromEntries(members.map(([name, part]) => [name, withoutRows(part, isLink || name === 'set')]))
}
