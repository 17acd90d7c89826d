import {
  isScalar,
  type LinkAttribute,
  type MediaAttribute,
  type Registry,
  type RelationAttribute,
  type Schema,
} from '@content-api/model'
import type { Layout, LinkLayout, SchemaLayout } from './layout.js'
import {
  type EntryColumns,
  entryColumns,
  type OwnerColumns,
  ownerColumns,
  type Table,
  type TableIndex,
} from './columns.js'
import { isSiblings, type LayoutNames, type LinkColumn, nameLayout } from './layout-names.js'
import { postgresFormats } from './postgres-formats.js'
import { sqliteFormats } from './sqlite-formats.js'
import { systemTables } from './system-tables.js'
import { entryTable, joinTables, type NamedModel } from './tables.js'
import type { DialectName, OwnFormats } from './value-formats.js'

/**
 * The layout of the service's own tables. Only they can be written: schema sync creates `tables`, and writes,
 * snapshots and transfers use them.
 */
export interface OwnLayout extends Layout {
  readonly formats: OwnFormats
  /** All tables with their columns and indexes, those of the service's own data included. */
  readonly tables: readonly Table[]
  readonly entryColumns: EntryColumns
  readonly ownerColumns: OwnerColumns
}

const formats: Readonly<Record<DialectName, OwnFormats>> = { sqlite: sqliteFormats, postgres: postgresFormats }

export function createLayout(registry: Registry, dialect: DialectName): OwnLayout {
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  const names = nameLayout(registry, dialect)
  const model = { registry, names }
  const tables: Table[] = []
  const layouts = new Map<string, SchemaLayout>()
  for (const schema of schemas) {
    const links = new Map<string, LinkLayout>()
    for (const [name, attribute] of linksOf(schema)) links.set(name, linkLayout(model, schema, name, attribute))
    layouts.set(schema.uid, schemaLayout(names, schema, links))
    tables.push(entryTable(model, schema, links), ...joinTables(model, schema, links))
  }
  const named = tables.map((table) => ({ ...table, indexes: nameIndexes(names, table.indexes) }))
  return {
    formats: formats[dialect],
    tables: [...named, ...systemTables],
    entryColumns,
    ownerColumns,
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

function schemaLayout(names: LayoutNames, schema: Schema, links: ReadonlyMap<string, LinkLayout>): SchemaLayout {
  return {
    table: names.table(schema),
    column(name) {
      if (!Object.hasOwn(schema.attributes, name)) throw new Error(`${schema.uid} has no attribute ${name}`)
      return names.column(schema, name)
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

function linkLayout(model: NamedModel, schema: Schema, name: string, attribute: LinkAttribute): LinkLayout {
  if (attribute.type === 'component' || attribute.type === 'dynamiczone')
    return { kind: 'owned', columns: ownerColumns }
  if (attribute.type === 'media') return mediaLayout(model, schema, name, attribute)
  if (isSiblings(schema, name)) return { kind: 'siblings', group: entryColumns.group }
  return relationLayout(model, schema, name, attribute)
}

function mediaLayout({ names }: NamedModel, schema: Schema, name: string, attribute: MediaAttribute): LinkLayout {
  if (attribute.multiple) return joinFrom(names.linkTable(schema, name))
  return { kind: 'column', column: names.linkColumn(schema, name, 'id'), order: null, exclusive: false }
}

function joinFrom(table: string, inverseOrder: string | null = null): LinkLayout {
  return { kind: 'join', table, source: 'source_id', target: 'target_id', order: 'source_order', inverseOrder }
}

function relationLayout(model: NamedModel, schema: Schema, name: string, attribute: RelationAttribute): LinkLayout {
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
