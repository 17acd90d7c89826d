import type { Schema } from '@content-api/model'
import { type Layout, type LinkLayout, ownerColumns } from '../layout.js'
import { quote, quoteText } from '../names.js'
import type { StatementBuilder } from '../statement.js'

/** Where the rows on the other side of a link are found, seen from one row of the outer table. */
export interface LinkSource {
  /** The FROM list; the linked rows stand under the alias that was asked for. */
  readonly from: string
  /** The same where `on` ties it to an outer row, for each of which it is read again. */
  readonly fromEach: string
  /** Ties the linked rows to the outer row. */
  readonly on: string
  /** The relation's own order; null where there is at most one row or no order of its own. */
  readonly order: string | null
  /** The same tie as a semi-join: `outer IN (SELECT inner FROM … WHERE within AND …)`. */
  readonly semiJoin: {
    readonly outer: string
    readonly inner: string
    readonly within: string | null
    /** `within` names the outer row: an IN would read the whole table for each of them. */
    readonly isCorrelated?: true
  }
  /** `inner` is the id of the outer row, and `within` mentions no outer row: the rows can be grouped by it. */
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

/** @throws when the link has several target types: those are read by `morph.ts` and cannot be filtered. */
export function linkSource(request: Request): LinkSource {
  const link = request.layout.schema(request.owner.uid).link(request.name)
  const source = sources[link.kind](request, link as never)
  return { fromEach: source.from, ...source }
}

type Source = Omit<LinkSource, 'fromEach'> & Partial<Pick<LinkSource, 'fromEach'>>

type Sources = {
  readonly [Kind in LinkLayout['kind']]: (request: Request, link: Extract<LinkLayout, { kind: Kind }>) => Source
}

const sources: Sources = {
  column: (request, { column }) => {
    const outer = `${request.outer}.${quote(column)}`
    const inner = `${request.inner}."id"`
    return {
      from: target(request),
      on: `${inner} = ${outer}`,
      order: null,
      semiJoin: { outer, inner, within: null },
      groups: false,
    }
  },

  inverse: (request, { column, order }) => {
    const inner = `${request.inner}.${quote(column)}`
    const outer = `${request.outer}."id"`
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
    const inner = `${rows}.${quote(link.source)}`
    const outer = `${request.outer}."id"`
    const links = `${quote(link.table)} ${rows}`
    const match = `${request.inner}."id" = ${rows}.${quote(link.target)}`
    const from = `${links} JOIN ${target(request)} ON ${match}`
    const each = request.builder.dialect.joinEach?.('CROSS JOIN', tableOf(request), request.inner, match)
    return {
      from,
      fromEach: each ? `${links} ${each}` : from,
      on: `${inner} = ${outer}`,
      order: `${rows}.${quote(link.order)}`,
      semiJoin: { outer, inner, within: null },
      groups: true,
    }
  },

  owned: (request) => {
    const of = (column: string) => `${request.inner}.${quote(column)}`
    const inner = of(ownerColumns.id)
    const outer = `${request.outer}."id"`
    const within = `${of(ownerColumns.type)} = ${quoteText(request.owner.uid)} AND ${of(ownerColumns.field)} = ${quoteText(request.name)}`
    return {
      from: target(request),
      on: `${within} AND ${inner} = ${outer}`,
      order: of(ownerColumns.position),
      semiJoin: { outer, inner, within },
      groups: true,
    }
  },

  siblings: (request, { group }) => {
    const inner = `${request.inner}.${quote(group)}`
    const outer = `${request.outer}.${quote(group)}`
    const other = `${request.inner}."id" <> ${request.outer}."id"`
    return {
      from: target(request),
      on: `${inner} = ${outer} AND ${other}`,
      order: `${request.inner}."id"`,
      semiJoin: { outer, inner, within: other, isCorrelated: true },
      groups: false,
    }
  },

  inverseMorph: (request, { owner, through }) => {
    const link = request.layout.schema(owner).link(through)
    const outer = `${request.outer}."id"`
    const own = quoteText(request.owner.uid)
    if (link.kind === 'morph') {
      const inner = `${request.inner}.${quote(link.id)}`
      const within = `${request.inner}.${quote(link.type)} = ${own}`
      return {
        from: target(request),
        on: `${within} AND ${inner} = ${outer}`,
        order: `${request.inner}."id"`,
        semiJoin: { outer, inner, within },
        groups: true,
      }
    }
    if (link.kind !== 'morphJoin') throw new Error(`${owner}.${through} is not a morph link`)
    const rows = request.builder.alias()
    const inner = `${rows}.${quote(link.target)}`
    const within = `${rows}.${quote(link.type)} = ${own}`
    return {
      from: `${quote(link.table)} ${rows} JOIN ${target(request)} ON ${request.inner}."id" = ${rows}.${quote(link.source)}`,
      on: `${within} AND ${inner} = ${outer}`,
      order: `${request.inner}."id"`,
      semiJoin: { outer, inner, within },
      groups: true,
    }
  },

  morph: several,
  morphJoin: several,
}

function several(request: Request): never {
  throw new Error(`${request.owner.uid}.${request.name} points at several types`)
}

function target(request: Request): string {
  return `${tableOf(request)} ${request.inner}`
}

function tableOf({ layout, target: { uid } }: Request): string {
  return quote(layout.schema(uid).table)
}
