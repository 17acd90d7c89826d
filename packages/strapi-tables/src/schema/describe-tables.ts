import {
  type Attribute,
  type ContentType,
  isScalar,
  type Registry,
  type Schema,
  standardAttributeNames,
} from '@content-api/model'
import type { DialectName, LinkLayout } from '@content-api/engine/layout'
import { createStrapiLayout, type StrapiLayout } from '../layout/strapi-layout.js'
import { namesOf } from '../layout/strapi-names.js'
import { systemIndexes, withSystemTypes } from './system-types.js'
import { columnTypes, type StrapiColumn, type StrapiForeignKey, type StrapiIndex, type StrapiTable } from './table.js'

const nameOf = namesOf(5)

const id: StrapiColumn = { name: 'id', type: 'id' }
const integer = (name: string): StrapiColumn => ({ name, type: 'integer' })
const string = (name: string): StrapiColumn => ({ name, type: 'string' })
const position = (name: string): StrapiColumn => ({ name, type: 'double' })

const creators = ['created_by_id', 'updated_by_id'] as const
const administrators = 'admin_users'

/** The columns that every content type has after those of its attributes. */
const standardColumns: readonly StrapiColumn[] = [
  { name: 'created_at', type: 'datetime' },
  { name: 'updated_at', type: 'datetime' },
  { name: 'published_at', type: 'datetime' },
  ...creators.map(integer),
  string('locale'),
]

/** Attributes whose columns are written above: what `declared` of a type doesn't have. */
const standardNames: ReadonlySet<string> = new Set(['id', 'documentId', ...standardAttributeNames])

/** Strapi's tables that belong to no content type. It creates the others itself, such as those of its sessions. */
const plainTables: readonly StrapiTable[] = [
  plainTable('strapi_migrations', [string('name'), { name: 'time', type: 'moment' }]),
  plainTable('strapi_migrations_internal', [string('name'), { name: 'time', type: 'moment' }]),
  plainTable('strapi_core_store_settings', [
    string('key'),
    { name: 'value', type: 'text' },
    string('type'),
    string('environment'),
    string('tag'),
  ]),
]

function plainTable(name: string, columns: readonly StrapiColumn[]): StrapiTable {
  return { name, columns: [id, ...columns], indexes: [], foreignKeys: [] }
}

/**
 * Returns the tables of a project of Strapi 5, as Strapi 5.54 creates them: of its content types and components,
 * of their links, and of accounts, files, locales and settings.
 */
export function describeStrapiTables(registry: Registry, dialect: DialectName): readonly StrapiTable[] {
  const all = withSystemTypes(registry)
  const layout = createStrapiLayout(all, { dialect, timeZone: 'UTC', version: 5 })
  const schemas = [...all.contentTypes.values(), ...all.components.values()]
  return [
    ...plainTables,
    ...schemas.map((schema) => schemaTable(layout, schema)),
    ...schemas.flatMap((schema) => (hasComponents(schema) ? [componentTable(layout, schema)] : [])),
    ...schemas.flatMap((schema) => linkTables(all, layout, schema)),
  ]
}

function schemaTable(layout: StrapiLayout, schema: Schema): StrapiTable {
  const own = layout.schema(schema.uid)
  const { table } = own
  const columns = attributesOf(schema).flatMap(([name, attribute]): StrapiColumn[] => {
    if (isScalar(attribute)) return [{ name: own.column(name), type: columnTypes[attribute.type] }]
    const link = own.link(name)
    return link.kind === 'morph' ? [integer(link.id), string(link.type)] : []
  })
  if (schema.model === 'component') return { name: table, columns: [id, ...columns], indexes: [], foreignKeys: [] }
  // A project may declare `locale`. Strapi then has the column that all documents have.
  const declared = columns.filter(({ name }) => !standardColumns.some((column) => column.name === name))
  return {
    name: table,
    columns: [id, string('document_id'), ...declared, ...standardColumns],
    indexes: [
      ...(systemIndexes[schema.uid] ?? []),
      {
        name: nameOf([schema.collectionName, 'documents'], { suffix: 'index' }),
        columns: ['document_id', 'locale', 'published_at'],
      },
      ...creators.map((name) => ({ name: nameOf([table, name], { suffix: 'fk' }), columns: [name] })),
    ],
    foreignKeys: creators.map((name) => ({
      name: nameOf([table, name], { suffix: 'fk' }),
      column: name,
      table: administrators,
      onDelete: 'SET NULL',
    })),
  }
}

function attributesOf(schema: Schema): readonly (readonly [name: string, attribute: Attribute])[] {
  const isStandard = (name: string) =>
    name === 'id' || (schema.model === 'contentType' && standardNames.has(name) && !isDeclared(schema, name))
  return Object.entries(schema.attributes).filter(([name]) => !isStandard(name))
}

const isDeclared = ({ declared }: ContentType, name: string) => Object.hasOwn(declared, name)

const hasComponents = ({ attributes }: Schema) =>
  Object.values(attributes).some(({ type }) => type === 'component' || type === 'dynamiczone')

/** The table of a schema's links to components, those of zones included. */
function componentTable(layout: StrapiLayout, { uid, collectionName }: Schema): StrapiTable {
  const owner: StrapiForeignKey = {
    name: nameOf([collectionName], { suffix: 'entity_fk' }),
    column: 'entity_id',
    table: layout.schema(uid).table,
    onDelete: 'CASCADE',
  }
  const index = (column: string): StrapiIndex => ({
    name: nameOf([collectionName, column], { suffix: 'index' }),
    columns: [column],
  })
  return {
    name: nameOf([collectionName], { suffix: 'components' }),
    columns: [
      id,
      integer('entity_id'),
      integer('cmp_id'),
      string('component_type'),
      string('field'),
      position('order'),
    ],
    indexes: [
      index('field'),
      index('component_type'),
      { name: owner.name, columns: [owner.column] },
      {
        name: nameOf([collectionName], { suffix: 'unique' }),
        columns: ['entity_id', 'cmp_id', 'field', 'component_type'],
        unique: true,
      },
    ],
    foreignKeys: [owner],
  }
}

/** The tables of the relations that a schema owns. */
function linkTables(registry: Registry, layout: StrapiLayout, schema: Schema): readonly StrapiTable[] {
  const own = layout.schema(schema.uid)
  return attributesOf(schema).flatMap(([name, attribute]): StrapiTable[] => {
    if (attribute.type !== 'relation' || attribute.mappedBy !== undefined || attribute.morphBy !== undefined) return []
    const to = own.link(name)
    if (to.kind === 'morphJoin') return [morphTable(to, own.table)]
    if (to.kind !== 'join') return []
    const target = registry.contentType(attribute.target as string)
    return [relationTable(to, own.table, layout.schema(target.uid).table)]
  })
}

function relationTable(link: Extract<LinkLayout, { kind: 'join' }>, source: string, target: string): StrapiTable {
  const { table } = link
  const foreignKeys: readonly StrapiForeignKey[] = [
    { name: nameOf([table], { suffix: 'fk' }), column: link.source, table: source, onDelete: 'CASCADE' },
    { name: nameOf([table], { suffix: 'inv_fk' }), column: link.target, table: target, onDelete: 'CASCADE' },
  ]
  const orders = [
    ...(link.order === null ? [] : [{ column: link.order, suffix: 'order_fk' as const }]),
    ...(link.inverseOrder === null ? [] : [{ column: link.inverseOrder, suffix: 'order_inv_fk' as const }]),
  ]
  return {
    name: table,
    columns: [id, integer(link.source), integer(link.target), ...orders.map(({ column }) => position(column))],
    indexes: [
      ...foreignKeys.map(({ name, column }) => ({ name, columns: [column] })),
      { name: nameOf([table], { suffix: 'unique' }), columns: [link.source, link.target], unique: true },
      ...orders.map(({ column, suffix }) => ({ name: nameOf([table], { suffix }), columns: [column] })),
    ],
    foreignKeys,
  }
}

function morphTable(link: Extract<LinkLayout, { kind: 'morphJoin' }>, source: string): StrapiTable {
  const { table } = link
  const owner: StrapiForeignKey = {
    name: nameOf([table], { suffix: 'fk' }),
    column: link.source,
    table: source,
    onDelete: 'CASCADE',
  }
  return {
    name: table,
    columns: [id, integer(link.source), integer(link.target), string(link.type), string('field'), position(link.order)],
    indexes: [
      { name: owner.name, columns: [owner.column] },
      { name: nameOf([table], { suffix: 'order_index' }), columns: [link.order] },
      { name: nameOf([table], { suffix: 'id_column_index' }), columns: [link.target] },
    ],
    foreignKeys: [owner],
  }
}
