import { rowId } from '../layout/columns.js'
import { type Attribute, isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { InvalidValue, type Stored } from '../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { WriteTransaction } from '../database/database.js'
import { quote, quoteText } from '../layout/names.js'
import { StatementBuilder } from '../dialects/statement.js'
import { ofKind, type SchemaChange } from './changes.js'
import { keyOf, mustHaveValue, type SchemaRecord } from './record.js'

/** Rows that lack a value of a required attribute. Drafts may lack it. */
export interface MissingValues {
  readonly schema: Schema
  readonly attribute: string
  readonly rows: number
}

/** Rows that get the default of a required attribute. */
export interface FilledValues extends MissingValues {
  readonly value: Stored
  /** If true, drafts get it too: the attribute is new. */
  readonly drafts: boolean
}

export interface RequiredValues {
  readonly filled: readonly FilledValues[]
  readonly missing: readonly MissingValues[]
}

/**
 * Finds the rows that lack values of attributes that become required, before the tables change.
 * @param known the attributes that lacked values at the last start
 */
export async function findMissingValues(
  tx: WriteTransaction,
  from: SchemaRecord,
  changes: readonly SchemaChange[],
  known: readonly string[],
): Promise<RequiredValues> {
  const { contentTypes, components } = tx.registry
  const before = new Before(tx, from, changes)
  const filled: FilledValues[] = []
  const missing: MissingValues[] = []
  for (const schema of [...contentTypes.values(), ...components.values()]) {
    if (!before.has(tx.layout.schema(schema.uid).table)) continue
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (!mustHaveValue(attribute)) continue
      const key = keyOf(schema, name)
      const isNew = !before.hasValues(schema, name, attribute)
      const becomesRequired = from.required !== undefined && !from.required.includes(key)
      if (!isNew && !becomesRequired && !known.includes(key)) continue
      const value = isScalar(attribute) ? defaultOf(schema, name, attribute) : null
      const drafts = value !== null && isNew
      const rows = await before.count(schema, isNew ? null : lacks(tx, schema, name, attribute), drafts)
      if (rows === 0) continue
      if (value === null) missing.push({ schema, attribute: name, rows })
      else filled.push({ schema, attribute: name, rows, value, drafts })
    }
  }
  return { filled, missing }
}

/** Writes the defaults, after the tables have changed. */
export async function fillDefaults(tx: WriteTransaction, filled: readonly FilledValues[]): Promise<void> {
  for (const { schema, attribute, value, drafts } of filled) {
    const layout = tx.layout.schema(schema.uid)
    const builder = new StatementBuilder(tx)
    const column = quote(layout.column(attribute))
    const set = `UPDATE ${quote(layout.table)} AS t SET ${column} = ${builder.placeholder(value)} WHERE ${column} IS NULL`
    const live = drafts ? null : draftCondition(tx, schema, () => true)
    await tx.query(builder.finish(live === null ? set : `${set} AND NOT (${live})`))
  }
}

/** Returns the stored default; null if there is none, or if not all rows may have it. */
function defaultOf(schema: Schema, name: string, attribute: ScalarAttribute): Stored {
  const { default: value, type, unique } = attribute
  const isUnique = schema.model === 'contentType' && (unique === true || type === 'uid')
  // Every password is hashed with a salt of its own.
  if (value === undefined || value === null || isUnique || type === 'password') return null
  try {
    return scalarBehaviours[type].parse(value, attribute, name)
  } catch (error) {
    if (error instanceof InvalidValue) return null
    throw error
  }
}

/** Returns a SQL condition: the row `t` lacks the value. */
function lacks({ layout }: WriteTransaction, schema: Schema, name: string, attribute: Attribute): string {
  const own = layout.schema(schema.uid)
  if (isScalar(attribute)) return `t.${quote(own.column(name))} IS NULL`
  const none = (table: string, column: string, more = '') =>
    `NOT EXISTS (SELECT 1 FROM ${quote(table)} AS v WHERE v.${quote(column)} = t.${rowId}${more})`
  const link = own.link(name)
  if (attribute.type === 'component') {
    const { type, id, field: attributeColumn } = layout.ownerColumns
    const [owner, field] = [`v.${quote(type)}`, `v.${quote(attributeColumn)}`]
    return none(
      layout.schema(attribute.component).table,
      id,
      ` AND ${owner} = ${quoteText(schema.uid)} AND ${field} = ${quoteText(name)}`,
    )
  }
  if (link.kind === 'column') return `t.${quote(link.column)} IS NULL`
  if (link.kind === 'morph') return `t.${quote(link.id)} IS NULL`
  if (link.kind === 'inverse') return none(link.table, link.column)
  return link.kind === 'join' || link.kind === 'morphJoin' ? none(link.table, link.source) : '1 = 0'
}

/** Returns a SQL condition: the row `t` is a draft, or a component of a draft; null if it can't be one. */
function draftCondition(
  { registry, layout }: Pick<WriteTransaction, 'registry' | 'layout'>,
  schema: Schema,
  has: (table: string, column?: string) => boolean,
  inside: readonly string[] = [],
): string | null {
  if (schema.model === 'contentType') {
    const { table } = layout.schema(schema.uid)
    const { publishedAt } = layout.entryColumns
    return schema.draftAndPublish && has(table, publishedAt) ? `${alias(inside)}.${quote(publishedAt)} IS NULL` : null
  }
  // A component may contain itself.
  if (inside.includes(schema.uid)) return null
  const path = [...inside, schema.uid]
  const owners = [...registry.contentTypes.values(), ...registry.components.values()].flatMap((owner) => {
    const { table } = layout.schema(owner.uid)
    if (!has(table) || !Object.values(owner.declared).some((attribute) => contains(attribute, schema.uid))) return []
    const draft = draftCondition({ registry, layout }, owner, has, path)
    if (draft === null) return []
    const { type, id } = layout.ownerColumns
    const of = `${alias(inside)}.${quote(type)} = ${quoteText(owner.uid)}`
    const drafts = `SELECT ${alias(path)}.${rowId} FROM ${quote(table)} AS ${alias(path)} WHERE ${draft}`
    return [`(${of} AND ${alias(inside)}.${quote(id)} IN (${drafts}))`]
  })
  return owners.length > 0 ? owners.join(' OR ') : null
}

/** The alias of the row that contains this many nested components. */
const alias = ({ length }: readonly string[]) => (length === 0 ? 't' : `t${length}`)

function contains(attribute: Attribute, uid: string): boolean {
  if (attribute.type === 'component') return attribute.component === uid
  return attribute.type === 'dynamiczone' && attribute.components.includes(uid)
}

/** The tables before the change. */
class Before {
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>

  constructor(
    private readonly tx: WriteTransaction,
    from: SchemaRecord,
    changes: readonly SchemaChange[],
  ) {
    const dropped = new Set(ofKind(changes, 'dropTable').map(({ table }) => table.name))
    const emptied = new Set(
      ofKind(changes, 'changeColumn').flatMap(({ table, column, keeps }) =>
        keeps ? [] : [`${table.name} ${column.name}`],
      ),
    )
    this.#columns = new Map(
      from.tables
        .filter(({ name }) => !dropped.has(name))
        .map(({ name: table, columns }) => [
          table,
          new Set(columns.flatMap(({ name }) => (emptied.has(`${table} ${name}`) ? [] : [name]))),
        ]),
    )
  }

  has(table: string, column?: string): boolean {
    const columns = this.#columns.get(table)
    return columns !== undefined && (column === undefined || columns.has(column))
  }

  /** Whether rows may have values of an attribute. */
  hasValues(schema: Schema, name: string, attribute: Attribute): boolean {
    const { layout } = this.tx
    const own = layout.schema(schema.uid)
    if (isScalar(attribute)) return this.has(own.table, own.column(name))
    if (attribute.type === 'component') return this.has(layout.schema(attribute.component).table)
    const link = own.link(name)
    if (link.kind === 'column') return this.has(own.table, link.column)
    if (link.kind === 'morph') return this.has(own.table, link.id)
    if (link.kind === 'inverse') return this.has(link.table, link.column)
    return link.kind === 'join' || link.kind === 'morphJoin' ? this.has(link.table, link.source) : false
  }

  /** @param condition null for all rows */
  async count(schema: Schema, condition: string | null, drafts: boolean): Promise<number> {
    const draft = drafts ? null : draftCondition(this.tx, schema, (table, column) => this.has(table, column))
    const where = [condition, draft === null ? null : `NOT (${draft})`].filter((part) => part !== null)
    const { table } = this.tx.layout.schema(schema.uid)
    const sql = `SELECT count(*) FROM ${quote(table)} AS t${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`
    return Number(await this.tx.read({ sql, values: [] }))
  }
}

export function describeFilled({ schema, attribute, rows }: FilledValues): string {
  return `${schema.uid} ${attribute}: ${countOf(schema, rows)} ${rows === 1 ? 'gets' : 'get'} the default`
}

/** What to do about missing values. */
export const adviceOnMissing = 'Set them, or give the attribute a default'

export function describeMissing({ schema, attribute, rows }: MissingValues): string {
  return `${schema.uid} ${attribute}: ${countOf(schema, rows)} ${rows === 1 ? 'has' : 'have'} no value, but it is required`
}

function countOf({ model }: Schema, rows: number): string {
  const [one, more] = model === 'component' ? ['component', 'components'] : ['entry', 'entries']
  return rows === 1 ? `1 ${one}` : `${rows} ${more}`
}

/** Logs what a start filled, and what is missing. */
export function reportRequired(
  { filled, missing }: RequiredValues,
  log: { readonly info: (message: string) => void; readonly warn: (message: string) => void },
): void {
  for (const one of filled) log.info(describeFilled(one))
  for (const one of missing) log.warn(`${describeMissing(one)}. ${adviceOnMissing}.`)
}
