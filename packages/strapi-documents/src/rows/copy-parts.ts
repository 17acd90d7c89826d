import type { ContentType, Schema } from '@content-api/model'
import { quote, rowId, run, type StatementBuilder } from '@content-api/engine/write'
import { relationsTo, storedComponents } from './delete-row.js'
import { ownedBy, takeOver } from './links.js'
import {
  columnsOf,
  type ComponentList,
  componentListsOf,
  isExclusive,
  isTwoWay,
  type Join,
  mediaOf,
  morphListsOf,
  type Relation,
  relationsOf,
  allSchemas,
} from './schema-links.js'
import { copyRow, isPublished, linkColumns, tableOf, type Transaction, versionColumns } from './row.js'
import { linkComponent } from './write-row.js'

/** A copy of a row in the same table. */
export interface Copy {
  readonly schema: Schema
  readonly from: number
  readonly to: number
  /** The state of the copy. Links to documents with versions lead to their versions of this state. */
  readonly state: 'draft' | 'published'
  /** Whether the copied entry has versions; its components link as it does. */
  readonly hasVersions: boolean
}

/** Copies everything of a row that lies in other tables. */
export async function copyParts(tx: Transaction, copy: Copy): Promise<void> {
  const { schema } = copy
  for (const list of componentListsOf(tx, schema)) await copyComponents(tx, copy, list)
  for (const { join } of mediaOf(tx, schema)) await copyFiles(tx, copy, join)
  for (const { join } of morphListsOf(tx, schema)) {
    await insertCopies(
      tx,
      join.table,
      [join.source, join.target, join.type, linkColumns.field, join.order],
      copy,
      join.source,
    )
  }
  for (const relation of relationsOf(tx, schema)) await copyLinks(tx, copy, relation)
}

/** Copies the components of an attribute to another row. */
export async function copyComponents(tx: Transaction, copy: Copy, list: ComponentList): Promise<void> {
  for (const [at, { id, component }] of (await storedComponents(tx, copy.from, list)).entries()) {
    const to = await copyRow(tx, tableOf(tx, component), { id, columns: columnsOf(tx, component), changed: [] })
    await copyParts(tx, { ...copy, schema: component, from: id, to })
    await linkComponent(tx, copy.to, list, { uid: component.uid, id: to, order: at + 1 })
  }
}

/** Copies the files of an attribute to another row. */
export async function copyFiles(tx: Transaction, { from, to }: Copy, join: Join): Promise<void> {
  const columns = [join.source, join.target, ...Object.keys(join.only ?? {}), join.order as string]
  await run(tx, (builder) => {
    const values = columns.map((column) => (column === join.source ? builder.bind('id', to) : quote(column))).join(', ')
    const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, from)} ORDER BY ${quote(join.order as string)}`
  })
}

async function insertCopies(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  { from, to }: Copy,
  source: string,
): Promise<void> {
  await run(tx, (builder) => {
    const values = columns.map((column) => (column === source ? builder.bind('id', to) : quote(column))).join(', ')
    const into = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${quote(table)} WHERE ${quote(source)} = ${builder.bind('id', from)} ORDER BY ${quote(linkColumns.order)}`
  })
}

/**
 * Copies the links of a relation. Of a partner with versions the copy gets the version of its own state, and
 * none if there is none.
 */
async function copyLinks(tx: Transaction, copy: Copy, relation: Relation): Promise<void> {
  const { target, attribute, join } = relation
  const maps = copy.hasVersions && target.draftAndPublish
  const columns = [join.source, join.target, join.order, join.inverseOrder].filter((column) => column !== null)
  await run(tx, (builder) => {
    const linked = maps ? `coalesce(other.${rowId}, partner.${rowId})` : `link.${quote(join.target)}`
    const valueOf = (column: string) => {
      if (column === join.source) return builder.bind('id', copy.to)
      return column === join.target ? linked : `link.${quote(column)}`
    }
    const values = columns.map(valueOf).join(', ')
    const from = maps ? counterparts(tx, relation, copy.state) : `${quote(join.table)} AS link`
    const where = `link.${quote(join.source)} = ${builder.bind('id', copy.from)}${maps ? ` AND ${exists(copy.state)}` : ''}`
    const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${from} WHERE ${where} AND ${isNew(builder, join, copy.to, linked)} ORDER BY link.${rowId}`
  })
  if (!isTwoWay(attribute) || !isExclusive(attribute)) return
  const partners = await run(
    tx,
    (builder) =>
      `SELECT ${quote(join.target)} AS "id" FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, copy.to)}`,
  )
  const isDraft = copy.hasVersions ? copy.state === 'draft' : null
  await takeOver(
    tx,
    { schema: copy.schema, id: copy.to, isDraft },
    join,
    partners.map((row) => Number(row['id'])),
  )
}

/** A self relation shows one row on both sides, so both would be copied. */
function isNew(builder: StatementBuilder, { table, source, target }: Join, to: number, partner: string): string {
  const same = `own.${quote(source)} = ${builder.bind('id', to)} AND own.${quote(target)} = ${partner}`
  return `NOT EXISTS (SELECT 1 FROM ${quote(table)} AS own WHERE ${same})`
}

/** The links with their partners, and the other version of each partner if it isn't in the wanted state. */
function counterparts(tx: Transaction, { target, join }: Relation, state: Copy['state']): string {
  const table = quote(tableOf(tx, target))
  return (
    `${quote(join.table)} AS link JOIN ${table} AS partner ON partner.${rowId} = link.${quote(join.target)} ` +
    `LEFT JOIN ${table} AS other ON ${isOther(tx, state)}`
  )
}

const stateOf = (table: string, state: Copy['state']) =>
  state === 'published' ? isPublished(table) : `NOT (${isPublished(table)})`

function isOther(tx: Transaction, state: Copy['state']): string {
  const column = (table: string, name: string) => `${table}.${quote(name)}`
  const same = tx.dialect.name === 'sqlite' ? 'IS' : 'IS NOT DISTINCT FROM'
  return [
    `NOT (${stateOf('partner', state)})`,
    `${column('other', versionColumns.documentId)} = ${column('partner', versionColumns.documentId)}`,
    `${column('other', versionColumns.locale)} ${same} ${column('partner', versionColumns.locale)}`,
    stateOf('other', state),
  ].join(' AND ')
}

const exists = (state: Copy['state']) => `(other.${rowId} IS NOT NULL OR ${stateOf('partner', state)})`

/**
 * Moves the one-way links of other rows from an old version to the one that replaces it. Two-way links are
 * copied with the new version.
 */
export async function moveLinksTo(tx: Transaction, type: ContentType, from: number, to: number): Promise<void> {
  for (const { attribute, join } of relationsTo(tx, type.uid)) {
    if (isTwoWay(attribute)) continue
    await run(tx, (builder) => {
      const set = `${quote(join.target)} = ${builder.bind('id', to)}`
      return `UPDATE ${quote(join.table)} SET ${set} WHERE ${quote(join.target)} = ${builder.bind('id', from)}`
    })
  }
  await moveMorphsTo(tx, type, from, to)
}

async function moveMorphsTo(tx: Transaction, type: ContentType, from: number, to: number): Promise<void> {
  for (const schema of allSchemas(tx.registry)) {
    const layout = tx.layout.schema(schema.uid)
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (attribute.type !== 'relation' || attribute.target !== undefined) continue
      const link = layout.link(name)
      if (link.kind !== 'morph' && link.kind !== 'morphJoin') continue
      const [table, target] = link.kind === 'morph' ? [layout.table, link.id] : [link.table, link.target]
      await run(tx, (builder) => {
        const set = `${quote(target)} = ${builder.bind('id', to)}`
        const where = `${quote(link.type)} = ${builder.bind('text', type.uid)} AND ${quote(target)} = ${builder.bind('id', from)}`
        return `UPDATE ${quote(table)} SET ${set} WHERE ${where}`
      })
    }
  }
}

/**
 * Links the first published version of a document with the entries without versions that link its draft in
 * one way.
 */
export async function linkFirstVersion(
  tx: Transaction,
  type: ContentType,
  draft: number,
  published: number,
): Promise<void> {
  for (const { schema, attribute, join } of relationsTo(tx, type.uid)) {
    if (isTwoWay(attribute) || schema.model !== 'contentType' || schema.draftAndPublish) continue
    const columns = [join.source, join.target, join.order].filter((column) => column !== null)
    await run(tx, (builder) => {
      const values = columns.map((column) => (column === join.target ? builder.bind('id', published) : quote(column)))
      const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
      const where = `${quote(join.target)} = ${builder.bind('id', draft)}`
      return `${into} SELECT ${values.join(', ')} FROM ${quote(join.table)} WHERE ${where}`
    })
  }
}
