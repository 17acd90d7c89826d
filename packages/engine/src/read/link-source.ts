import { rowId } from '../layout/columns.js'
import type { Schema } from '@content-api/model'
import type { Layout, LinkLayout } from '../layout/layout.js'
import { quote, quoteText } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'

/** The SQL that finds the rows on the other side of a link, for one row of the outer table. */
export interface LinkSource {
  /** The FROM list. The linked rows have the requested alias. */
  readonly from: string
  /** The FROM list for a subquery that runs once for each outer row. Use it with `on`, instead of `from`. */
  readonly fromEach: string
  /** The condition that connects the linked rows with the outer row. */
  readonly on: string
  /** The relation's stored order; null if the relation is to-one or has no order. */
  readonly order: string | null
  /**
   * The value that sorts rows with the same `order`: the id of the linked row. For a link table it is the
   * table's own column, because that follows `order` in an index.
   */
  readonly tie: string
  /** Whether a to-one link may have several rows, of which the first counts. */
  readonly repeats: boolean
  /**
   * Returns joins that add the linked row, if it meets the condition, to each outer row; a function for
   * foreign keys and link tables only.
   */
  readonly leftJoin?: (condition: string | null) => string
  /** The parts of the connection as a semi-join: `outer IN (SELECT inner FROM … WHERE within AND …)`. */
  readonly semiJoin: {
    readonly outer: string
    readonly inner: string
    readonly within: string | null
    /** True if `within` refers to the outer row. In that case `IN` would read the whole table for each outer row. */
    readonly isCorrelated?: true
  }
  /**
   * Whether the rows can be grouped by `inner`. This requires that `inner` is the id of the outer row and
   * that `within` doesn't refer to that row.
   */
  readonly groups: boolean
}

interface Request {
  readonly builder: StatementBuilder
  readonly layout: Layout
  readonly owner: Schema
  readonly name: string
  readonly target: Schema
  readonly outer: string
  readonly inner: string
}

/**
 * Returns the SQL that finds the rows of a link.
 *
 * @throws Error for a link with several target types: `output.ts` reads those, and they can't be filtered
 */
export function linkSource(request: Request): LinkSource {
  const link = request.layout.schema(request.owner.uid).link(request.name)
  const source = sources[link.kind](request, link as never)
  return { fromEach: source.from, tie: `${request.inner}.${rowId}`, repeats: false, ...source }
}

type Optional = 'fromEach' | 'tie' | 'repeats'
type Source = Omit<LinkSource, Optional> & Partial<Pick<LinkSource, Optional>>

type Sources = {
  readonly [Kind in LinkLayout['kind']]: (request: Request, link: Extract<LinkLayout, { kind: Kind }>) => Source
}

const sources: Sources = {
  column: (request, { column }) => {
    const outer = `${request.outer}.${quote(column)}`
    const inner = `${request.inner}.${rowId}`
    const on = `${inner} = ${outer}`
    return {
      from: target(request),
      on,
      order: null,
      leftJoin: (condition) => leftJoin(target(request), [on, condition]),
      semiJoin: { outer, inner, within: null },
      groups: false,
    }
  },

  inverse: (request, { column, order }) => {
    const inner = `${request.inner}.${quote(column)}`
    const outer = `${request.outer}.${rowId}`
    return {
      from: target(request),
      on: `${inner} = ${outer}`,
      order: order && `${request.inner}.${quote(order)}`,
      semiJoin: { outer, inner, within: null },
      groups: true,
    }
  },

  join: (request, link) => {
    const rows = request.builder.alias()
    const of = (column: string) => `${rows}.${quote(column)}`
    const inner = of(link.source)
    const outer = `${request.outer}.${rowId}`
    const links = `${quote(link.table)} ${rows}`
    const id = of(link.target)
    const match = `${request.inner}.${rowId} = ${id}`
    const from = `${links} JOIN ${target(request)} ON ${match}`
    const each = request.builder.dialect.joinEach?.('CROSS JOIN', tableOf(request), request.inner, match)
    const within = rowsOfLink(link, request.target, of)
    const on = within === null ? `${inner} = ${outer}` : `${within} AND ${inner} = ${outer}`
    return {
      from,
      fromEach: each ? `${links} ${each}` : from,
      on,
      leftJoin: (condition) => leftJoin(links, [on]) + leftJoin(target(request), [match, condition]),
      order: link.order && orderOf(of(link.order), link),
      tie: link.tie === undefined ? id : of(link.tie),
      repeats: link.tie !== undefined,
      semiJoin: { outer, inner, within },
      groups: true,
    }
  },

  owned: (request, { columns }) => {
    const of = (column: string) => `${request.inner}.${quote(column)}`
    const inner = of(columns.id)
    const outer = `${request.outer}.${rowId}`
    const within = `${of(columns.type)} = ${quoteText(request.owner.uid)} AND ${of(columns.field)} = ${quoteText(request.name)}`
    return {
      from: target(request),
      on: `${within} AND ${inner} = ${outer}`,
      order: of(columns.position),
      semiJoin: { outer, inner, within },
      groups: true,
    }
  },

  siblings: (request, { group }) => {
    const inner = `${request.inner}.${quote(group)}`
    const outer = `${request.outer}.${quote(group)}`
    const other = `${request.inner}.${rowId} <> ${request.outer}.${rowId}`
    return {
      from: target(request),
      on: `${inner} = ${outer} AND ${other}`,
      order: `${request.inner}.${rowId}`,
      semiJoin: { outer, inner, within: other, isCorrelated: true },
      groups: false,
    }
  },

  inverseMorph: (request, { owner, through }) => {
    const link = request.layout.schema(owner).link(through)
    const outer = `${request.outer}.${rowId}`
    const own = quoteText(request.owner.uid)
    if (link.kind === 'morph') {
      const inner = `${request.inner}.${quote(link.id)}`
      const within = `${request.inner}.${quote(link.type)} = ${own}`
      return {
        from: target(request),
        on: `${within} AND ${inner} = ${outer}`,
        order: `${request.inner}.${rowId}`,
        semiJoin: { outer, inner, within },
        groups: true,
      }
    }
    if (link.kind !== 'morphJoin') throw new Error(`${owner}.${through} is not a morph link`)
    const rows = request.builder.alias()
    const inner = `${rows}.${quote(link.target)}`
    const within = `${rows}.${quote(link.type)} = ${own}`
    return {
      from: `${quote(link.table)} ${rows} JOIN ${target(request)} ON ${request.inner}.${rowId} = ${rows}.${quote(link.source)}`,
      on: `${within} AND ${inner} = ${outer}`,
      order: `${request.inner}.${rowId}`,
      semiJoin: { outer, inner, within },
      groups: true,
    }
  },

  morph: severalTypes,
  morphJoin: severalTypes,
}

const leftJoin = (table: string, conditions: readonly (string | null)[]) =>
  ` LEFT JOIN ${table} ON ${conditions.filter((condition) => condition !== null).join(' AND ')}`

/** A position is never as large. */
const afterAll = '1e300'

const orderOf = (column: string, { unplacedLast = false }: Extract<LinkLayout, { kind: 'join' }>) =>
  unplacedLast ? `coalesce(${column}, ${afterAll})` : column

/** Returns the condition that selects the rows of one link in a table of several links; null if it has only one. */
export function rowsOfLink(
  { only, targetType }: Pick<Extract<LinkLayout, { kind: 'join' }>, 'only' | 'targetType'>,
  target: Schema,
  of: (column: string) => string,
): string | null {
  if (!only && targetType === undefined) return null
  const values = Object.entries({ ...only, ...(targetType !== undefined && { [targetType]: target.uid }) })
  return values.map(([column, value]) => `${of(column)} = ${quoteText(value)}`).join(' AND ')
}

function severalTypes(request: Request): never {
  throw new Error(`${request.owner.uid}.${request.name} points to several types`)
}

function target(request: Request): string {
  return `${tableOf(request)} ${request.inner}`
}

function tableOf({ layout, target: { uid } }: Request): string {
  return quote(layout.schema(uid).table)
}
