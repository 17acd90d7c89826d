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
  /** The entry that the copy replaces, which is deleted afterwards. */
  readonly replaced?: number
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
    await copyParts(tx, { schema: component, from: id, to, state: copy.state, hasVersions: copy.hasVersions })
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
  const linked = maps ? `coalesce(other.${rowId}, partner.${rowId})` : `link.${quote(join.target)}`
  await run(tx, (builder) => {
    const values = new Map([
      [join.source, builder.bind('id', copy.to)],
      [join.target, linked],
      ...(join.order === null ? [] : ([[join.order, copiedOrder(copy, relation, join.order)]] as const)),
      ...(join.inverseOrder === null
        ? []
        : ([[join.inverseOrder, copiedPlace(builder, copy, relation, linked)]] as const)),
    ])
    const from = maps ? counterparts(builder, tx, relation, copy) : `${quote(join.table)} AS link`
    const conditions = [
      `link.${quote(join.source)} = ${builder.bind('id', copy.from)}`,
      ...(maps ? [exists(copy.state)] : []),
      ...(copy.replaced === undefined || target.uid !== copy.schema.uid
        ? []
        : [`${linked} <> ${builder.bind('id', copy.replaced)}`]),
      isNew(builder, join, copy.to, linked),
    ]
    const into = `INSERT INTO ${quote(join.table)} (${[...values.keys()].map(quote).join(', ')})`
    const order = join.order === null ? '' : `link.${quote(join.order)}, `
    return `${into} SELECT ${[...values.values()].join(', ')} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order}link.${rowId}`
  })
  if (!isTwoWay(attribute) || !isExclusive(attribute)) return
  const partners = await run(
    tx,
    (builder) =>
      `SELECT ${quote(join.target)} AS "id" FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, copy.to)}`,
  )
  await takeOver(
    tx,
    { schema: copy.schema, id: copy.to },
    join,
    partners.map((row) => Number(row['id'])),
  )
}

const isSelf = ({ schema }: Copy, { target }: Relation): boolean => schema.uid === target.uid

/** Strapi 5 numbers the partners of a copy anew, except those of the same type and those of a first version. */
function copiedOrder(copy: Copy, relation: Relation, column: string): string {
  const { relation: kind, mappedBy } = relation.attribute
  const isFirst = copy.replaced === undefined && copy.schema.model === 'contentType'
  const order = `link.${quote(column)}`
  if (isSelf(copy, relation) || (isFirst && kind === 'manyToMany' && mappedBy === undefined)) return order
  return `row_number() OVER (ORDER BY ${order}, link.${rowId})`
}

/**
 * Returns the place of a copy in the list of a partner: that of the version that it replaces or that it is the
 * first copy of, otherwise the last one.
 */
function copiedPlace(builder: StatementBuilder, copy: Copy, relation: Relation, linked: string): string {
  const { table, source, target, inverseOrder } = relation.join
  const place = quote(inverseOrder as string)
  const last = `(SELECT coalesce(max(theirs.${place}), 0) + 1 FROM ${quote(table)} AS theirs WHERE theirs.${quote(target)} = ${linked})`
  if (copy.schema.model !== 'contentType') return last
  if (isSelf(copy, relation) || copy.replaced === undefined) return `link.${place}`
  const old = `old.${quote(source)} = ${builder.bind('id', copy.replaced)} AND old.${quote(target)} = ${linked}`
  return `coalesce((SELECT max(old.${place}) FROM ${quote(table)} AS old WHERE ${old}), ${last})`
}

/** A self relation shows one row on both sides, so both would be copied. */
function isNew(builder: StatementBuilder, { table, source, target }: Join, to: number, partner: string): string {
  const same = `own.${quote(source)} = ${builder.bind('id', to)} AND own.${quote(target)} = ${partner}`
  return `NOT EXISTS (SELECT 1 FROM ${quote(table)} AS own WHERE ${same})`
}

/** The links with their partners, and the other version of each partner if it isn't in the wanted state. */
function counterparts(
  builder: StatementBuilder,
  tx: Transaction,
  { target, join }: Relation,
  { state, replaced, schema }: Copy,
): string {
  const table = quote(tableOf(tx, target))
  const isStale = replaced !== undefined && schema.uid === target.uid
  const notReplaced = isStale ? ` AND other.${rowId} <> ${builder.bind('id', replaced)}` : ''
  return (
    `${quote(join.table)} AS link JOIN ${table} AS partner ON partner.${rowId} = link.${quote(join.target)} ` +
    `LEFT JOIN ${table} AS other ON ${isOther(tx, state)}${notReplaced}`
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
  for (const { schema, attribute, join } of relationsTo(tx, type.uid)) {
    if (isTwoWay(attribute)) continue
    await run(tx, (builder) => {
      const set = `${quote(join.target)} = ${builder.bind('id', to)}`
      const notItself = schema.uid === type.uid ? ` AND ${quote(join.source)} <> ${builder.bind('id', from)}` : ''
      return `UPDATE ${quote(join.table)} SET ${set} WHERE ${quote(join.target)} = ${builder.bind('id', from)}${notItself}`
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
 * Links a published version with the entries without versions that link only its draft in one way. The links of
 * an old version have moved to the new one already.
 */
export async function linkToVersion(
  tx: Transaction,
  type: ContentType,
  draft: number,
  published: number,
): Promise<void> {
  for (const { schema, attribute, join } of relationsTo(tx, type.uid)) {
    if (isTwoWay(attribute) || schema.model !== 'contentType' || schema.draftAndPublish) continue
    const columns = [join.source, join.target, join.order].filter((column) => column !== null)
    await run(tx, (builder) => {
      const to = builder.bind('id', published)
      const values = columns.map((column) => (column === join.target ? to : `link.${quote(column)}`))
      const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
      const where = `link.${quote(join.target)} = ${builder.bind('id', draft)}`
      const own = `own.${quote(join.source)} = link.${quote(join.source)} AND own.${quote(join.target)} = ${builder.bind('id', published)}`
      const isMissing = `NOT EXISTS (SELECT 1 FROM ${quote(join.table)} AS own WHERE ${own})`
      return `${into} SELECT ${values.join(', ')} FROM ${quote(join.table)} AS link WHERE ${where} AND ${isMissing}`
    })
  }
}

/**
 * Links a copy with the entries of its type whose counterparts link the copied row in one way, at the places
 * that the counterparts give it.
 */
export async function linkFromCounterparts(tx: Transaction, copy: Copy): Promise<void> {
  for (const relation of relationsOf(tx, copy.schema)) {
    if (!isSelf(copy, relation) || isTwoWay(relation.attribute)) continue
    const { table, source, target, order } = relation.join
    const columns = [source, target, order].filter((column) => column !== null)
    const linksOf = (builder: StatementBuilder) => {
      const inverse = { ...relation, join: { ...relation.join, source: target, target: source } }
      const place = order === null ? '' : `, link.${quote(order)} AS place`
      const conditions = [
        `link.${quote(target)} = ${builder.bind('id', copy.from)}`,
        `link.${quote(source)} <> ${builder.bind('id', copy.from)}`,
        `other.${rowId} IS NOT NULL`,
      ]
      return `SELECT other.${rowId} AS owner${place} FROM ${counterparts(builder, tx, inverse, copy)} WHERE ${conditions.join(' AND ')}`
    }
    if (order !== null) {
      await run(tx, (builder) => {
        const where = `${quote(table)}.${quote(source)} = theirs.owner AND ${quote(table)}.${quote(target)} = ${builder.bind('id', copy.to)}`
        return `UPDATE ${quote(table)} SET ${quote(order)} = theirs.place FROM (${linksOf(builder)}) AS theirs WHERE ${where}`
      })
    }
    await run(tx, (builder) => {
      const to = builder.bind('id', copy.to)
      const own = `own.${quote(source)} = theirs.owner AND own.${quote(target)} = ${builder.bind('id', copy.to)}`
      const isMissing = `NOT EXISTS (SELECT 1 FROM ${quote(table)} AS own WHERE ${own})`
      const values = ['theirs.owner', to, ...(order === null ? [] : ['theirs.place'])]
      const into = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')})`
      return `${into} SELECT ${values.join(', ')} FROM (${linksOf(builder)}) AS theirs WHERE ${isMissing}`
    })
  }
}
