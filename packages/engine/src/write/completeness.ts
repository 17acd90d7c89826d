import { idColumn, rowId } from '../layout/columns.js'
import { type Attribute, type ContentType, isScalar, type Schema } from '@content-api/model'
import { type Issue, validationError } from '../errors/api-error.js'
import { displayName, type Path, tooFew } from '../plan/body-issues.js'
import type { LinkWrite } from '../plan/write-plan.js'
import type { Row, WriteTransaction } from '../database/database.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { idList, runChunked, toId } from './run.js'
import { holdsComponents, readComponents } from './components.js'

interface StoredRow {
  readonly id: number
  readonly path: Path
}

/**
 * Checks that an entry that becomes live meets its type's requirements, including those of its components:
 * required values are present, strings have their minimum length, and lists and zones their minimum count.
 *
 * @param known problems that the body showed, for which the stored values are not reported again
 * @throws ApiError ValidationError that lists everything that is missing
 */
export async function checkComplete(
  tx: WriteTransaction,
  type: ContentType,
  id: number,
  known: readonly Issue[] = [],
): Promise<void> {
  const paths = new Set(known.map(({ path }) => displayName(path)))
  const stored = await incomplete(tx, type, [{ id, path: [] }])
  const issues = [...known, ...stored.filter(({ path }) => !paths.has(displayName(path)))]
  if (issues.length > 0) throw validationError(issues)
}

/**
 * Returns the required relations of an entry and its existing components that a disconnect left without an
 * entry. Other values are checked before the write, from the body.
 */
export async function emptiedRelations(
  tx: WriteTransaction,
  schema: Schema,
  row: StoredRow,
  links: readonly LinkWrite[],
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const link of links) {
    if (link.kind === 'component' || link.kind === 'zone') {
      for (const { id, path, component, links: inside } of link.items) {
        if (id !== null) issues.push(...(await emptiedRelations(tx, component, { id, path }, inside)))
      }
    } else if (link.kind === 'relation' && link.disconnect.length > 0 && mustHaveOne(link.attribute)) {
      issues.push(...(await incompleteValues(tx, schema, [row], [link.name])))
    }
  }
  return issues
}

async function incomplete(tx: WriteTransaction, schema: Schema, rows: readonly StoredRow[]): Promise<Issue[]> {
  if (rows.length === 0) return []
  const names = Object.keys(schema.declared)
  const issues = await incompleteValues(tx, schema, rows, names)
  for (const name of names) issues.push(...(await incompleteComponents(tx, schema, rows, name)))
  return issues
}

/** Returns the problems of these attributes, except those of components. */
async function incompleteValues(
  tx: WriteTransaction,
  schema: Schema,
  rows: readonly StoredRow[],
  names: readonly string[],
): Promise<Issue[]> {
  const issues = await incompleteColumns(tx, schema, rows, names)
  const layout = tx.layout.schema(schema.uid)
  for (const name of names) {
    if (!mustHaveOne(schema.declared[name] as Attribute)) continue
    const linked = await linkedRows(tx, layout.link(name), rows)
    if (!linked) continue
    for (const { id, path } of rows) if (!linked.has(id)) issues.push(missing([...path, name]))
  }
  return issues
}

/**
 * Returns whether an attribute is a relation that needs an entry. A required to-many relation only has to be
 * present on create and may be empty, and entries may lack required media, as in Strapi 4.26.
 */
function mustHaveOne(attribute: Attribute): boolean {
  return attribute.type === 'relation' && attribute.required === true && attribute.relation.endsWith('One')
}

function missing(path: Path): Issue {
  return { path, message: `${displayName(path)} must be defined.` }
}

async function incompleteColumns(
  tx: WriteTransaction,
  schema: Schema,
  rows: readonly StoredRow[],
  names: readonly string[],
): Promise<Issue[]> {
  const layout = tx.layout.schema(schema.uid)
  const columns = new Map<string, string>()
  for (const name of names) {
    const attribute = schema.declared[name] as Attribute
    if (isScalar(attribute)) {
      if (attribute.required || attribute.minLength !== undefined) columns.set(name, layout.column(name))
    } else if (attribute.required && attribute.type !== 'media') {
      const link = layout.link(name)
      if (link.kind === 'column') columns.set(name, link.column)
      if (link.kind === 'morph') columns.set(name, link.id)
    }
  }
  if (columns.size === 0) return []
  const selected = [idColumn, ...columns.values()].map(quote).join(', ')
  const found = await runChunked(
    tx,
    rows.map(({ id }) => id),
    (builder, chunk) => `SELECT ${selected} FROM ${quote(layout.table)} WHERE ${rowId} IN (${idList(builder, chunk)})`,
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
  link: OwnLink,
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
    // A required list without `min` may be empty.
    const few = single ? null : tooFew([...path, name], attribute, own.length)
    if (few) issues.push(few)
    for (const [index, row] of own.entries()) {
      const of = held.get(row.component) ?? []
      of.push({ id: row.id, path: single ? [...path, name] : [...path, name, index] })
      held.set(row.component, of)
    }
  }
  for (const [uid, items] of held) issues.push(...(await incomplete(tx, tx.registry.component(uid), items)))
  return issues
}
