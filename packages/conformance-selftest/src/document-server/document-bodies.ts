import { isRecord } from '../is-record.js'
import { Bodies, type Link } from '../second-server/bodies.js'
import type { Caller } from '../second-server/callers.js'
import { applied } from '../second-server/relations.js'
import { invalid, unknown } from '../second-server/request-error.js'
import { type Attribute, isToMany, type Schema } from '../second-server/schema.js'
import { idsIn, type Row } from '../second-server/store.js'
import { type DocumentStore, isDraft } from './document-store.js'

const ignored = new Set(['publishedAt', 'locale'])
const inComponents = new Set(['id', '__component', '__typename'])

/** Replaces the ids in the value of a relation by numbers. Leaves values of another shape as they are. */
function numbered(value: unknown, numberOf: (id: string | number) => number): unknown {
  const one = (item: unknown): unknown => {
    if (typeof item === 'string' || typeof item === 'number') return numberOf(item)
    if (!isRecord(item)) return item
    const { documentId, id = documentId, position, ...rest } = item
    return {
      ...rest,
      id: one(id),
      ...(isRecord(position)
        ? { position: Object.fromEntries(Object.entries(position).map(([key, anchor]) => [key, one(anchor)])) }
        : {}),
    }
  }
  if (Array.isArray(value)) return value.map(one)
  if (!isRecord(value) || 'documentId' in value || 'id' in value) return one(value)
  return Object.fromEntries(
    Object.entries(value).map(([key, items]) => [key, Array.isArray(items) ? items.map(one) : items]),
  )
}

/** Checks bodies by the rules of Strapi 5. */
export class DocumentBodies extends Bodies {
  constructor(override readonly store: DocumentStore) {
    super(store)
  }

  protected override isIgnored(name: string, { component }: Schema): boolean {
    return (component ? inComponents : ignored).has(name)
  }

  protected override conflicts(row: Row | undefined, other: Row): boolean {
    return !isDraft(other) && other.values['documentId'] !== row?.values['documentId']
  }

  /** Compares documents. Then each document stands for the rows that the entry is linked to. */
  protected override relation(
    schema: Schema,
    name: string,
    attribute: Attribute,
    value: unknown,
    row: Row | undefined,
    caller: Caller,
  ): Link[] {
    const target = this.store.schemaOf(attribute.target)
    if (!caller.can(target.uid, 'find')) throw unknown(name, 'body')
    const table = this.store.table(target.uid)
    const documents: string[] = []
    const numberOf = (id: string | number): number => {
      const known = table.get(Number(id))?.values['documentId']
      const documentId = typeof id === 'number' && typeof known === 'string' ? known : String(id)
      if (!documents.includes(documentId)) documents.push(documentId)
      return documents.indexOf(documentId)
    }
    const before = new Set(idsIn(row?.values[name]).map(numberOf))
    const items = numbered(value, numberOf)
    const numbers = applied(isToMany(attribute) || !Array.isArray(items) ? items : items.slice(-1), [...before])
    if (numbers === undefined) return []
    const kept = isToMany(attribute) ? numbers : numbers.slice(-1)
    const ids = kept.flatMap((number) => {
      const documentId = documents[number]
      const rows = this.store
        .versions(target, documentId)
        .filter((version) => !(schema.drafts && target.drafts) || isDraft(version))
      if (rows.length === 0) throw invalid(`Document with id "${documentId}", locale "null" not found`)
      return rows.map((version) => version.id)
    })
    return [[name, attribute, ids]]
  }
}
