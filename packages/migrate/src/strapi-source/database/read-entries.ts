import type { Cell, SourceTables } from '@content-api/strapi-tables/source-tables'
import { type SourceEntry, StrapiSourceError } from '../source.js'
import { type SourceType, normalizeName } from './source-types.js'

export interface EntryReading {
  readonly tables: SourceTables
  readonly components: ReadonlyMap<string, SourceType>
}

const entriesPerRead = 500

/** Components nested deeper than this form a cycle. */
const deepest = 50

/** Yields the entries of a type in the order of their ids, in the format of an archive. */
export async function* readEntries(type: SourceType, reading: EntryReading): AsyncGenerator<SourceEntry> {
  let after = 0
  const columns = findScalarColumns(type, reading.tables)
  for (;;) {
    const page = { after, limit: entriesPerRead }
    const rows = await reading.tables.rows(type.table, ['id', ...columns.map(({ column }) => column)], page)
    const last = rows.at(-1)
    if (!last) return
    after = Number(last[0])
    const data = toData(rows, columns)
    await addComponents(type, data, reading, 0)
    for (const [id, values] of data) yield { type: type.uid, id, data: values }
  }
}

interface ScalarColumn {
  readonly column: string
  readonly name: string
  readonly type: string
}

/** Returns the columns of scalar attributes, except `id`. */
export function findScalarColumns({ table, attributes }: SourceType, { tables }: SourceTables): ScalarColumn[] {
  const columns = new Map((tables.get(table) ?? []).map((column) => [normalizeName(column), column]))
  return Object.entries(attributes).flatMap(([name, { type }]) => {
    const column = columns.get(normalizeName(name))
    const isLinked = ['relation', 'component', 'dynamiczone', 'media'].includes(type)
    return column === undefined || name === 'id' || isLinked ? [] : [{ column, name, type }]
  })
}

type Data = Map<number, Record<string, unknown>>

function toData(rows: readonly Cell[][], columns: readonly ScalarColumn[]): Data {
  return new Map(
    rows.map(([id, ...cells]) => {
      const values: Record<string, unknown> = {}
      for (const [index, { name, type }] of columns.entries()) values[name] = toValue(cells[index] ?? null, type)
      return [Number(id), values]
    }),
  )
}

/** Converts a cell to the value that an archive would hold. */
function toValue(cell: Cell, type: string): unknown {
  if (cell === null) return null
  if (type === 'boolean') return cell === 't' || cell === 'true' || cell === '1' || cell === 1
  if (type === 'json' || type === 'blocks') return parseJson(String(cell))
  if (typeof cell === 'number' && !['integer', 'float', 'decimal', 'biginteger'].includes(type)) return String(cell)
  return cell
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function addComponents(type: SourceType, data: Data, reading: EntryReading, depth: number): Promise<void> {
  const { tables, components } = reading
  const table = `${type.table}_components`
  if (!tables.tables.has(table) || data.size === 0) return
  if (depth > deepest) throw new StrapiSourceError(`Components of ${type.uid} contain themselves.`)
  const columns = ['entity_id', 'component_id', 'component_type', 'field', 'order']
  const rows = await tables.rows(table, columns, { column: 'entity_id', values: [...data.keys()] })
  const byType = new Map<string, number[]>()
  for (const [, id, uid] of rows) byType.set(String(uid), [...(byType.get(String(uid)) ?? []), Number(id)])
  const found = new Map<string, Data>()
  for (const [uid, ids] of byType) {
    const component = components.get(uid)
    if (component) found.set(uid, await readComponents(component, ids, reading, depth))
  }
  // The components of a dynamic zone come from several tables.
  const inOrder = rows.toSorted((a, b) => Number(a[4] ?? 0) - Number(b[4] ?? 0))
  for (const [owner, id, uid, field] of inOrder) {
    const values = data.get(Number(owner))
    const item = found.get(String(uid))?.get(Number(id))
    if (values && item) setComponent(values, String(field), type, String(uid), { id: Number(id), ...item })
  }
  for (const [name, attribute] of Object.entries(type.attributes)) {
    const many = attribute.type === 'dynamiczone' || (attribute.type === 'component' && attribute.repeatable === true)
    if (many) for (const values of data.values()) values[name] ??= []
  }
}

function setComponent(
  values: Record<string, unknown>,
  field: string,
  { attributes }: SourceType,
  uid: string,
  item: Readonly<Record<string, unknown>>,
): void {
  const attribute = attributes[field]
  if (attribute?.type === 'component' && attribute.repeatable !== true) values[field] = item
  else {
    const list = (values[field] ??= []) as unknown[]
    list.push(attribute?.type === 'dynamiczone' ? { __component: uid, ...item } : item)
  }
}

async function readComponents(
  component: SourceType,
  ids: readonly number[],
  reading: EntryReading,
  depth: number,
): Promise<Data> {
  const columns = findScalarColumns(component, reading.tables)
  const wanted = ['id', ...columns.map(({ column }) => column)]
  const rows: Cell[][] = []
  for (let at = 0; at < ids.length; at += entriesPerRead) {
    const values = ids.slice(at, at + entriesPerRead)
    rows.push(...(await reading.tables.rows(component.table, wanted, { column: 'id', values })))
  }
  const data = toData(rows, columns)
  await addComponents(component, data, reading, depth + 1)
  return data
}
