import type { ContentType, Schema } from '@content-api/model'
import {
  idColumn,
  idList,
  numbersTable,
  quote,
  rowId,
  run,
  runChunked,
  type StatementBuilder,
} from '@content-api/engine/write'
import { relationsTo } from './delete-row.js'
import { ownedBy, takeOver } from './links.js'
import {
  allSchemas,
  isExclusive,
  isTwoWay,
  type Join,
  type MorphJoin,
  type Relation,
  relationsOf,
} from './schema-links.js'
import { isPublished, linkColumns, tableOf, type Transaction, versionColumns } from './row.js'

/** A copy of a row in the same table. */
export interface Copy {
  readonly schema: Schema
  readonly from: number
  readonly to: number
  /** The state of the copy. Links to documents with versions lead to their versions of this state. */
  readonly state: 'draft' | 'published'
  /** Whether the copied entry has versions; its components link as it does. */
  readonly hasVersions: boolean
  /** The entry that the copy replaces. */
  readonly replaced?: ReplacedRow
  /** Whether the copy belongs to another document than the original. */
  readonly isClone?: boolean
}

/** A row that a copy replaces. */
export interface ReplacedRow {
  readonly id: number
  /** Its places in the lists of its partners, by the name of the relation. Absent if the row still exists. */
  readonly places?: ReadonlyMap<string, readonly Place[]>
}

type Place = readonly [partner: number, place: number]

/** Copies the files of an attribute to another row. */
export async function copyFiles(tx: Transaction, { from, to }: Copy, join: Join): Promise<void> {
  const order = quote(join.order as string)
  const columns = [join.source, join.target, ...Object.keys(join.only ?? {}), join.order as string]
  await run(tx, (builder) => {
    const replaced = new Map([
      [join.source, builder.bind('id', to)],
      [join.order, `row_number() OVER (ORDER BY ${order}, ${rowId})`],
    ])
    const values = columns.map((column) => replaced.get(column) ?? quote(column)).join(', ')
    const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, from)} ORDER BY ${order}, ${rowId}`
  })
}

/** Copies a list of entries of any type to another row. */
export async function copyMorphs(tx: Transaction, { from, to }: Copy, join: MorphJoin): Promise<void> {
  const columns = [join.source, join.target, join.type, linkColumns.field, join.order]
  await run(tx, (builder) => {
    const values = columns.map((column) => (column === join.source ? builder.bind('id', to) : quote(column))).join(', ')
    const into = `INSERT INTO ${quote(join.table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${quote(join.table)} WHERE ${quote(join.source)} = ${builder.bind('id', from)} ORDER BY ${quote(linkColumns.order)}`
  })
}

/**
 * Copies the links of a relation. Of a partner with versions the copy gets the version of its own state, and
 * none if there is none.
 */
export async function copyLinks(tx: Transaction, copy: Copy, relation: Relation): Promise<void> {
  const { target, attribute, join } = relation
  const maps = mapsStates(copy, relation)
  const linked = linkedRow(maps, relation)
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
        : [`${linked} <> ${builder.bind('id', copy.replaced.id)}`]),
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

const isSelf = ({ schema }: Omit<Copy, 'to'>, { target }: Relation): boolean => schema.uid === target.uid

/**
 * Strapi 5 gives the partners of a copy new order numbers. Partners of the same type, and those of a first
 * version, keep theirs.
 */
function copiedOrder(copy: Copy, relation: Relation, column: string): string {
  const { relation: kind, inversedBy } = relation.attribute
  const isFirst = copy.replaced === undefined && copy.schema.model === 'contentType'
  const order = `link.${quote(column)}`
  if (isSelf(copy, relation) || (isFirst && kind === 'manyToMany' && inversedBy !== undefined)) return order
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
  const { id, places } = copy.replaced
  if (places) {
    const known = places.get(relation.name) ?? []
    if (known.length === 0) return last
    const kept = `SELECT kept.column2 FROM ${numbersTable(builder, 'kept', known)} WHERE kept.column1 = ${linked}`
    return `coalesce((${kept}), ${last})`
  }
  const old = `old.${quote(source)} = ${builder.bind('id', id)} AND old.${quote(target)} = ${linked}`
  return `coalesce((SELECT max(old.${place}) FROM ${quote(table)} AS old WHERE ${old}), ${last})`
}

/** Whether a copied link leads to another version of its partner than the original. */
const mapsStates = ({ hasVersions }: Pick<Copy, 'hasVersions'>, { target }: Relation) =>
  hasVersions && target.draftAndPublish

const linkedRow = (maps: boolean, { join }: Relation) =>
  maps ? `coalesce(other.${rowId}, partner.${rowId})` : `link.${quote(join.target)}`

/** Returns the rows that a copy of a row will be linked with. */
export async function linkedIds(
  tx: Transaction,
  copy: Omit<Copy, 'to'>,
  relation: Relation,
): Promise<readonly number[]> {
  const { join } = relation
  const rows = await run(tx, (builder) => {
    const maps = mapsStates(copy, relation)
    const from = maps ? counterparts(builder, tx, relation, copy) : `${quote(join.table)} AS link`
    const where = `link.${quote(join.source)} = ${builder.bind('id', copy.from)}${maps ? ` AND ${exists(copy.state)}` : ''}`
    const order = join.order === null ? `link.${rowId}` : `link.${quote(join.order)}, link.${rowId}`
    return `SELECT ${linkedRow(maps, relation)} AS "id" FROM ${from} WHERE ${where} ORDER BY ${order}`
  })
  return rows.map((row) => Number(row['id']))
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
  { state, replaced, schema }: Omit<Copy, 'to'>,
): string {
  const table = quote(tableOf(tx, target))
  const isStale = replaced !== undefined && schema.uid === target.uid
  const notReplaced = isStale ? ` AND other.${rowId} <> ${builder.bind('id', replaced.id)}` : ''
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

/** The links of other rows to a version, without their target. */
export interface DetachedLinks {
  readonly table: string
  readonly target: string
  readonly ids: readonly number[]
}

/**
 * Takes the one-way links of other rows off a version that is about to be deleted, so that they survive it.
 * `attachLinks` leads them to the version that replaces it.
 */
export async function detachLinks(tx: Transaction, type: ContentType, from: number): Promise<readonly DetachedLinks[]> {
  const detached: DetachedLinks[] = []
  const detach = async (table: string, target: string, ofType: (builder: StatementBuilder) => string) => {
    const rows = await run(tx, (builder) => {
      const where = `${ofType(builder)}${quote(target)} = ${builder.bind('id', from)}`
      return `UPDATE ${quote(table)} SET ${quote(target)} = NULL WHERE ${where} RETURNING ${rowId}`
    })
    if (rows.length > 0) detached.push({ table, target, ids: rows.map((row) => Number(row[idColumn])) })
  }
  for (const { attribute, join } of relationsTo(tx, type.uid)) {
    if (!isTwoWay(attribute)) await detach(join.table, join.target, () => '')
  }
  for (const { table, target, typeColumn } of morphColumns(tx)) {
    await detach(table, target, (builder) => `${quote(typeColumn)} = ${builder.bind('text', type.uid)} AND `)
  }
  return detached
}

/** Returns the places of a row in the lists of its partners. */
export async function placesOf(
  tx: Transaction,
  type: ContentType,
  id: number,
): Promise<ReadonlyMap<string, readonly Place[]>> {
  const places = new Map<string, readonly Place[]>()
  for (const { name, join } of relationsOf(tx, type)) {
    const { inverseOrder } = join
    if (inverseOrder === null) continue
    const rows = await run(tx, (builder) => {
      const columns = `${quote(join.target)} AS "partner", max(${quote(inverseOrder)}) AS "place"`
      const where = `${quote(join.source)} = ${builder.bind('id', id)} AND ${quote(inverseOrder)} IS NOT NULL`
      return `SELECT ${columns} FROM ${quote(join.table)} WHERE ${where} GROUP BY ${quote(join.target)}`
    })
    places.set(
      name,
      rows.map((row) => [Number(row['partner']), Number(row['place'])]),
    )
  }
  return places
}

/** Leads detached links to a version. */
export async function attachLinks(tx: Transaction, detached: readonly DetachedLinks[], to: number): Promise<void> {
  for (const { table, target, ids } of detached) {
    await runChunked(tx, ids, (builder, chunk) => {
      const set = `${quote(target)} = ${builder.bind('id', to)}`
      return `UPDATE ${quote(table)} SET ${set} WHERE ${rowId} IN (${idList(builder, chunk)})`
    })
  }
}

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
  for (const { table, target, typeColumn } of morphColumns(tx)) {
    await run(tx, (builder) => {
      const set = `${quote(target)} = ${builder.bind('id', to)}`
      const where = `${quote(typeColumn)} = ${builder.bind('text', type.uid)} AND ${quote(target)} = ${builder.bind('id', from)}`
      return `UPDATE ${quote(table)} SET ${set} WHERE ${where}`
    })
  }
}

/** Returns the columns of relations to entries of any type. */
function* morphColumns(
  tx: Transaction,
): Iterable<{ readonly table: string; readonly target: string; readonly typeColumn: string }> {
  for (const schema of allSchemas(tx.registry)) {
    const layout = tx.layout.schema(schema.uid)
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (attribute.type !== 'relation' || attribute.target !== undefined) continue
      const link = layout.link(name)
      if (link.kind === 'morph') yield { table: layout.table, target: link.id, typeColumn: link.type }
      if (link.kind === 'morphJoin') yield { table: link.table, target: link.target, typeColumn: link.type }
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
