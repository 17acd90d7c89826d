import type { Component, ContentType, Schema } from '@content-api/model'
import type {
  ComponentSelection,
  CountSelection,
  LinkedRows,
  LinkSelection,
  MediaSelection,
  RelationSelection,
  ZoneSelection,
} from '../../query/read-plan.js'
import { quoteText } from '../names.js'
import { compileCondition, liveCondition, whereClause } from './condition.js'
import { componentPieces, entryPieces, type EntryScope } from './entry.js'
import type { Piece } from './json-text.js'
import { linkSource } from './link-source.js'
import { compileMorph } from './morph.js'
import { linkedScope, rowText, type WriteRow } from './row-text.js'
import { compileSort } from './sort.js'

/** The JSON of a populated link, as pieces: a correlated subquery that gives text. */
export function writeLink(scope: EntryScope, link: LinkSelection): Piece[] {
  return writers[link.kind](scope, link as never)
}

type Writers = {
  readonly [Kind in LinkSelection['kind']]: (scope: EntryScope, link: Extract<LinkSelection, { kind: Kind }>) => Piece[]
}

const writers: Writers = {
  relation: (scope, link) => {
    const entry = (inner: EntryScope) => entryPieces(inner, link.selection)
    return dressed(scope, rowsText(scope, rowsOf(link), link.many ? 'array' : 'first', entry))
  },
  media: (scope, link) => {
    const entry = (inner: EntryScope) => entryPieces(inner, link.selection)
    const several = link.attribute.multiple ? 'arrayOrNull' : 'first'
    return dressed(scope, rowsText(scope, rowsOf(link), several, entry))
  },
  component: (scope, link) => {
    const item = (inner: EntryScope) => componentPieces(inner, link.selection, false)
    return [{ sql: rowsText(scope, rowsOf(link), link.attribute.repeatable ? 'array' : 'first', item) }]
  },
  zone: compileZone,
  count: compileCount,
  morph: compileMorph,
}

/** Relations and media stand in an envelope of their own (specification §2.2), but for the flat shape. */
function dressed({ shape }: EntryScope, sql: string): Piece[] {
  return shape === 'flat' ? [{ sql }] : [{ literal: '{"data":' }, { sql }, { literal: '}' }]
}

function rowsOf(link: RelationSelection | MediaSelection | ComponentSelection): LinkedRows {
  const target: Schema = link.kind === 'component' ? link.component : link.target
  const relation = link.kind === 'relation' ? link : { publicationState: 'preview' as const, locale: null }
  const { name, filters, sort, start, limit } = link
  return {
    name,
    target,
    filters,
    sort,
    start,
    limit,
    publicationState: relation.publicationState,
    locale: relation.locale,
  }
}

/**
 * `array`: `[…]`, empty when there is nothing. `arrayOrNull`: null when there is nothing, as observed of multiple media.
 * `first`: the first row or `nothing`.
 */
export function rowsText(
  scope: EntryScope,
  rows: LinkedRows,
  form: 'array' | 'arrayOrNull' | 'first',
  write: WriteRow,
  nothing = 'null',
): string {
  const { builder, layout } = scope
  const inner = linkedScope(scope, rows.target)
  const { from, where, source } = selectRows(scope, inner, rows)
  if (form === 'first') {
    const order = source.order || rows.sort.length > 0 ? compileSort(inner, rows.sort, source.order) : ''
    const one = `SELECT ${rowText(inner, write)} FROM ${from}${where}${order} LIMIT 1`
    return `coalesce((${one}), ${quoteText(nothing)})`
  }
  const order = compileSort({ builder, layout, schema: rows.target, alias: inner.alias }, rows.sort, source.order)
  const limit = limitClause(scope, rows)
  const ordered = `SELECT ${inner.alias}.* FROM ${from}${where}${order}${limit}`
  const text = builder.dialect.aggregate(rowText(inner, write))
  if (form === 'array') return `(SELECT concat('[', ${text}, ']') FROM (${ordered}) ${inner.alias})`
  return `(SELECT coalesce('[' || ${text} || ']', 'null') FROM (${ordered}) ${inner.alias})`
}

function selectRows(scope: EntryScope, inner: EntryScope, rows: LinkedRows) {
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
    liveCondition(target, inner.alias, publicationState),
    locale === null ? null : `${inner.alias}."locale" = ${builder.bind('text', locale)}`,
    filters && compileCondition(inner, filters),
  ])
  return { source, from: source.from, where }
}

function limitClause({ builder }: EntryScope, { start, limit }: Pick<LinkedRows, 'start' | 'limit'>): string {
  if (limit === null && start === 0) return ''
  const bound = (value: number) => builder.bind('bigint', value)
  return ` ${builder.dialect.limit(limit === null ? null : bound(limit), start === 0 ? null : bound(start))}`
}

function compileZone(scope: EntryScope, { name, items }: ZoneSelection): Piece[] {
  return zonePieces(
    scope,
    name,
    items.map(({ component, selection }) => ({
      component,
      write: (inner) => componentPieces(inner, selection, true),
    })),
  )
}

/** The items of a zone lie in one table per component; together they are in the order of their positions. */
export function zonePieces(
  scope: EntryScope,
  name: string,
  items: readonly { readonly component: Component; readonly write: WriteRow }[],
): Piece[] {
  const { builder, layout } = scope
  const branches = items.map(({ component, write }) => {
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
    return `SELECT ${item} AS item, ${source.order} AS place FROM ${source.from}${whereClause([source.on])}`
  })
  if (branches.length === 0) return [{ literal: '[]' }]
  const rows = builder.alias()
  const ordered = `SELECT item FROM (${branches.join(' UNION ALL ')}) ${builder.alias()} ORDER BY place`
  return [{ sql: `(SELECT concat('[', ${builder.dialect.aggregate('item')}, ']') FROM (${ordered}) ${rows})` }]
}

function compileCount(scope: EntryScope, link: CountSelection): Piece[] {
  const inner: EntryScope = { ...scope, schema: link.target, alias: scope.builder.alias() }
  const target: ContentType = link.target
  const rows: LinkedRows = { ...link, target, sort: [], start: 0, limit: null, locale: null }
  const { from, where } = selectRows(scope, inner, rows)
  return [
    { literal: '{"data":{"attributes":{"count":' },
    { sql: `(SELECT count(*) FROM ${from}${where})` },
    { literal: '}}}' },
  ]
}
