import { isScalar, type Registry, type Schema } from '@content-api/model'
import type { DialectName, LinkLayout } from '@content-api/engine/layout'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import type { DatabaseAddress } from '../beside/recorded-rows.js'
import type { KnownIds } from './known-ids.js'
import { readRows, type Row, type Tables } from './read-rows.js'

/** Names rows by what they are instead of by their ids, so that two databases can be compared. */
class RowNames {
  readonly #names = new Map<string, string>()
  readonly #components = new Map<string, string>()
  readonly #ids = new Map<string, ReadonlySet<number>>()
  readonly #layout

  constructor(
    readonly registry: Registry,
    readonly tables: Tables,
    dialect: DialectName,
    readonly documentName: (documentId: string) => string,
  ) {
    this.#layout = createStrapiLayout(registry, { dialect, timeZone: 'UTC', version: 5 })
    for (const schema of this.schemas) {
      if (schema.model === 'contentType') this.#nameVersions(schema)
      this.#findComponents(schema)
    }
  }

  get schemas(): readonly Schema[] {
    return [...this.registry.contentTypes.values(), ...this.registry.components.values()]
  }

  tableOf = ({ uid }: Schema): string => this.#layout.schema(uid).table

  linkOf = ({ uid }: Schema, name: string): LinkLayout => this.#layout.schema(uid).link(name)

  /** Returns the name of a row: that of a version of a document, or the place of a component in its entry. */
  of(uid: string, id: unknown): string {
    if (id === null) return 'nothing'
    const key = `${uid} ${Number(id)}`
    return this.#names.get(key) ?? this.#componentName(uid, key)
  }

  exists(uid: string, id: unknown): boolean {
    const schema = this.registry.components.get(uid)
    if (!schema) return false
    let ids = this.#ids.get(uid)
    if (!ids) {
      ids = new Set((this.tables.get(this.tableOf(schema)) ?? []).map((row) => Number(row['id'])))
      this.#ids.set(uid, ids)
    }
    return ids.has(Number(id))
  }

  #nameVersions(schema: Schema): void {
    for (const { id, document_id, locale, published_at } of this.tables.get(this.tableOf(schema)) ?? []) {
      const state = published_at === null ? 'draft' : 'published'
      const name = `${schema.uid} ${this.documentName(String(document_id))} ${String(locale)} ${state}`
      this.#names.set(`${schema.uid} ${String(id)}`, name)
    }
  }

  #componentName(uid: string, key: string): string {
    const place = this.#components.get(key)
    if (place === undefined) return `missing ${uid}`
    // The owner is named when all tables are known.
    const [ownerUid = '', ownerId = '', ...rest] = place.split(' ')
    return `${this.of(ownerUid, ownerId)} / ${rest.join(' ')}`
  }

  #findComponents(schema: Schema): void {
    const list = (this.tables.get(`${this.tableOf(schema)}_cmps`) ?? []).toSorted(
      (one, other) => Number(one['order']) - Number(other['order']) || Number(one['id']) - Number(other['id']),
    )
    const counts = new Map<string, number>()
    for (const { entity_id, cmp_id, component_type, field } of list) {
      if (!this.exists(String(component_type), cmp_id)) continue
      const place = `${schema.uid} ${String(entity_id)} ${String(field)}`
      const at = counts.get(place) ?? 0
      counts.set(place, at + 1)
      this.#components.set(`${String(component_type)} ${String(cmp_id)}`, `${place} ${at}`)
    }
  }
}

/** All rows of content, in words that two databases share, by table. */
export type NamedRows = ReadonlyMap<string, readonly string[]>

const times: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'published_at'])

/** Reads the rows of content from a database. @param documentName replaces the ids of documents */
export async function readNamedRows(
  registry: Registry,
  database: DatabaseAddress,
  documentName: (documentId: string) => string,
): Promise<NamedRows> {
  const tables = await readRows(database)
  const names = new RowNames(registry, tables, database.dialect, documentName)
  const named = new Map<string, readonly string[]>()
  const linked = new Map<string, readonly string[]>()
  for (const schema of names.schemas) {
    const table = names.tableOf(schema)
    named.set(table, describeEntries(names, schema))
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (isScalar(attribute)) continue
      const link = names.linkOf(schema, name)
      if (link.kind === 'join' && attribute.type === 'relation' && attribute.target !== undefined) {
        if (attribute.mappedBy === undefined && attribute.morphBy === undefined)
          linked.set(link.table, describeLinks(names, schema, attribute.target, link))
      } else if (link.kind === 'join') {
        const type = attribute.type === 'media' ? 'related_type' : 'component_type'
        const key = `${link.table} of ${schema.uid}.${name}`
        linked.set(key, describePlaces(names, schema, name, link, type))
      } else if (link.kind === 'morphJoin') {
        const isCompared = (row: Row) => !leadsElsewhere(names, String(row[link.type]), row[link.target])
        const rows = (tables.get(link.table) ?? []).filter(isCompared)
        const lines = rows.map((row) =>
          JSON.stringify([
            names.of(schema.uid, row[link.source]),
            row['field'],
            row[link.order],
            names.of(String(row[link.type]), row[link.target]),
          ]),
        )
        linked.set(link.table, lines)
      }
    }
  }
  return new Map([...named, ...linked])
}

/**
 * Returns whether a relation to an entry of any type leads to a row that is deleted, or to a version, which may
 * have been replaced: Strapi keeps such rows.
 */
function leadsElsewhere(names: RowNames, uid: string, id: unknown): boolean {
  const type = names.registry.contentTypes.get(uid)
  return type?.draftAndPublish === true || names.of(uid, id).startsWith('missing')
}

function describeEntries(names: RowNames, schema: Schema): readonly string[] {
  const rows = names.tables.get(names.tableOf(schema)) ?? []
  const byVersion = new Map(rows.map((row) => [names.of(schema.uid, row['id']), row]))
  return rows.map((row) => {
    const name = names.of(schema.uid, row['id'])
    const values = Object.entries(row).flatMap(([column, value]) => {
      if (column === 'id' || column === 'document_id') return []
      return [[column, times.has(column) ? value !== null : shownValue(value)]]
    })
    const draft = name.endsWith(' published') ? byVersion.get(name.replace(/ published$/, ' draft')) : undefined
    return JSON.stringify([name, ...values, ...(draft ? [comparedTimes(row, draft)] : [])])
  })
}

/** Compares the times of a published version with those of its draft. */
function comparedTimes(published: Row, draft: Row): string {
  const sign = (column: string) => Math.sign(Number(published[column]) - Number(draft[column]))
  return `created ${sign('created_at')}, updated ${sign('updated_at')}`
}

/** Each password has another hash. SQLite has JSON as text. */
function shownValue(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (/^\$2[aby]\$/.test(value)) return 'a hash'
  if (!/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

type Join = Extract<LinkLayout, { kind: 'join' }>

function describeLinks(names: RowNames, schema: Schema, target: string, join: Join): readonly string[] {
  const rows = names.tables.get(join.table) ?? []
  const stateOf = (row: Row) => names.of(schema.uid, row[join.source]).split(' ').at(-1)
  return rows.map((row) =>
    JSON.stringify([
      names.of(schema.uid, row[join.source]),
      names.of(target, row[join.target]),
      ...(join.order === null ? [] : [placeIn(rows, row, join.source, join.order)]),
      ...(join.inverseOrder === null ? [] : [placeIn(rows, row, join.target, join.inverseOrder, stateOf)]),
    ]),
  )
}

/**
 * Returns the place of a link in a list. The numbers themselves have gaps that nobody sees.
 * @param side the column of the entry that has the list
 * @param stateOf the state of the listed versions, which a response never mixes
 */
function placeIn(
  rows: readonly Row[],
  row: Row,
  side: string,
  order: string,
  stateOf: (row: Row) => unknown = () => null,
): number {
  const others = rows.filter((other) => other[side] === row[side] && stateOf(other) === stateOf(row))
  return new Set(others.map((other) => Number(other[order])).filter((number) => number < Number(row[order]))).size
}

/** Describes the rows that link an entry with its components or files. */
function describePlaces(names: RowNames, schema: Schema, name: string, join: Join, type: string): readonly string[] {
  const isMedia = type === 'related_type'
  // Strapi keeps the links of some components that it deletes.
  const rows = (names.tables.get(join.table) ?? []).filter(
    (row) =>
      row['field'] === name && (isMedia ? row[type] === schema.uid : names.exists(String(row[type]), row[join.target])),
  )
  const described = rows.map((row) => {
    // The name of a component has its place.
    if (!isMedia)
      return JSON.stringify([names.of(schema.uid, row[join.source]), names.of(String(row[type]), row[join.target])])
    return JSON.stringify([
      names.of(schema.uid, row[join.source]),
      `file ${String(row[join.target])}`,
      row[join.order as string],
    ])
  })
  // Strapi links some components twice on PostgreSQL.
  return isMedia ? described : [...new Set(described)]
}

/** Compares the rows of content in two databases. Returns the differences by table. */
export async function compareRows(
  registry: Registry,
  ids: KnownIds,
  theirs: DatabaseAddress,
  ours: DatabaseAddress,
): Promise<{ readonly rows: number; readonly differences: ReadonlyMap<string, readonly string[]> }> {
  const expected = await readNamedRows(registry, theirs, (id) => ids.document(id))
  const found = await readNamedRows(registry, ours, (id) => id)
  const differences = new Map<string, readonly string[]>()
  let rows = 0
  for (const [table, lines] of expected) {
    rows += lines.length
    const others = found.get(table) ?? []
    const lines2 = [
      ...without(lines, others).map((line) => `${line} only in Strapi`),
      ...without(others, lines).map((line) => `${line} only here`),
    ].toSorted((one, other) => one.localeCompare(other))
    if (lines2.length > 0) differences.set(table, lines2)
  }
  return { rows, differences }
}

/** Returns the lines that another list lacks, as often as it lacks them. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
