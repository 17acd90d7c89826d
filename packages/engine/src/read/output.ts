import { rowId } from '../layout/columns.js'
import { missingMark, rejectedMark } from '../plan/json-text.js'
import type {
  Condition,
  FieldForm,
  LinkedForm,
  LinkedRows,
  Output,
  OutputObject,
  PaginationFigure,
  PublicationState,
} from '../plan/read-plan.js'
import type { LinkLayout } from '../layout/layout.js'
import { quote, quoteText } from '../layout/names.js'
import { kindOfAttribute } from '../layout/value-formats.js'
import { columnOf, compileCondition, liveCondition, whereClause } from './condition.js'
import { objectPieces, type Piece } from './json-text.js'
import { linkedScope, type RowScope, rowText, type WriteRow } from './row-text.js'
import { usedByPieces } from './used-by.js'
import type { Component, ContentType, ScalarAttribute } from '@content-api/model'
import { linkSource } from './link-source.js'
import { compileSort } from './sort.js'

/** Compiles the output that only the root of a response can contain. */
export interface OutputRoot {
  readonly entries: (members: OutputObject) => Piece[]
  readonly pagination: (figure: PaginationFigure) => Piece[]
}

/** Used for nested output. It throws, because only a bug can place entries or pagination there. */
export const noRoot: OutputRoot = { entries: () => misplaced('entries'), pagination: () => misplaced('pagination') }

function misplaced(kind: string): never {
  throw new Error(`${kind} can only be at the root of a response`)
}

/** Returns the pieces of a value's JSON. */
export function outputPieces(scope: RowScope, output: Output, root: OutputRoot): Piece[] {
  return writers[output.kind](scope, output as never, root)
}

/** Returns the pieces of an object with these members, in order. */
export function memberPieces(scope: RowScope, members: OutputObject, root: OutputRoot): Piece[] {
  return objectPieces(members.map(({ key, value }) => [key, outputPieces(scope, value, root)]))
}

type Writers = {
  readonly [Kind in Output['kind']]: (
    scope: RowScope,
    output: Extract<Output, { kind: Kind }>,
    root: OutputRoot,
  ) => Piece[]
}

const writeMembers = (members: OutputObject) => (inner: RowScope) => memberPieces(inner, members, noRoot)

const writers: Writers = {
  text: (_scope, { text }) => [{ literal: text }],
  rejected: () => [{ literal: rejectedMark }],
  field: fieldPieces,
  object: (scope, { members }, root) => memberPieces(scope, members, root),
  entries: (_scope, { members }, root) => root.entries(members),
  linked: (scope, { rows, form, required, members }) => {
    const missing = required === null ? quoteText('null') : missingText(scope)
    return [{ sql: rowsText(scope, rows, form, writeMembers(members), missing) }]
  },
  count: (scope, { rows }) => [{ sql: scope.builder.formats.text('integer', countRows(scope, rows)) }],
  zone: (scope, { name, items }) =>
    zonePieces(
      scope,
      name,
      items.map(({ component, members, filters }) => ({ component, write: writeMembers(members), filters })),
    ),
  morph: (scope, { name, publicationState, targets, counts = false }) =>
    morphPieces(scope, {
      name,
      publicationState,
      counts,
      targets: targets.map(({ type, members }) => ({ type, write: writeMembers(members) })),
    }),
  usedBy: (scope, { targets, ...rest }) =>
    usedByPieces(scope, {
      ...rest,
      targets: targets.map(({ members, ...target }) => ({ ...target, write: writeMembers(members) })),
    }),
  locales: localePieces,
  pagination: (_scope, { figure }, root) => root.pagination(figure),
}

/** Returns the text that stands for a missing value of a non-null field. It names the entry. */
function missingText({ builder, entry: { uid, alias } }: RowScope): string {
  const [before, after] = missingMark(uid)
  const id = builder.formats.text('id', `${alias}.${rowId}`)
  return builder.dialect.join([quoteText(before), id, quoteText(after)])
}

function fieldPieces(scope: RowScope, output: Extract<Output, { kind: 'field' }>): Piece[] {
  const { builder } = scope
  const { name, attribute, form, required, isChecked = false } = output
  const { formats } = builder
  const column = columnOf(scope, name)
  // The id needs no check for NULL.
  if (form === 'id') return [{ literal: '"' }, { sql: formats.json('id', column) }, { literal: '"' }]
  const missing = required === null ? undefined : missingText(scope)
  if (form === 'long') return [{ sql: formats.long(column, missing) }]
  if (form === 'instant') return [{ sql: formats.instant(column, missing) }]
  if (form === 'time') return [{ sql: formats.time(column, missing) }]
  const plain = formats.json(kindOfAttribute(name, attribute), column, missing)
  const text = form === 'plain' ? plain : renamed(column, plain, form)
  return [{ sql: isChecked ? checked(column, text, attribute) : text }]
}

/** Marks values that the type of a GraphQL field doesn't have. */
function checked(column: string, text: string, { type, enum: values = [] }: ScalarAttribute): string {
  const known =
    type === 'integer' ? `BETWEEN ${-(2 ** 31)} AND ${2 ** 31 - 1}` : `IN (${values.map(quoteText).join(', ')})`
  return `CASE WHEN ${column} IS NULL OR ${column} ${known} THEN ${text} ELSE ${quoteText(rejectedMark)} END`
}

function renamed(column: string, plain: string, names: Exclude<FieldForm, string>): string {
  const cases = [...names].map(([stored, name]) => ` WHEN ${quoteText(stored)} THEN ${quoteText(JSON.stringify(name))}`)
  return cases.length > 0 ? `CASE ${column}${cases.join('')} ELSE ${plain} END` : plain
}

function localePieces(
  { builder, layout, schema, alias }: RowScope,
  { publicationState }: Extract<Output, { kind: 'locales' }>,
): Piece[] {
  const other = builder.alias()
  const others = { layout, schema, alias: other }
  const own = layout.schema(schema.uid)
  const isLocalization = localizationCondition(own.link('localizations'), alias, other)
  const where = whereClause([isLocalization, liveCondition(others, publicationState)])
  const table = quote(own.table)
  const order = builder.dialect.orderBy(`${other}.${rowId}`, 'asc')
  const from = `FROM ${table} ${other}${where} ORDER BY ${order}`
  return [{ sql: builder.dialect.textArray(columnOf(others, 'locale'), from) }]
}

/** Returns the condition that an entry is another one or a localization of it. */
function localizationCondition(link: LinkLayout, alias: string, other: string): string {
  if (link.kind === 'siblings') return `${other}.${quote(link.group)} = ${alias}.${quote(link.group)}`
  if (link.kind !== 'join') throw new Error('The localizations of an entry are neither a group nor links')
  const [table, target, source] = [link.table, link.target, link.source].map(quote)
  const linked = `SELECT links.${target} FROM ${table} links WHERE links.${source} = ${alias}.${rowId}`
  return `(${other}.${rowId} = ${alias}.${rowId} OR ${other}.${rowId} IN (${linked}))`
}

/**
 * Returns the JSON of linked rows as a correlated subquery. With the form `first`, the SQL expression
 * `missing` is the result when there is no row.
 */
function rowsText(scope: RowScope, rows: LinkedRows, form: LinkedForm, write: WriteRow, missing: string): string {
  const { builder } = scope
  const inner = linkedScope(scope, rows.target)
  const { from, where, source } = selectRows(scope, inner, rows)
  if (form === 'first') {
    const isSorted = source.order !== null || source.repeats || rows.sort.length > 0
    const { joins, order } = isSorted ? compileSort(inner, rows.sort, source) : { joins: '', order: '' }
    const one = `SELECT ${rowText(inner, write)} FROM ${from}${joins}${where}${order} LIMIT 1`
    return `coalesce((${one}), ${missing})`
  }
  const { joins, order } = compileSort(inner, rows.sort, source)
  const ordered = `SELECT ${inner.alias}.* FROM ${from}${joins}${where}${order}${limitClause(scope, rows)}`
  const text = builder.dialect.aggregate(rowText(inner, write))
  if (form === 'array') return `(SELECT concat('[', ${text}, ']') FROM (${ordered}) ${inner.alias})`
  return `(SELECT coalesce('[' || ${text} || ']', 'null') FROM (${ordered}) ${inner.alias})`
}

/** Returns the SQL for the number of linked rows. */
function countRows(scope: RowScope, rows: LinkedRows): string {
  const { from, where } = selectRows(scope, linkedScope(scope, rows.target), rows)
  return `(SELECT count(*) FROM ${from}${where})`
}

function selectRows(scope: RowScope, inner: RowScope, rows: LinkedRows) {
  const { builder, layout } = scope
  const { target, name, filters, publicationState, locale } = rows
  const source = linkSource({
    builder,
    layout,
    owner: scope.schema,
    name,
    target,
    outer: scope.alias,
    inner: inner.alias,
  })
  const where = whereClause([
    source.on,
    liveCondition(inner, publicationState),
    locale === null ? null : `${columnOf(inner, 'locale')} = ${builder.bind('text', locale)}`,
    filters && compileCondition(inner, filters),
  ])
  return { from: source.fromEach, where, source }
}

function limitClause({ builder }: RowScope, { start, limit }: Pick<LinkedRows, 'start' | 'limit'>): string {
  if (limit === null && start === 0) return ''
  const bound = (value: number) => builder.bind('bigint', value)
  return ` ${builder.dialect.limit(limit === null ? null : bound(limit), start === 0 ? null : bound(start))}`
}

/**
 * Returns the items of a dynamic zone. Each component has a table of its own, so the items are merged and
 * sorted by position.
 */
function zonePieces(
  scope: RowScope,
  name: string,
  items: readonly {
    readonly component: Component
    readonly write: WriteRow
    readonly filters?: Condition | null | undefined
  }[],
): Piece[] {
  const { builder, layout } = scope
  const branches = items.map(({ component, write, filters }) => {
    const inner = linkedScope(scope, component)
    const source = linkSource({
      builder,
      layout,
      owner: scope.schema,
      name,
      target: component,
      outer: scope.alias,
      inner: inner.alias,
    })
    const item = rowText(inner, write)
    const where = whereClause([source.on, filters ? compileCondition(inner, filters) : null])
    return `SELECT ${item} AS item, ${source.order} AS place, ${source.tie} AS tie FROM ${source.from}${where}`
  })
  if (branches.length === 0) return [{ literal: '[]' }]
  const rows = builder.alias()
  const ordered = `SELECT item FROM (${branches.join(' UNION ALL ')}) ${builder.alias()} ORDER BY place, tie`
  return [{ sql: `(SELECT concat('[', ${builder.dialect.aggregate('item')}, ']') FROM (${ordered}) ${rows})` }]
}

interface Morph {
  readonly name: string
  readonly publicationState: PublicationState
  readonly counts: boolean
  readonly targets: readonly { readonly type: ContentType; readonly write: WriteRow }[]
}

/**
 * Returns the JSON of a relation to rows of several types. Each row is looked up in the table of its type;
 * rows of other types count as missing.
 */
function morphPieces(scope: RowScope, morph: Morph): Piece[] {
  const link = scope.layout.schema(scope.schema.uid).link(morph.name)
  if (link.kind === 'morph') {
    const of = (column: string) => `${scope.alias}.${quote(column)}`
    const item = lookUp(scope, morph, of(link.type), of(link.id))
    return [{ sql: morph.counts ? `CASE WHEN ${item} IS NULL THEN '0' ELSE '1' END` : `coalesce(${item}, 'null')` }]
  }
  if (link.kind !== 'morphJoin') throw new Error(`${scope.schema.uid}.${morph.name} is not a morph link`)
  const { builder } = scope
  const rows = builder.alias()
  const items = builder.alias()
  const of = (column: string) => `${rows}.${quote(column)}`
  const item = lookUp(scope, morph, of(link.type), of(link.target))
  const ordered = `SELECT ${item} AS item FROM ${quote(link.table)} ${rows} WHERE ${of(link.source)} = ${scope.alias}.${rowId} ORDER BY ${of(link.order)}, ${rows}.${rowId}`
  const text = morph.counts
    ? builder.formats.text('integer', 'count(*)')
    : `concat('[', ${builder.dialect.aggregate('item')}, ']')`
  return [{ sql: `(SELECT ${text} FROM (${ordered}) ${items} WHERE item IS NOT NULL)` }]
}

function lookUp(scope: RowScope, { targets, publicationState }: Morph, type: string, id: string): string {
  const cases = targets.map((target) => {
    const inner = linkedScope(scope, target.type)
    const entry = rowText(inner, target.write)
    const table = quote(scope.layout.schema(target.type.uid).table)
    const where = whereClause([`${inner.alias}.${rowId} = ${id}`, liveCondition(inner, publicationState)])
    return ` WHEN ${quoteText(target.type.uid)} THEN (SELECT ${entry} FROM ${table} ${inner.alias}${where})`
  })
  return cases.length > 0 ? `CASE ${type}${cases.join('')} END` : 'NULL'
}
