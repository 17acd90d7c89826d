import type { Component } from '@content-api/model'
import type { Condition, LinkedForm, LinkedRows } from '../plan/read-plan.js'
import { compileCondition, liveCondition, whereClause } from './condition.js'
import type { Piece } from './json-text.js'
import { linkSource } from './link-source.js'
import { linkedScope, type RowScope, rowText, type WriteRow } from './row-text.js'
import { compileSort } from './sort.js'

/**
 * Returns the JSON of linked rows as a correlated subquery. With the form `first`, the SQL expression
 * `missing` is the result when there is no row.
 */
export function rowsText(
  scope: RowScope,
  rows: LinkedRows,
  form: LinkedForm,
  write: WriteRow,
  missing: string,
): string {
  const { builder } = scope
  const inner = linkedScope(scope, rows.target)
  const { from, where, source } = selectRows(scope, inner, rows)
  if (form === 'first') {
    const isSorted = source.order !== null || rows.sort.length > 0
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
export function countRows(scope: RowScope, rows: LinkedRows): string {
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
    liveCondition(target, inner.alias, publicationState),
    locale === null ? null : `${inner.alias}."locale" = ${builder.bind('text', locale)}`,
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
export function zonePieces(
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
    return `SELECT ${item} AS item, ${source.order} AS place FROM ${source.from}${where}`
  })
  if (branches.length === 0) return [{ literal: '[]' }]
  const rows = builder.alias()
  const ordered = `SELECT item FROM (${branches.join(' UNION ALL ')}) ${builder.alias()} ORDER BY place`
  return [{ sql: `(SELECT concat('[', ${builder.dialect.aggregate('item')}, ']') FROM (${ordered}) ${rows})` }]
}
