import {
  isScalar,
  type LinkAttribute,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import type { LinkLayout, SchemaLayout, WritableLayout } from './layout.js'
import {
  type Column,
  type EntryColumns,
  entryColumns,
  idColumn,
  type OwnerColumns,
  ownerColumns,
  type Table,
  type TableIndex,
} from './columns.js'
import { isSiblings, type LayoutNames, type LinkColumn, nameLayout } from './layout-names.js'
import { postgresFormats } from './postgres-formats.js'
import { sqliteFormats } from './sqlite-formats.js'
import { systemColumns, systemTablesOf } from './system-tables.js'
import type { DialectName, OwnFormats } from './value-formats.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { isIndexable } from '../plan/compared-attributes.js'
import { fileType } from '../plan/link-target.js'

/**
 * The layout of the service's own tables. Only they can be written: schema sync creates `tables`, and writes,
 * snapshots and transfers use them.
 */
export interface OwnLayout extends WritableLayout {
  schema(uid: string): OwnSchemaLayout
  readonly formats: OwnFormats
  /** All tables with their columns and indexes, those of the service's own data included. */
  readonly tables: readonly Table[]
  readonly entryColumns: EntryColumns
  readonly ownerColumns: OwnerColumns
  /** Returns the column of the version in the table of a content type; undefined for other tables. */
  versionIn(table: string): string | undefined
}

export interface OwnSchemaLayout extends SchemaLayout {
  link(name: string): OwnLink
}

/** A link of our own tables: all lists have positions, and each link table belongs to one link. */
export type OwnLink = Exclude<LinkLayout, { kind: 'join' }> | OwnJoin

export interface OwnJoin extends Extract<LinkLayout, { kind: 'join' }> {
  readonly order: string
}

const formats: Readonly<Record<DialectName, OwnFormats>> = { sqlite: sqliteFormats, postgres: postgresFormats }

export function createLayout(registry: Registry, dialect: DialectName): OwnLayout {
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  const names = nameLayout(registry, dialect)
  const model = { registry, names }
  const tables: Table[] = []
  const layouts = new Map<string, OwnSchemaLayout>()
  const versions = new Map<string, string | undefined>()
  for (const schema of schemas) {
    const links = new Map<string, OwnLink>()
    for (const [name, attribute] of linksOf(schema)) links.set(name, linkLayout(model, schema, name, attribute))
    const table = entryTable(model, schema, links)
    const short = dialect === 'sqlite' ? shortColumns(model, schema, links) : null
    const named = nameIndexes(names, short ? [...table.indexes, short] : table.indexes)
    const layout = schemaLayout(names, schema, links, short ? named.at(-1) : undefined)
    layouts.set(schema.uid, layout)
    versions.set(layout.table, layout.version)
    const joins = joinTables(model, schema, links)
    tables.push(
      { ...table, indexes: named },
      ...joins.map((join) => ({ ...join, indexes: nameIndexes(names, join.indexes) })),
    )
  }
  return {
    formats: formats[dialect],
    tables: [...tables, ...systemTablesOf(dialect)],
    entryColumns,
    ownerColumns,
    versionIn: (table) => versions.get(table),
    schema(uid) {
      const layout = layouts.get(uid)
      if (!layout) throw new Error(`No table for ${uid}`)
      return layout
    },
  }
}

function nameIndexes(names: LayoutNames, indexes: readonly TableIndex[]): TableIndex[] {
  return indexes.map((index) => ({ ...index, name: names.index(index.name) }))
}

function schemaLayout(
  names: LayoutNames,
  schema: Schema,
  links: ReadonlyMap<string, OwnLink>,
  shortColumns?: TableIndex,
): OwnSchemaLayout {
  return {
    table: names.table(schema),
    ...(shortColumns && { shortColumns: shortColumns.name }),
    ...(schema.model === 'contentType' && { version: names.versionColumn(schema) }),
    column(name) {
      if (!Object.hasOwn(schema.attributes, name)) throw new Error(`${schema.uid} has no attribute ${name}`)
      return names.column(schema, name)
    },
    link(name) {
      const link = links.get(name)
      if (!link) throw new Error(`${schema.uid} has no link ${name}`)
      return link
    },
    // `entryTable` creates both.
    startsIndex: () => true,
  }
}

function linksOf(schema: Schema): [string, LinkAttribute][] {
  return Object.entries(schema.attributes).filter((entry): entry is [string, LinkAttribute] => !isScalar(entry[1]))
}

function linkLayout(model: NamedModel, schema: Schema, name: string, attribute: LinkAttribute): OwnLink {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone')
    return { kind: 'owned', columns: ownerColumns }
  if (attribute.type === 'media') return mediaLayout(model, schema, name, attribute)
  if (isSiblings(schema, name)) return { kind: 'siblings', group: entryColumns.group }
  return relationLayout(model, schema, name, attribute)
}

function mediaLayout({ names }: NamedModel, schema: Schema, name: string, attribute: MediaAttribute): OwnLink {
  if (attribute.multiple) return joinFrom(names.linkTable(schema, name))
  return { kind: 'column', column: names.linkColumn(schema, name, 'id'), order: null, exclusive: false }
}

function joinFrom(table: string, inverseOrder: string | null = null): OwnLink {
  return { kind: 'join', table, source: 'source_id', target: 'target_id', order: 'source_order', inverseOrder }
}

function relationLayout(model: NamedModel, schema: Schema, name: string, attribute: RelationAttribute): OwnLink {
  const { registry, names } = model
  const { relation, mappedBy, inversedBy } = attribute
  const column = (kind: LinkColumn) => names.linkColumn(schema, name, kind)
  if (relation === 'morphToOne') return { kind: 'morph', id: column('id'), type: column('type') }
  if (relation === 'morphToMany') {
    return {
      kind: 'morphJoin',
      table: names.linkTable(schema, name),
      source: 'source_id',
      target: 'target_id',
      type: 'target_type',
      order: 'source_order',
    }
  }
  const target = registry.contentType(attribute.target as string)
  if (relation === 'morphOne' || relation === 'morphMany') {
    return { kind: 'inverseMorph', owner: target.uid, through: attribute.morphBy as string }
  }
  if (mappedBy !== undefined) {
    const owner = linkLayout(model, target, mappedBy, target.attributes[mappedBy] as LinkAttribute)
    if (owner.kind === 'column') {
      return { kind: 'inverse', table: names.table(target), column: owner.column, order: owner.order }
    }
    if (owner.kind !== 'join') throw new Error(`${target.uid}.${mappedBy} cannot be the owner of ${schema.uid}.${name}`)
    return {
      kind: 'join',
      table: owner.table,
      source: owner.target,
      target: owner.source,
      order: owner.inverseOrder as string,
      inverseOrder: owner.order,
    }
  }
  if (relation === 'oneToOne' || relation === 'manyToOne') {
    const ordered = relation === 'manyToOne' && inversedBy !== undefined
    return {
      kind: 'column',
      column: column('id'),
      order: ordered ? column('order') : null,
      exclusive: relation === 'oneToOne' && inversedBy !== undefined,
    }
  }
  return joinFrom(names.linkTable(schema, name), inversedBy === undefined ? null : 'target_order')
}

/** A registry and the names of its tables and columns. */
interface NamedModel {
  readonly registry: Registry
  readonly names: LayoutNames
}

function entryTable(model: NamedModel, schema: Schema, links: ReadonlyMap<string, OwnLink>): Table {
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
    columns.push({ name: names.versionColumn(schema), kind: 'text' })
    const { publishedAt, locale } = entryColumns
    if (schema.draftAndPublish) index([publishedAt])
    // The index sorts by id within a locale and includes `publishedAt`, by which lists exclude drafts. So
    // counting and pagination only read the index.
    if (schema.localized) index([locale, idColumn, ...(schema.draftAndPublish ? [publishedAt] : [])])
    for (const { attributes, unique = false } of schema.indexes) {
      const of = attributes.map((attribute) => names.column(schema, attribute))
      const declared = tableIndex(table, of, unique)
      // A project may declare an index for Strapi that every content type has here.
      if (!indexes.some(({ name }) => name === declared.name)) indexes.push(declared)
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

/** SQLite doesn't use an index in place of rows for columns after these. */
const mostColumns = 63

/**
 * Returns the index with which SQLite filters and sorts all entries without reading their long values.
 * Returns null if they have none: the index would be as long as the table. PostgreSQL has no such index,
 * because it reads rows that were written lately in addition to their index.
 *
 * The id is the first column. With `locale` as the first one, SQLite would prefer this index to those that
 * schemas declare.
 */
function shortColumns({ names }: NamedModel, schema: Schema, links: ReadonlyMap<string, OwnLink>): TableIndex | null {
  if (schema.model !== 'contentType') return null
  const scalars = Object.entries(schema.attributes).filter(([, attribute]) => isScalar(attribute))
  const isShort = ([name]: (typeof scalars)[0]) => name !== 'id' && isIndexable(schema, name)
  const hasLong = scalars.some(([name, { type }]) => type !== 'password' && !isIndexable(schema, name))
  const columns = [
    idColumn,
    ...scalars.filter(isShort).map(([name]) => names.column(schema, name)),
    ...[...links.values()].flatMap((link) => (link.kind === 'column' ? [link.column] : [])),
  ]
  if (!hasLong || columns.length > mostColumns) return null
  return { name: `${names.table(schema)}_short_columns_idx`, columns, unique: false }
}

/** Localizations share the values of non-localised attributes, so a unique value is unique per locale. */
function indexUnique(schema: Schema, column: string, index: (of: readonly string[], unique: boolean) => void) {
  if (schema.model === 'component') return
  index(schema.localized ? [column, entryColumns.locale] : [column], true)
}

function joinTables(model: NamedModel, schema: Schema, links: ReadonlyMap<string, OwnLink>): Table[] {
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
