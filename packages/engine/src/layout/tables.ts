import { isScalar, type LinkAttribute, type Registry, type RelationAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { fileType } from '../plan/link-target.js'
import type { LinkLayout } from './layout.js'
import { type Column, entryColumns, idColumn, ownerColumns, type Table, type TableIndex } from './columns.js'
import type { LayoutNames } from './layout-names.js'
import { systemColumns } from './system-tables.js'

/** A registry and the names of its tables and columns. */
export interface NamedModel {
  readonly registry: Registry
  readonly names: LayoutNames
}

export function entryTable(model: NamedModel, schema: Schema, links: ReadonlyMap<string, LinkLayout>): Table {
  const { names } = model
  const table = names.table(schema)
  const columns: Column[] = []
  const indexes: TableIndex[] = []
  const index = (of: readonly string[], unique = false) => indexes.push(tableIndex(table, of, unique))
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute)) continue
    const column = names.column(schema, name)
    columns.push(
      name === 'id' ? { name: column, kind: 'id' } : { name: column, kind: scalarBehaviours[attribute.type].storage },
    )
    if (attribute.unique || attribute.type === 'uid') indexUnique(schema, column, index)
  }
  for (const [name, link] of links) {
    if (link.kind === 'column') {
      const target = targetTable(model, schema.attributes[name] as LinkAttribute)
      columns.push({ name: link.column, kind: 'reference', references: { table: target, onDelete: 'SET NULL' } })
      if (link.order) columns.push({ name: link.order, kind: 'position' })
      index(link.order ? [link.column, link.order] : [link.column], link.exclusive)
    }
    if (link.kind === 'morph') {
      columns.push({ name: link.id, kind: 'reference' }, { name: link.type, kind: 'text' })
      index([link.type, link.id])
    }
    if (link.kind === 'siblings') {
      columns.push({ name: link.group, kind: 'reference' })
      // The localizations of an entry are listed by id.
      index([link.group, idColumn])
    }
  }
  if (schema.model === 'component') {
    columns.push(
      { name: ownerColumns.type, kind: 'text', notNull: true },
      { name: ownerColumns.id, kind: 'reference', notNull: true },
      { name: ownerColumns.field, kind: 'text', notNull: true },
      { name: ownerColumns.position, kind: 'position', notNull: true },
    )
    index([ownerColumns.type, ownerColumns.id, ownerColumns.field, ownerColumns.position])
  } else {
    const { publishedAt, locale } = entryColumns
    if (schema.draftAndPublish) index([publishedAt])
    // The index sorts by id within a locale and includes `publishedAt`, by which lists exclude drafts. So
    // counting and pagination only read the index.
    if (schema.localized) index([locale, idColumn, ...(schema.draftAndPublish ? [publishedAt] : [])])
    for (const { attributes, unique } of schema.indexes) {
      index(
        attributes.map((name) => names.column(schema, name)),
        unique ?? false,
      )
    }
    const extra = systemColumns[schema.uid]
    if (extra) {
      columns.push(...extra.columns)
      for (const name of extra.unique) index([name], true)
      for (const name of extra.indexed) index([name])
    }
  }
  return { name: table, columns, indexes }
}

/** Localizations share the values of non-localised attributes, so a unique value is unique per locale. */
function indexUnique(schema: Schema, column: string, index: (of: readonly string[], unique: boolean) => void) {
  if (schema.model === 'component') return
  index(schema.localized ? [column, entryColumns.locale] : [column], true)
}

export function joinTables(model: NamedModel, schema: Schema, links: ReadonlyMap<string, LinkLayout>): Table[] {
  const tables: Table[] = []
  for (const [name, link] of links) {
    const attribute = schema.attributes[name] as LinkAttribute
    const inverse = attribute.type === 'relation' && attribute.mappedBy !== undefined
    if (inverse || (link.kind !== 'join' && link.kind !== 'morphJoin')) continue
    const columns: Column[] = [
      { name: idColumn, kind: 'id' },
      {
        name: link.source,
        kind: 'reference',
        notNull: true,
        references: { table: model.names.table(schema), onDelete: 'CASCADE' },
      },
    ]
    const target: Column = { name: link.target, kind: 'reference', notNull: true }
    const indexes: TableIndex[] = []
    const index = (of: readonly string[], unique = false) => indexes.push(tableIndex(link.table, of, unique))
    if (link.kind === 'join') {
      const table = targetTable(model, attribute)
      columns.push({ ...target, references: { table, onDelete: 'CASCADE' } })
      // Reading the links of an entry in their order, from either side, only needs the index.
      index([link.source, link.order, link.target])
      index([link.source, link.target], true)
      index(link.inverseOrder ? [link.target, link.inverseOrder, link.source] : [link.target, link.source])
    } else {
      columns.push(target, { name: link.type, kind: 'text', notNull: true })
      index([link.source, link.order])
      index([link.source, link.type, link.target], true)
      index([link.type, link.target])
    }
    columns.push({ name: link.order, kind: 'position', notNull: true })
    if (link.kind === 'join' && link.inverseOrder)
      columns.push({ name: link.inverseOrder, kind: 'position', notNull: true })
    tables.push({ name: link.table, columns, indexes })
  }
  return tables
}

function targetTable({ registry, names }: NamedModel, attribute: LinkAttribute): string {
  if (attribute.type === 'media') return names.table(registry.contentType(fileType))
  return names.table(registry.contentType((attribute as RelationAttribute).target as string))
}

/** Returns an index with the name that it should have. */
function tableIndex(table: string, columns: readonly string[], unique: boolean): TableIndex {
  return { name: `${table}_${columns.join('_')}_${unique ? 'key' : 'idx'}`, columns, unique }
}
