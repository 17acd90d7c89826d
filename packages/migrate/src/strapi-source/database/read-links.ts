import { fileType } from '@content-api/engine/plan'
import type { Cell, SourceTables } from '@content-api/strapi-tables/source-tables'
import type { LinkStore } from '../link-store.js'
import { type SourceAttribute, type SourceType, normalizeName, findTable } from './source-types.js'

export interface LinkReading {
  readonly tables: SourceTables
  readonly types: ReadonlyMap<string, SourceType>
  readonly links: LinkStore
  /** The names of the tables that have been read. */
  readonly read: Set<string>
}

const rowsPerRead = 2_000

/** Yields every row of a table. */
export async function* readAllRows(
  tables: SourceTables,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Cell[]> {
  let after = 0
  for (;;) {
    const rows = await tables.rows(table, ['id', ...columns], { after, limit: rowsPerRead })
    for (const [, ...row] of rows) yield row
    const last = rows.at(-1)
    if (!last) return
    after = Number(last[0])
  }
}

/** Reads the links that a type or component owns. */
export async function readLinks(type: SourceType, reading: LinkReading): Promise<void> {
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (attribute.type !== 'relation' || attribute.mappedBy !== undefined || attribute.morphBy !== undefined) continue
    if (attribute.relation === 'morphToMany') await readMorphs(type, name, reading)
    else if (attribute.relation === 'morphToOne') await readMorphColumns(type, name, reading)
    else await readJoin(type, name, attribute, reading)
  }
}

async function readJoin(type: SourceType, name: string, attribute: SourceAttribute, reading: LinkReading) {
  const { tables, types, links, read } = reading
  const table = findTable(tables.tables, type, name, 'links')
  if (table === null) return readColumn(type, name, reading)
  read.add(table)
  const columns = tables.tables.get(table) ?? []
  const named = (wanted: string) => columns.find((column) => normalizeName(column) === normalizeName(wanted))
  const target = types.get(attribute.target ?? '')
  const source = named(`${type.singularName}_id`)
  const other = columns.find((column) => column.endsWith('_id') && column !== source)
  if (source === undefined || other === undefined) return
  const { order, inverse } = nameOrderColumns(type, target, attribute)
  const [own, theirs] = [order && named(order), inverse && named(inverse)]
  const wanted = [source, other, ...(own ? [own] : []), ...(theirs ? [theirs] : [])]
  for await (const [from, to, ...places] of readAllRows(tables, table, wanted)) {
    if (from === null || to === null || from === undefined || to === undefined) continue
    links.add(type.uid, name, {
      source: Number(from),
      target: Number(to),
      order: own ? placeOf(places[0]) : null,
      inverseOrder: theirs ? placeOf(places[own ? 1 : 0]) : null,
    })
  }
}

const placeOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? null : Number(cell))

/**
 * Returns the names of Strapi's order columns in a link table. `order` sorts the owner's list of targets and
 * is named after the target. `inverse` sorts the target's list of owners and is named after the owner. A
 * to-one side has no column.
 */
function nameOrderColumns(type: SourceType, target: SourceType | undefined, { relation, inversedBy }: SourceAttribute) {
  const toMany = relation === 'oneToMany' || relation === 'manyToMany'
  const fromMany = (relation === 'manyToOne' || relation === 'manyToMany') && inversedBy !== undefined
  const order = toMany ? `${target?.singularName ?? ''}_order` : null
  const same = target?.singularName === type.singularName
  const inverse = fromMany ? `${same && relation === 'manyToMany' ? 'inv_' : ''}${type.singularName}_order` : null
  return { order, inverse }
}

/** Reads a relation that is stored in a column instead of a link table, such as the creator of an entry. */
async function readColumn(type: SourceType, name: string, { tables, links }: LinkReading): Promise<void> {
  const column = tables.tables.get(type.table)?.find((one) => normalizeName(one) === normalizeName(`${name}Id`))
  if (column === undefined) return
  for await (const [id, target] of readAllRows(tables, type.table, ['id', column])) {
    if (target === null || target === undefined) continue
    links.add(type.uid, name, { source: Number(id), target: Number(target) })
  }
}

/** The columns of a polymorphic to-one relation. They have these names whatever the name of the attribute is. */
export const morphColumns = ['target_id', 'target_type'] as const

async function readMorphColumns(type: SourceType, name: string, { tables, links }: LinkReading): Promise<void> {
  const columns = tables.tables.get(type.table) ?? []
  if (!morphColumns.every((column) => columns.includes(column))) return
  for await (const [id, target, targetType] of readAllRows(tables, type.table, ['id', ...morphColumns])) {
    if (!target || !targetType) continue
    links.add(type.uid, name, { source: Number(id), target: Number(target), targetType: String(targetType) })
  }
}

async function readMorphs(type: SourceType, name: string, { tables, links, read }: LinkReading): Promise<void> {
  const table = findTable(tables.tables, type, name, 'morphs')
  if (table === null) return
  read.add(table)
  const columns = tables.tables.get(table) ?? []
  const named = (wanted: string) => columns.find((column) => normalizeName(column) === normalizeName(wanted)) ?? ''
  const wanted = [named(`${type.singularName}_id`), named(`${name}_id`), named(`${name}_type`), 'field', 'order']
  if (!wanted.every((column) => columns.includes(column))) return
  for await (const [from, to, targetType, field, order] of readAllRows(tables, table, wanted)) {
    if (!from || !to || !targetType) continue
    // In Strapi, a file owns the links to the entries that show it. Here the entries own them, so source and
    // target are swapped.
    const isMedia = type.uid === fileType && name === 'related'
    links.add(isMedia ? String(targetType) : type.uid, isMedia ? String(field) : name, {
      source: Number(isMedia ? to : from),
      target: Number(isMedia ? from : to),
      targetType: isMedia ? null : String(targetType),
      order: placeOf(order),
    })
  }
}
