import { isScalar, type LinkAttribute, type Registry, type RelationAttribute, type Schema } from '@content-api/model'
import type { Layout, LinkLayout, SchemaLayout, DialectName, ValueFormats } from '@content-api/engine/layout'
import { fileType } from '@content-api/engine/plan'
import { idColumn } from '@content-api/engine/write'
import { withParsedStringsInPostgres, withParsedStringsInSqlite } from './parsed-strings.js'
import { snakeCase } from './snake-case.js'
import { type NameOf, namesOf, type StrapiVersion } from './strapi-names.js'
import { strapiPostgresFormats } from './strapi-postgres-formats.js'
import { strapiSqliteFormats, withExactIntegers } from './strapi-sqlite-formats.js'
import { type StrapiTables, strapiTables } from './system-tables.js'

export interface StrapiLayoutOptions {
  readonly dialect: DialectName
  /** The time zone of Strapi's process, such as `Asia/Tokyo`: in PostgreSQL, its date-times have no zone. */
  readonly timeZone: string
  /** The major version of Strapi, by default 4. The content types of version 5 come from `withDocuments`. */
  readonly version?: StrapiVersion
  /** Whether PostgreSQL can say whether a text is JSON (`checksJson`); by default it can't. */
  readonly checksJson?: boolean
  /**
   * Whether integers above 2^53 keep their digits. Strapi reads those of SQLite as doubles, so by default this
   * server does the same.
   */
  readonly keepsIntegers?: boolean
}

/** The layout of Strapi's tables, also of those that belong to no content type. */
export interface StrapiLayout extends Layout {
  readonly strapi: StrapiTables
}

type Join = Extract<LinkLayout, { kind: 'join' }>

/** The columns of a type's table of components. */
const components = {
  source: 'entity_id',
  target: { 4: 'component_id', 5: 'cmp_id' },
  targetType: 'component_type',
  field: 'field',
} as const

/** The columns of the table of the links from files to the entries and components that use them. */
const files = { source: 'related_id', target: 'file_id', type: 'related_type' } as const

/** The localizations of a document in Strapi 5. */
const siblings = { kind: 'siblings', group: 'document_id' } as const

/** The columns of a polymorphic to-one relation, whatever its attribute is called. */
const morph = { kind: 'morph', id: 'target_id', type: 'target_type' } as const

const creators: Readonly<Record<string, string>> = { createdBy: 'created_by_id', updatedBy: 'updated_by_id' }

/** What the names of tables and columns depend on, besides the schema. */
interface Naming {
  readonly registry: Registry
  readonly version: StrapiVersion
  readonly nameOf: NameOf
}

/**
 * Returns the layout of the tables of Strapi, whose names follow from the schemas (`@strapi/database` 4.26
 * and 5.54).
 */
export function createStrapiLayout(
  registry: Registry,
  { dialect, timeZone, version = 4, checksJson = false, keepsIntegers = false }: StrapiLayoutOptions,
): StrapiLayout {
  const naming: Naming = { registry, version, nameOf: namesOf(version) }
  const layouts = new Map<string, SchemaLayout>()
  for (const schema of [...registry.contentTypes.values(), ...registry.components.values()]) {
    const link = (name: string, attribute: LinkAttribute) => {
      const layout = withVersions(naming, schema, attribute, linkLayout(naming, schema, name, attribute))
      // Strapi leaves the place of NULL to the database.
      return layout.kind === 'join' && dialect === 'postgres' ? { ...layout, unplacedLast: true } : layout
    }
    layouts.set(schema.uid, schemaLayout(naming, schema, link))
  }
  return {
    formats: formatsOf({ dialect, timeZone, version, checksJson, keepsIntegers }),
    strapi: strapiTables[version],
    hasDefaultNullOrder: true,
    schema(uid) {
      const layout = layouts.get(uid)
      if (!layout) throw new Error(`No table for ${uid}`)
      return layout
    },
  }
}

function formatsOf({
  dialect,
  timeZone,
  version,
  checksJson = false,
  keepsIntegers = false,
}: StrapiLayoutOptions): ValueFormats {
  if (dialect === 'sqlite') {
    const formats = keepsIntegers ? withExactIntegers(strapiSqliteFormats) : strapiSqliteFormats
    return version === 5 ? withParsedStringsInSqlite(formats) : formats
  }
  const formats = strapiPostgresFormats(timeZone)
  return version === 5 ? withParsedStringsInPostgres(formats, checksJson) : formats
}

function schemaLayout(
  { nameOf }: Naming,
  schema: Schema,
  linkOf: (name: string, attribute: LinkAttribute) => LinkLayout,
): SchemaLayout {
  const { uid, attributes } = schema
  const table = nameOf([schema.collectionName])
  const columns = new Map<string, string>()
  const links = new Map<string, LinkLayout>()
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isScalar(attribute)) columns.set(name, nameOf([snakeCase(name)]))
    else links.set(name, linkOf(name, attribute))
  }
  return {
    table,
    column: (name) => requireName(columns, name, `${uid} has no attribute ${name}`),
    link: (name) => requireName(links, name, `${uid} has no link ${name}`),
    // Strapi creates the indexes that schema files declare, and none of its own for the columns of attributes.
    startsIndex: (name) =>
      schema.model === 'contentType' && schema.indexes.some(({ attributes: [first] }) => first === name),
  }
}

function requireName<Value>(values: ReadonlyMap<string, Value>, name: string, message: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(message)
  return value
}

/** Marks the links of Strapi 5 from rows without a version to rows that have versions. */
function withVersions(
  { registry, version }: Naming,
  schema: Schema,
  attribute: LinkAttribute,
  layout: LinkLayout,
): LinkLayout {
  if (version !== 5 || layout.kind !== 'join' || attribute.type !== 'relation') return layout
  const { target } = attribute
  const isVersion = schema.model === 'contentType' && schema.draftAndPublish
  const hasVersions = !isVersion && target !== undefined && registry.contentType(target).draftAndPublish
  return hasVersions ? { ...layout, hasVersions } : layout
}

function linkLayout(naming: Naming, schema: Schema, name: string, attribute: LinkAttribute): LinkLayout {
  switch (attribute.type) {
    case 'component':
      return componentJoin(naming, schema, name)
    case 'dynamiczone':
      return { ...componentJoin(naming, schema, name), targetType: components.targetType }
    case 'media':
      return mediaJoin(naming, schema, name)
    case 'relation':
      return relationLayout(naming, schema, name, attribute)
  }
}

/** Strapi selects the rows of a component attribute by the attribute only, not by the type of the component. */
function componentJoin({ nameOf, version }: Naming, { collectionName }: Schema, name: string): Join {
  return {
    kind: 'join',
    table: nameOf([collectionName], { suffix: 'components' }),
    source: components.source,
    target: components.target[version],
    order: 'order',
    inverseOrder: null,
    only: { [components.field]: name },
    tie: idColumn,
  }
}

function mediaJoin({ nameOf }: Naming, { uid }: Schema, name: string): Join {
  const { source, target, type } = files
  const table = nameOf(['files', 'related'], { suffix: 'morphs' })
  const only = { [type]: uid, field: name }
  return { kind: 'join', table, source, target, order: 'order', inverseOrder: null, only, tie: idColumn }
}

function relationLayout(naming: Naming, schema: Schema, name: string, attribute: RelationAttribute): LinkLayout {
  const { relation, target: targetUid, mappedBy, morphBy } = attribute
  const isStandard = schema.model === 'contentType' && !Object.hasOwn(schema.declared, name)
  const creator = isStandard ? creators[name] : undefined
  if (creator !== undefined) return { kind: 'column', column: creator, order: null, exclusive: false }
  if (isStandard && name === 'localizations' && naming.version === 5) return siblings
  if (relation === 'morphToOne') return morph
  if (relation === 'morphToMany') return morphTable(naming, schema, name)
  const target = naming.registry.contentType(targetUid as string)
  if (morphBy !== undefined) return inverseMorph(naming, schema, name, target, morphBy)
  if (mappedBy === undefined) return linkTable(naming, schema, name, attribute, target)
  const owner = target.attributes[mappedBy] as RelationAttribute
  const link = linkTable(naming, target, mappedBy, owner, schema)
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
function linkTable(
  { nameOf }: Naming,
  schema: Schema,
  name: string,
  attribute: RelationAttribute,
  other: Schema,
): Join {
  const { relation, inversedBy } = attribute
  const own = [snakeCase(singularName(schema))]
  const others = [snakeCase(singularName(other))]
  const source = nameOf(own, { suffix: 'id' })
  const plainTarget = nameOf(others, { suffix: 'id' })
  const target = plainTarget === source ? nameOf(others, { prefix: 'inv', suffix: 'id' }) : plainTarget
  const order = nameOf(others, { suffix: 'order' })
  const inverseOrder = nameOf(own, { suffix: 'order' })
  const isToMany = relation === 'oneToMany' || relation === 'manyToMany'
  const isInverseOrdered = inversedBy !== undefined && (relation === 'manyToOne' || relation === 'manyToMany')
  return {
    kind: 'join',
    table: nameOf([snakeCase(nameOf([schema.collectionName])), snakeCase(name)], { suffix: 'links' }),
    source,
    target,
    order: isToMany ? order : null,
    inverseOrder: isInverseOrdered
      ? relation === 'manyToMany' && inverseOrder === order
        ? nameOf(own, { prefix: 'inv', suffix: 'order' })
        : inverseOrder
      : null,
    tie: target,
  }
}

function morphTable({ nameOf }: Naming, schema: Schema, name: string): Extract<LinkLayout, { kind: 'morphJoin' }> {
  const column = snakeCase(name)
  return {
    kind: 'morphJoin',
    table: nameOf([snakeCase(nameOf([schema.collectionName])), column], { suffix: 'morphs' }),
    source: nameOf([snakeCase(singularName(schema))], { suffix: 'id' }),
    target: nameOf([column], { suffix: 'id' }),
    type: nameOf([column], { suffix: 'type' }),
    order: 'order',
  }
}

/** The rows of a morph table also name the attribute on the other side. */
function inverseMorph(naming: Naming, schema: Schema, name: string, owner: Schema, through: string): LinkLayout {
  if (owner.uid === fileType) return mediaJoin(naming, schema, name)
  const attribute = owner.attributes[through] as RelationAttribute
  if (attribute.relation === 'morphToOne') return { kind: 'inverseMorph', owner: owner.uid, through }
  const { table, source, target, type, order } = morphTable(naming, owner, through)
  const only = { [type]: schema.uid, field: name }
  return { kind: 'join', table, source: target, target: source, order, inverseOrder: null, only, tie: idColumn }
}

/** Strapi names a component after its file, which is the second part of its uid. */
function singularName(schema: Schema): string {
  return schema.model === 'contentType' ? schema.singularName : (schema.uid.split('.')[1] ?? schema.uid)
}
