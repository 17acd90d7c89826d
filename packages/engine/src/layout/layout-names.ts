import { isScalar, type LinkAttribute, type Registry, type Schema } from '@content-api/model'
import { entryColumns, ownerColumns } from './columns.js'
import { NameClaims } from './names.js'
import { systemColumns, systemTables } from './system-tables.js'
import type { DialectName } from './value-formats.js'

/** The table of the schema that the tables were last updated to. */
export const recordTable = 'content_api_schema'

/** The name of a table of SQLite while it replaces another one. */
export const replacementTable = '_replacement'

/**
 * A column that belongs to a link: its foreign key, the type of its target, or the position in the target's
 * list.
 */
export type LinkColumn = 'id' | 'type' | 'order'

/**
 * The names of tables and columns. A name of the project that the service, a database or another part of the
 * project uses already gets a suffix. All other names are those of the schemas, as databases from earlier
 * versions have them.
 */
export interface LayoutNames {
  table(schema: Schema): string
  /** The column of a scalar attribute. */
  column(schema: Schema, attribute: string): string
  linkColumn(schema: Schema, attribute: string, kind: LinkColumn): string
  /** The column of the version of a content type's entries. */
  versionColumn(schema: Schema): string
  /** The table of the links that an attribute owns. */
  linkTable(schema: Schema, attribute: string): string
  /**
   * Takes the name of an index. PostgreSQL has one namespace for tables and indexes, SQLite one for all
   * indexes.
   */
  index(wanted: string): string
}

/** The columns that every table of PostgreSQL has. */
const postgresColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']

/**
 * Columns of the standard attributes that only some content types have. An attribute of a project may use the
 * name.
 */
const optionalColumns = [entryColumns.publishedAt, entryColumns.locale, 'localizations']

export function nameLayout(registry: Registry, dialect: DialectName): LayoutNames {
  const schemas: readonly Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  const relations = new NameClaims([
    ...systemTables.flatMap(({ name, indexes }) => [name, ...indexes.map((index) => index.name)]),
    recordTable,
    replacementTable,
    // PostgreSQL creates these with each table.
    ...schemas.flatMap(({ collectionName }) => [`${collectionName}_pkey`, `${collectionName}_id_seq`]),
  ])
  const tables = new Map<string, string>()
  // SQLite keeps names with its prefix for itself. In PostgreSQL, names of the system catalog hide other tables.
  const ownPrefix = dialect === 'sqlite' ? /^sqlite_/i : /^pg_/
  const allowed = (name: string) => name.replace(ownPrefix, '_$&')
  for (const { uid, collectionName } of schemas) {
    tables.set(uid, relations.claim(allowed(collectionName), `table ${uid}`))
  }
  const linkTables = new Map<string, string>()
  for (const schema of schemas) {
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (isScalar(attribute) || !ownsLinkTable(schema, name, attribute)) continue
      const key = `${schema.uid} ${name}`
      linkTables.set(key, relations.claim(allowed(`${schema.collectionName}_${name}_links`), `links ${key}`))
    }
  }
  const columns = new Map(schemas.map((schema) => [schema.uid, nameColumns(schema, dialect)]))
  const lookUp = (names: ReadonlyMap<string, string> | undefined, key: string): string => {
    const name = names?.get(key)
    if (name === undefined) throw new Error(`The layout has no name for ${key}`)
    return name
  }
  return {
    table: ({ uid }) => lookUp(tables, uid),
    column: ({ uid }, attribute) => lookUp(columns.get(uid), attribute),
    linkColumn: ({ uid }, attribute, kind) => lookUp(columns.get(uid), `${attribute} ${kind}`),
    versionColumn: ({ uid }) => lookUp(columns.get(uid), versionKey),
    linkTable: ({ uid }, attribute) => lookUp(linkTables, `${uid} ${attribute}`),
    index: (wanted) => relations.claim(wanted, `index ${wanted}`),
  }
}

function ownsLinkTable(schema: Schema, name: string, attribute: LinkAttribute): boolean {
  if (attribute.type === 'media') return attribute.multiple
  if (attribute.type !== 'relation' || isSiblings(schema, name)) return false
  if (attribute.relation === 'morphToMany') return true
  return attribute.mappedBy === undefined && /^(?:one|many)ToMany$/.test(attribute.relation)
}

/** Returns whether an attribute lists the other localizations of its entry. */
export function isSiblings(schema: Schema, name: string): boolean {
  return name === 'localizations' && schema.model === 'contentType' && schema.localized
}

/** The key of the version column among those of attributes. No attribute has a name with a space. */
const versionKey = 'entry version'

/** Returns the columns of scalar attributes by name, of links by name and kind, and of the version. */
function nameColumns(schema: Schema, dialect: DialectName): ReadonlyMap<string, string> {
  const { declared, attributes } = schema
  const standard = Object.keys(attributes).filter((name) => !Object.hasOwn(declared, name))
  const claims = new NameClaims([
    ...standard,
    ...ownColumns(schema),
    ...(dialect === 'postgres' ? postgresColumns : []),
  ])
  const names = new Map(standard.map((name) => [name, name]))
  for (const [name, attribute] of Object.entries(declared)) {
    if (isScalar(attribute)) names.set(name, claims.claim(name, `column ${name}`))
  }
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isScalar(attribute)) continue
    for (const kind of ['id', 'type', 'order'] as const) {
      names.set(`${name} ${kind}`, claims.claim(freeName(`${name}_${kind}`, attributes), `column ${name} ${kind}`))
    }
  }
  // After all others, so that attributes keep the names of their columns in existing databases.
  if (schema.model === 'contentType') {
    names.set(versionKey, claims.claim(freeName('entry_version', attributes), 'column of the version'))
  }
  return names
}

/**
 * Returns the columns that the service adds to the table of a schema, besides those of standard attributes.
 */
function ownColumns(schema: Schema): readonly string[] {
  if (schema.model === 'component') return Object.values(ownerColumns)
  const system = systemColumns[schema.uid]?.columns.map(({ name }) => name) ?? []
  return [...optionalColumns, ...(schema.localized ? [entryColumns.group] : []), ...system]
}

/** Returns a name that no attribute has, by adding `_`. */
function freeName(wanted: string, attributes: Schema['attributes']): string {
  let free = wanted
  while (Object.keys(attributes).some((taken) => taken.toLowerCase() === free.toLowerCase())) free += '_'
  return free
}
