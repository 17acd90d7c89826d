import type { Attribute, ContentType, Schema } from '@content-api/model'
import { isScalar } from '@content-api/model'
import { type Issue, validationError } from '../../errors/api-error.js'
import { displayName, type Path } from '../../query/body/body-issues.js'
import type { Row, WriteTransaction } from '../database.js'
import type { LinkLayout } from '../layout.js'
import { quote } from '../names.js'
import { idList, runChunked, toId } from './bound.js'
import { holdsComponents, readComponents } from './component-rows.js'

interface StoredRow {
  readonly id: number
  readonly path: Path
}

/**
 * Checks that a published entry meets its type's requirements, including those of its components: required
 * values are present and strings have their minimum length.
 *
 * @throws ApiError ValidationError that lists everything that is missing
 */
export async function checkComplete(tx: WriteTransaction, type: ContentType, id: number): Promise<void> {
  const issues = await incomplete(tx, type, [{ id, path: [] }])
  if (issues.length > 0) throw validationError(issues)
}

async function incomplete(tx: WriteTransaction, schema: Schema, rows: readonly StoredRow[]): Promise<Issue[]> {
  if (rows.length === 0) return []
  const issues = await incompleteColumns(tx, schema, rows)
  const layout = tx.layout.schema(schema.uid)
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (holdsComponents(attribute)) issues.push(...(await incompleteComponents(tx, schema, rows, name)))
    else if (!isScalar(attribute) && attribute.required && mustHaveOne(attribute)) {
      const linked = await linkedRows(tx, layout.link(name), rows)
      if (!linked) continue
      for (const { id, path } of rows) if (!linked.has(id)) issues.push(missing([...path, name]))
    }
  }
  return issues
}

/**
 * Returns whether an attribute needs a value. A required to-many relation only has to be present on create
 * and may be empty, and entries may lack required media, as in Strapi 4.26.
 */
function mustHaveOne(attribute: Attribute): boolean {
  return attribute.type === 'relation' && attribute.relation.endsWith('One')
}

function missing(path: Path): Issue {
  return { path, message: `${displayName(path)} must be defined.` }
}

async function incompleteColumns(tx: WriteTransaction, schema: Schema, rows: readonly StoredRow[]): Promise<Issue[]> {
  const layout = tx.layout.schema(schema.uid)
  const columns = new Map<string, string>()
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (isScalar(attribute)) {
      if (attribute.required || attribute.minLength !== undefined) columns.set(name, layout.column(name))
    } else if (attribute.required && attribute.type !== 'media') {
      const link = layout.link(name)
      if (link.kind === 'column') columns.set(name, link.column)
      if (link.kind === 'morph') columns.set(name, link.id)
    }
  }
  if (columns.size === 0) return []
  const selected = ['id', ...columns.values()].map(quote).join(', ')
  const found = await runChunked(
    tx,
    rows.map(({ id }) => id),
    (builder, chunk) => `SELECT ${selected} FROM ${quote(layout.table)} WHERE "id" IN (${idList(builder, chunk)})`,
  )
  const byId = new Map(found.map((row) => [toId(row['id']), row]))
  return rows.flatMap(({ id, path }) =>
    [...columns].flatMap(
      ([name, column]) =>
        problemOf(byId.get(id)?.[column] ?? null, schema.declared[name] as Attribute, [...path, name]) ?? [],
    ),
  )
}

function problemOf(value: Row[string], attribute: Attribute, path: Path): Issue | null {
  if (value === null) return attribute.required ? missing(path) : null
  // The stored hash of a password doesn't show the length of the password.
  const least = isScalar(attribute) && attribute.type !== 'password' ? attribute.minLength : undefined
  if (least === undefined || typeof value !== 'string' || value.length >= least) return null
  return { path, message: `${displayName(path)} must be at least ${least} characters` }
}

/** Returns which rows have a link; null when the row itself stores it. */
async function linkedRows(
  tx: WriteTransaction,
  link: LinkLayout,
  rows: readonly StoredRow[],
): Promise<ReadonlySet<number> | null> {
  const source =
    link.kind === 'inverse'
      ? { table: link.table, column: link.column }
      : link.kind === 'join' || link.kind === 'morphJoin'
        ? { table: link.table, column: link.source }
        : null
  if (!source) return null
  const found = await runChunked(
    tx,
    rows.map(({ id }) => id),
    (builder, chunk) =>
      `SELECT DISTINCT ${quote(source.column)} AS "id" FROM ${quote(source.table)} WHERE ${quote(source.column)} IN (${idList(builder, chunk)})`,
  )
  return new Set(found.map((row) => toId(row['id'])))
}

async function incompleteComponents(
  tx: WriteTransaction,
  schema: Schema,
  owners: readonly StoredRow[],
  name: string,
): Promise<Issue[]> {
  const attribute = schema.declared[name] as Attribute
  if (!holdsComponents(attribute)) return []
  const ids = owners.map(({ id }) => id)
  const rows = await readComponents(tx, schema, name, attribute, ids)
  const single = attribute.type === 'component' && !attribute.repeatable
  const issues: Issue[] = []
  const held = new Map<string, StoredRow[]>()
  for (const { id, path } of owners) {
    const own = rows.filter(({ owner }) => owner === id)
    if (single && attribute.required && own.length === 0) issues.push(missing([...path, name]))
    for (const [index, row] of own.entries()) {
      const of = held.get(row.component) ?? []
      of.push({ id: row.id, path: single ? [...path, name] : [...path, name, index] })
      held.set(row.component, of)
    }
  }
  for (const [uid, items] of held) issues.push(...(await incomplete(tx, tx.registry.component(uid), items)))
  return issues
}
