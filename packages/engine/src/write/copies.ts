import { idColumn, rowId } from '../layout/columns.js'
import {
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
  isScalar,
  type Schema,
} from '@content-api/model'
import { type Issue, validationError } from '../errors/api-error.js'
import { displayName, type Path } from '../plan/body-issues.js'
import type { LinkWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { idList, run, runChunked, toId } from './run.js'
import { deleteComponentsOf, holdsComponents, readComponents } from './components.js'

/**
 * An id in the body of a new component. `holder` is first the component with that id, then its owner, and so
 * on up to the entry.
 */
interface Copied {
  readonly path: Path
  readonly holder: { readonly uid: string; readonly id: number }
}

/**
 * Checks the ids in new components. Clients send them with components that they copied from the entry itself
 * or from one of its localizations. An id from another entry is more likely a mistake.
 *
 * @param own the entry with its other localizations; `ids` is empty when there are none yet
 * @throws ApiError ValidationError that lists every id of a component of another entry
 */
export async function checkCopiedIds(
  tx: WriteTransaction,
  own: { readonly type: ContentType; readonly ids: readonly number[] },
  links: readonly LinkWrite[],
): Promise<void> {
  let copied = [...copiedIn(links)]
  const issues: Issue[] = []
  while (copied.length > 0) {
    copied = (await holdersOf(tx, copied)).filter(({ path, holder: { uid, id } }) => {
      if (tx.registry.components.has(uid)) return true
      if (uid !== own.type.uid || !own.ids.includes(id)) issues.push(issueOf(path))
      return false
    })
  }
  if (issues.length > 0) throw validationError(issues)
}

function* copiedIn(links: readonly LinkWrite[]): Iterable<Copied> {
  for (const link of links) {
    if (link.kind !== 'component' && link.kind !== 'zone') continue
    for (const { copied, component, path, links: inside } of link.items) {
      if (copied !== null) yield { path: [...path, 'id'], holder: { uid: component.uid, id: copied } }
      yield* copiedIn(inside)
    }
  }
}

/** Moves from components to their owners. Drops ids that no component has. */
async function holdersOf(tx: WriteTransaction, copied: readonly Copied[]): Promise<Copied[]> {
  const found: Copied[] = []
  for (const uid of new Set(copied.map(({ holder }) => holder.uid))) {
    const inTable = copied.filter(({ holder }) => holder.uid === uid)
    const { type, id } = tx.layout.ownerColumns
    const columns = `${rowId}, ${quote(type)} AS "type", ${quote(id)} AS "owner"`
    const rows = await runChunked(
      tx,
      [...new Set(inTable.map(({ holder }) => holder.id))],
      (builder, chunk) =>
        `SELECT ${columns} FROM ${quote(tx.layout.schema(uid).table)} WHERE ${rowId} IN (${idList(builder, chunk)})`,
    )
    const holders = new Map(rows.map((row) => [toId(row['id']), { uid: String(row['type']), id: toId(row['owner']) }]))
    for (const { path, holder } of inTable) {
      const next = holders.get(holder.id)
      if (next) found.push({ path, holder: next })
    }
  }
  return found
}

function issueOf(path: Path): Issue {
  const message = `${displayName(path)} is the id of a component of another entry. Leave it out to create a new component`
  return { path, message }
}

/** Replaces the components of one row in an attribute with copies of those of another row. */
export async function copyComponents(
  tx: WriteTransaction,
  schema: Schema,
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  from: number,
  to: number,
): Promise<void> {
  await deleteComponentsOf(tx, schema, [to], [name])
  for (const { component, id } of await readComponents(tx, schema, name, attribute, [from])) {
    const copy = await copyRow(tx, component, id, to)
    await copyContents(tx, component, id, copy)
  }
}

async function copyRow(tx: WriteTransaction, uid: string, id: number, owner: number): Promise<number> {
  const { layout } = tx
  const { table } = layout.schema(uid)
  const columns = layout.tables
    .find(({ name }) => name === table)
    ?.columns.flatMap(({ name }) => (name === idColumn ? [] : [name]))
  const [row] = await run(tx, (builder) => {
    const values = columns?.map((name) => (name === layout.ownerColumns.id ? builder.bind('id', owner) : quote(name)))
    const into = `INSERT INTO ${quote(table)} (${columns?.map(quote).join(', ')})`
    return `${into} SELECT ${values?.join(', ')} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)} RETURNING ${rowId}`
  })
  return toId(row?.['id'])
}

/** Copies what isn't stored in the row: its link tables and nested components. */
async function copyContents(tx: WriteTransaction, uid: string, from: number, to: number): Promise<void> {
  const component = tx.registry.component(uid)
  const layout = tx.layout.schema(uid)
  for (const [name, attribute] of Object.entries(component.declared)) {
    if (isScalar(attribute)) continue
    const link = layout.link(name)
    if (link.kind === 'join' || link.kind === 'morphJoin') await copyLinkRows(tx, link, from, to)
    if (holdsComponents(attribute)) await copyComponents(tx, component, name, attribute, from, to)
  }
}

type LinkTable = Extract<OwnLink, { kind: 'join' | 'morphJoin' }>

/**
 * Replaces the links of row `to` with those of row `from`. Links that both have keep their positions in the
 * lists of the other side.
 */
export async function copyLinkRows(tx: WriteTransaction, link: LinkTable, from: number, to: number): Promise<void> {
  const table = quote(link.table)
  const [source, target, order] = [link.source, link.target, link.order].map(quote) as [string, string, string]
  const keys = link.kind === 'join' ? [target] : [target, quote(link.type)]
  await run(tx, (builder) => {
    const mine = `${table}.${source} = ${builder.bind('id', to)}`
    const same = keys.map((key) => `s.${key} = ${table}.${key}`).join(' AND ')
    const theirs = `SELECT 1 FROM ${table} AS s WHERE s.${source} = ${builder.bind('id', from)} AND ${same}`
    return `DELETE FROM ${table} WHERE ${mine} AND NOT EXISTS (${theirs})`
  })
  await run(tx, (builder) => {
    const inverse = link.kind === 'join' && link.inverseOrder ? quote(link.inverseOrder) : null
    const atEnd = `COALESCE((SELECT MAX(i.${inverse}) FROM ${table} AS i WHERE i.${target} = s.${target}), 0) + 1`
    const columns = [source, ...keys, order, ...(inverse ? [inverse] : [])].join(', ')
    const own = builder.bind('id', to)
    const values = [own, ...keys.map((key) => `s.${key}`), `s.${order}`, ...(inverse ? [atEnd] : [])].join(', ')
    const theirs = `SELECT ${values} FROM ${table} AS s WHERE s.${source} = ${builder.bind('id', from)}`
    const moved = `SET ${order} = excluded.${order} WHERE ${table}.${order} <> excluded.${order}`
    const present = `ON CONFLICT (${[source, ...keys].join(', ')}) DO UPDATE ${moved}`
    return `INSERT INTO ${table} (${columns}) ${theirs} ${present}`
  })
}
