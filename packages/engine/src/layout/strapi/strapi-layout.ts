import { isScalar, type LinkAttribute, type Registry, type RelationAttribute, type Schema } from '@content-api/model'
import type { Layout, LinkLayout, SchemaLayout } from '../layout.js'
import type { DialectName, ValueFormats } from '../value-formats.js'
import { fileType } from '../../plan/link-target.js'
import { idColumn } from '../columns.js'
import { snakeCase } from './snake-case.js'
import { strapiPostgresFormats } from './strapi-postgres-formats.js'
import { strapiSqliteFormats } from './strapi-sqlite-formats.js'

export interface StrapiLayoutOptions {
  readonly dialect: DialectName
  /** The time zone of Strapi's process, such as `Asia/Tokyo`: in PostgreSQL, its date-times have no zone. */
  readonly timeZone: string
}

type Join = Extract<LinkLayout, { kind: 'join' }>

/** The columns of a type's table of components. */
const components = {
  source: 'entity_id',
  target: 'component_id',
  targetType: 'component_type',
  field: 'field',
} as const

/** The table of the links from files to the entries and components that use them. */
const files = { table: 'files_related_morphs', source: 'related_id', target: 'file_id', type: 'related_type' } as const

/** The columns of a polymorphic to-one relation, whatever its attribute is called. */
const morph = { kind: 'morph', id: 'target_id', type: 'target_type' } as const

const creators: Readonly<Record<string, string>> = { createdBy: 'created_by_id', updatedBy: 'updated_by_id' }

/** Returns the layout of the tables of Strapi 4, whose names follow from the schemas (`@strapi/database` 4.26). */
export function createStrapiLayout(registry: Registry, { dialect, timeZone }: StrapiLayoutOptions): Layout {
  const layouts = new Map<string, SchemaLayout>()
  for (const schema of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const link = (name: string, attribute: LinkAttribute) => {
      const layout = linkLayout(registry, schema, name, attribute)
      // Strapi leaves the place of NULL to the database.
      return layout.kind === 'join' && dialect === 'postgres' ? { ...layout, unplacedLast: true } : layout
    }
    layouts.set(schema.uid, schemaLayout(schema, link))
  }
  return {
    formats: formatsOf(dialect, timeZone),
    schema(uid) {
      const layout = layouts.get(uid)
      if (!layout) throw new Error(`No table for ${uid}`)
      return layout
    },
  }
}

const formatsOf = (dialect: DialectName, timeZone: string): ValueFormats =>
  dialect === 'sqlite' ? strapiSqliteFormats : strapiPostgresFormats(timeZone)

function schemaLayout(schema: Schema, linkOf: (name: string, attribute: LinkAttribute) => LinkLayout): SchemaLayout {
  const { uid, attributes, collectionName: table } = schema
  const columns = new Map<string, string>()
  const links = new Map<string, LinkLayout>()
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isScalar(attribute)) columns.set(name, snakeCase(name))
    else links.set(name, linkOf(name, attribute))
  }
  return {
    table,
    column: (name) => requireName(columns, name, `${uid} has no attribute ${name}`),
    link: (name) => requireName(links, name, `${uid} has no link ${name}`),
  }
}

function requireName<Value>(values: ReadonlyMap<string, Value>, name: string, message: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(message)
  return value
}

function linkLayout(registry: Registry, schema: Schema, name: string, attribute: LinkAttribute): LinkLayout {
  switch (attribute.type) {
    case 'component':
      return componentJoin(schema, name)
    case 'dynamiczone':
      return { ...componentJoin(schema, name), targetType: components.targetType }
    case 'media':
      return mediaJoin(schema, name)
    case 'relation':
      return relationLayout(registry, schema, name, attribute)
  }
}

/** Strapi selects the rows of a component attribute by the attribute only, not by the type of the component. */
function componentJoin({ collectionName }: Schema, name: string): Join {
  return {
    kind: 'join',
    table: `${collectionName}_components`,
    source: components.source,
    target: components.target,
    order: 'order',
    inverseOrder: null,
    only: { [components.field]: name },
    tie: idColumn,
  }
}

function mediaJoin({ uid }: Schema, name: string): Join {
  const { table, source, target, type } = files
  const only = { [type]: uid, field: name }
  return { kind: 'join', table, source, target, order: 'order', inverseOrder: null, only, tie: idColumn }
}

function relationLayout(registry: Registry, schema: Schema, name: string, attribute: RelationAttribute): LinkLayout {
  const { relation, target: targetUid, mappedBy, morphBy } = attribute
  const creator = schema.model === 'contentType' && !Object.hasOwn(schema.declared, name) ? creators[name] : undefined
  if (creator !== undefined) return { kind: 'column', column: creator, order: null, exclusive: false }
  if (relation === 'morphToOne') return morph
  if (relation === 'morphToMany') return morphTable(schema, name)
  const target = registry.contentType(targetUid as string)
  if (morphBy !== undefined) return inverseMorph(schema, name, target, morphBy)
  if (mappedBy === undefined) return linkTable(schema, name, attribute, target)
  const owner = target.attributes[mappedBy] as RelationAttribute
  const link = linkTable(target, mappedBy, owner, schema)
  return {
    ...link,
    source: link.target,
    target: link.source,
    order: link.inverseOrder,
    inverseOrder: link.order,
    tie: link.source,
  }
}

/**
 * Returns the link table of a relation, seen from the side that owns it. Strapi doesn't sort rows with the
 * same position. SQLite returns them in the order of their targets: it reads the targets first, or an index
 * with the targets.
 */
function linkTable(schema: Schema, name: string, attribute: RelationAttribute, other: Schema): Join {
  const { relation, inversedBy } = attribute
  const own = singularName(schema)
  const others = singularName(other)
  const source = snakeCase(`${own}_id`)
  const plainTarget = snakeCase(`${others}_id`)
  const target = plainTarget === source ? `inv_${plainTarget}` : plainTarget
  const order = snakeCase(`${others}_order`)
  const inverseOrder = snakeCase(`${own}_order`)
  const isToMany = relation === 'oneToMany' || relation === 'manyToMany'
  const isInverseOrdered = inversedBy !== undefined && (relation === 'manyToOne' || relation === 'manyToMany')
  return {
    kind: 'join',
    table: snakeCase(`${schema.collectionName}_${name}_links`),
    source,
    target,
    order: isToMany ? order : null,
    inverseOrder: isInverseOrdered
      ? relation === 'manyToMany' && inverseOrder === order
        ? `inv_${inverseOrder}`
        : inverseOrder
      : null,
    tie: target,
  }
}

function morphTable(schema: Schema, name: string): Extract<LinkLayout, { kind: 'morphJoin' }> {
  const column = snakeCase(name)
  return {
    kind: 'morphJoin',
    table: snakeCase(`${schema.collectionName}_${name}_morphs`),
    source: snakeCase(`${singularName(schema)}_id`),
    target: `${column}_id`,
    type: `${column}_type`,
    order: 'order',
  }
}

/** The rows of a morph table also name the attribute on the other side. */
function inverseMorph(schema: Schema, name: string, owner: Schema, through: string): LinkLayout {
  if (owner.uid === fileType) return mediaJoin(schema, name)
  const attribute = owner.attributes[through] as RelationAttribute
  if (attribute.relation === 'morphToOne') return { kind: 'inverseMorph', owner: owner.uid, through }
  const { table, source, target, type, order } = morphTable(owner, through)
  const only = { [type]: schema.uid, field: name }
  return { kind: 'join', table, source: target, target: source, order, inverseOrder: null, only, tie: idColumn }
}

/** Strapi names a component after its file, which is the second part of its uid. */
function singularName(schema: Schema): string {
  return schema.model === 'contentType' ? schema.singularName : (schema.uid.split('.')[1] ?? schema.uid)
}
