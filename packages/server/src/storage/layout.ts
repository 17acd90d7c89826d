import {
  isScalar,
  type LinkAttribute,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { fileType } from '../query/link-target.js'
import { identifier } from './names.js'
import { systemColumns, systemTables } from './system-tables.js'
import type { Column, Table, TableIndex } from './table.js'

/**
 * The tables, columns and indexes that a model needs. Schema sync creates them; reads and writes look up
 * their names here.
 */
export interface Layout {
  readonly tables: readonly Table[]
  schema(uid: string): SchemaLayout
}

export interface SchemaLayout {
  readonly table: string
  /** The column of a scalar attribute, `id` included. */
  column(name: string): string
  link(name: string): LinkLayout
}

export type LinkLayout =
  /**
   * The owning side of a to-one link: a foreign key in the row. `order` is the column of the row's position
   * in the target's list.
   */
  | { readonly kind: 'column'; readonly column: string; readonly order: string | null; readonly exclusive: boolean }
  /** The inverse side of `column`. */
  | { readonly kind: 'inverse'; readonly table: string; readonly column: string; readonly order: string | null }
  /**
   * An ordered link table, seen from one of its sides. `order` is the column of the position in this side's
   * list, `inverseOrder` is the column of the position in the other side's list.
   */
  | {
      readonly kind: 'join'
      readonly table: string
      readonly source: string
      readonly target: string
      readonly order: string
      readonly inverseOrder: string | null
    }
  /** A reference to a row of any type. */
  | { readonly kind: 'morph'; readonly id: string; readonly type: string }
  | {
      readonly kind: 'morphJoin'
      readonly table: string
      readonly source: string
      readonly target: string
      readonly type: string
      readonly order: string
    }
  /** The inverse of a morph link: the rows of `owner` that refer to this type. */
  | { readonly kind: 'inverseMorph'; readonly owner: string; readonly through: string }
  /** Component rows store their owner, see `ownerColumns`. */
  | { readonly kind: 'owned' }
  /** Entries of the same localization group. */
  | { readonly kind: 'siblings'; readonly group: string }

/** The columns in which a component row stores its owner and its position there. */
export const ownerColumns = { type: 'owner_type', id: 'owner_id', field: 'owner_field', position: 'position' } as const

/** The column of the id of an entry's first localization. All localizations of the entry have the same value. */
export const groupColumn = 'localization_group'

export function createLayout(registry: Registry): Layout {
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  const tables: Table[] = []
  const layouts = new Map<string, SchemaLayout>()
  for (const schema of schemas) {
    const links = new Map<string, LinkLayout>()
    for (const [name, attribute] of linksOf(schema)) links.set(name, linkLayout(registry, schema, name, attribute))
    layouts.set(schema.uid, schemaLayout(schema, links))
    tables.push(entryTable(registry, schema, links), ...joinTables(registry, schema, links))
  }
  tables.push(...systemTables)
  return {
    tables,
    schema(uid) {
      const layout = layouts.get(uid)
      if (!layout) throw new Error(`No table for ${uid}`)
      return layout
    },
  }
}

function schemaLayout(schema: Schema, links: ReadonlyMap<string, LinkLayout>): SchemaLayout {
  return {
    table: schema.collectionName,
    column(name) {
      if (!Object.hasOwn(schema.attributes, name)) throw new Error(`${schema.uid} has no attribute ${name}`)
      return identifier(name)
    },
    link(name) {
      const link = links.get(name)
      if (!link) throw new Error(`${schema.uid} has no link ${name}`)
      return link
    },
  }
}

function linksOf(schema: Schema): [string, LinkAttribute][] {
  return Object.entries(schema.attributes).filter((entry): entry is [string, LinkAttribute] => !isScalar(entry[1]))
}

/** Returns the name of a column that isn't an attribute. It gets a suffix when an attribute already uses the name. */
function extraColumn(schema: Schema, name: string): string {
  let free = identifier(name)
  while (Object.keys(schema.attributes).some((taken) => taken.toLowerCase() === free.toLowerCase())) free += '_'
  return free
}

function linkLayout(registry: Registry, schema: Schema, name: string, attribute: LinkAttribute): LinkLayout {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone') return { kind: 'owned' }
  if (attribute.type === 'media') return mediaLayout(schema, name, attribute)
  if (name === 'localizations' && schema.model === 'contentType' && schema.localized) {
    return { kind: 'siblings', group: groupColumn }
  }
  return relationLayout(registry, schema, name, attribute)
}

function mediaLayout(schema: Schema, name: string, attribute: MediaAttribute): LinkLayout {
  if (!attribute.multiple) {
    return { kind: 'column', column: extraColumn(schema, `${name}_id`), order: null, exclusive: false }
  }
  return joinFrom(schema, name)
}

function joinFrom(schema: Schema, name: string, inverseOrder: string | null = null): LinkLayout {
  const table = identifier(`${schema.collectionName}_${name}_links`)
  return { kind: 'join', table, source: 'source_id', target: 'target_id', order: 'source_order', inverseOrder }
}

function relationLayout(registry: Registry, schema: Schema, name: string, attribute: RelationAttribute): LinkLayout {
  const { relation, mappedBy, inversedBy } = attribute
  if (relation === 'morphToOne') {
    return { kind: 'morph', id: extraColumn(schema, `${name}_id`), type: extraColumn(schema, `${name}_type`) }
  }
  if (relation === 'morphToMany') {
    const table = identifier(`${schema.collectionName}_${name}_links`)
    return {
      kind: 'morphJoin',
      table,
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
    const owner = linkLayout(registry, target, mappedBy, target.attributes[mappedBy] as LinkAttribute)
    if (owner.kind === 'column') {
      return { kind: 'inverse', table: target.collectionName, column: owner.column, order: owner.order }
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
      column: extraColumn(schema, `${name}_id`),
      order: ordered ? extraColumn(schema, `${name}_order`) : null,
      exclusive: relation === 'oneToOne' && inversedBy !== undefined,
    }
  }
  return joinFrom(schema, name, inversedBy === undefined ? null : 'target_order')
}

function entryTable(registry: Registry, schema: Schema, links: ReadonlyMap<string, LinkLayout>): Table {
  const table = schema.collectionName
  const columns: Column[] = []
  const indexes: TableIndex[] = []
  const index = (of: readonly string[], unique = false) => indexes.push(tableIndex(table, of, unique))
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute)) continue
    const column = identifier(name)
    columns.push(
      name === 'id' ? { name: column, kind: 'id' } : { name: column, kind: scalarBehaviours[attribute.type].storage },
    )
    if (attribute.unique || attribute.type === 'uid') indexUnique(schema, column, index)
  }
  for (const [name, link] of links) {
    if (link.kind === 'column') {
      const target = targetTable(registry, schema.attributes[name] as LinkAttribute)
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
      index([link.group, 'id'])
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
    if (schema.draftAndPublish) index(['publishedAt'])
    // The index sorts by id within a locale and includes `publishedAt`, by which lists exclude drafts. So
    // counting and pagination only read the index.
    if (schema.localized) index(['locale', 'id', ...(schema.draftAndPublish ? ['publishedAt'] : [])])
    for (const { attributes, unique } of schema.indexes) index(attributes.map(identifier), unique ?? false)
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
  index(schema.localized ? [column, 'locale'] : [column], true)
}

function joinTables(registry: Registry, schema: Schema, links: ReadonlyMap<string, LinkLayout>): Table[] {
  const tables: Table[] = []
  for (const [name, link] of links) {
    const attribute = schema.attributes[name] as LinkAttribute
    const inverse = attribute.type === 'relation' && attribute.mappedBy !== undefined
    if (inverse || (link.kind !== 'join' && link.kind !== 'morphJoin')) continue
    const columns: Column[] = [
      { name: 'id', kind: 'id' },
      {
        name: link.source,
        kind: 'reference',
        notNull: true,
        references: { table: schema.collectionName, onDelete: 'CASCADE' },
      },
    ]
    const target: Column = { name: link.target, kind: 'reference', notNull: true }
    const indexes: TableIndex[] = []
    const index = (of: readonly string[], unique = false) => indexes.push(tableIndex(link.table, of, unique))
    if (link.kind === 'join') {
      const table = targetTable(registry, attribute)
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

function targetTable(registry: Registry, attribute: LinkAttribute): string {
  if (attribute.type === 'media') return registry.contentType(fileType).collectionName
  return registry.contentType((attribute as RelationAttribute).target as string).collectionName
}

function tableIndex(table: string, columns: readonly string[], unique: boolean): TableIndex {
  return { name: identifier(`${table}_${columns.join('_')}_${unique ? 'key' : 'idx'}`), columns, unique }
}
