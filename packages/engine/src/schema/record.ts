import { createHash } from 'node:crypto'
import { type Attribute, isScalar, type Registry, type Schema } from '@content-api/model'
import { parseText, stringOf } from '../plan/json-text.js'
import type { Database, WriteTransaction } from '../database/database.js'
import type { OwnLayout } from '../layout/own-layout.js'
import { recordTable } from '../layout/layout-names.js'
import type { Table } from '../layout/columns.js'

/**
 * The schema that the tables were last updated to. It is stored in the database and changes in the same
 * transaction as the tables.
 */
export interface SchemaRecord {
  readonly tables: readonly Table[]
  /** The schemas and their tables. */
  readonly schemas: readonly { readonly uid: string; readonly table: string }[]
  /** The component attributes, which define the possible owners of each component's rows. */
  readonly owned: readonly OwnedField[]
  /** The required attributes, as `uid attribute`. Earlier versions didn't record them. */
  readonly required?: readonly string[]
}

export interface OwnedField {
  readonly owner: string
  readonly field: string
  /** The table of a component that the attribute may contain. */
  readonly table: string
}

export const emptyRecord: SchemaRecord = { tables: [], schemas: [], owned: [] }

/** Increase this number when the same layout leads to different tables. */
const format = 1

export function wantedRecord({ registry, layout }: { registry: Registry; layout: OwnLayout }): SchemaRecord {
  const schemas: Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
  return {
    tables: layout.tables,
    schemas: schemas.map(({ uid }) => ({ uid, table: layout.schema(uid).table })),
    owned: schemas.flatMap((schema) => ownedFields(schema, layout)),
    required: requiredAttributes(registry),
  }
}

function ownedFields(schema: Schema, layout: OwnLayout): OwnedField[] {
  return Object.entries(schema.attributes).flatMap(([field, attribute]) => {
    const uids =
      attribute.type === 'component'
        ? [attribute.component]
        : attribute.type === 'dynamiczone'
          ? attribute.components
          : []
    return uids.map((uid) => ({ owner: schema.uid, field, table: layout.schema(uid).table }))
  })
}

export function digestOf(record: SchemaRecord): string {
  return createHash('sha256')
    .update(JSON.stringify({ format, ...record }))
    .digest('hex')
}

/**
 * Returns the digest of the record in the database; null when there is none, or if entries lacked required
 * values at the last start.
 */
export async function readDigest(database: Database): Promise<string | null> {
  const complete = `NOT EXISTS (SELECT 1 FROM ${recordTable} WHERE name = '${missingRow}')`
  try {
    const sql = `SELECT value FROM ${recordTable} WHERE name = 'digest' AND ${complete}`
    const text = await database.read({ sql, values: [] })
    return text === null ? null : stringOf(text)
  } catch {
    // In a new database the table doesn't exist. Other errors aren't lost: they occur again when the schemas
    // are compared.
    return null
  }
}

export async function readRecord(transaction: WriteTransaction): Promise<SchemaRecord> {
  const text = await transaction.read({ sql: `SELECT value FROM ${recordTable} WHERE name = 'record'`, values: [] })
  return text === null ? emptyRecord : (parseText(text) as SchemaRecord)
}

/** The row with the attributes whose required values were missing at the last start, as `uid attribute`. */
const missingRow = 'missing'

export async function readMissing(transaction: WriteTransaction): Promise<readonly string[]> {
  const sql = `SELECT value FROM ${recordTable} WHERE name = '${missingRow}'`
  const text = await transaction.read({ sql, values: [] })
  return text === null ? [] : (parseText(text) as readonly string[])
}

export async function createRecordTable(transaction: WriteTransaction): Promise<void> {
  const sql = `CREATE TABLE IF NOT EXISTS ${recordTable} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`
  await transaction.query({ sql, values: [] })
}

/** @param missing the attributes whose required values are missing, as `uid attribute` */
export async function writeRecord(
  transaction: WriteTransaction,
  record: SchemaRecord,
  missing: readonly string[],
): Promise<void> {
  const { dialect } = transaction
  await transaction.query({ sql: `DELETE FROM ${recordTable} WHERE name = '${missingRow}'`, values: [] })
  const values = {
    digest: digestOf(record),
    record: JSON.stringify(record),
    ...(missing.length > 0 && { [missingRow]: JSON.stringify(missing) }),
  }
  for (const [name, value] of Object.entries(values)) {
    await transaction.query({
      sql: `INSERT INTO ${recordTable} (name, value) VALUES (${dialect.placeholder(1)}, ${dialect.placeholder(2)})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      values: [name, value],
    })
  }
}

/** Returns the attributes that every entry must have, as `uid attribute`. */
function requiredAttributes({ contentTypes, components }: Registry): string[] {
  return [...contentTypes.values(), ...components.values()].flatMap((schema) =>
    Object.entries(schema.declared).flatMap(([name, attribute]) =>
      mustHaveValue(attribute) ? [keyOf(schema, name)] : [],
    ),
  )
}

export const keyOf = ({ uid }: Schema, name: string): string => `${uid} ${name}`

/**
 * Returns whether every entry must have a value. Required lists may be empty, and entries may lack required
 * media, as in Strapi 4.26.
 */
export function mustHaveValue(attribute: Attribute): boolean {
  if (!attribute.required) return false
  if (attribute.type === 'relation') return attribute.relation.endsWith('One')
  return isScalar(attribute) || (attribute.type === 'component' && !attribute.repeatable)
}
