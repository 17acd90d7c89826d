import { type JsonText, stringOf } from '../plan/json-text.js'
import type { Statement } from '../dialects/statement.js'
import { rowId } from '../layout/columns.js'
import { quote, quoteText } from '../layout/names.js'
import type { Side } from './sides.js'

/** The number of rows on one side of a link, and how they are distributed over the parents. */
export interface SideFigures {
  readonly rows: number
  /** The number of parents with at least one row. */
  readonly groups: number
  /**
   * The average number of rows of a parent that is itself reached through a link. Parents with many rows are
   * reached more often.
   */
  readonly biased: number
}

/** The row counts from which costs are estimated. A figure that isn't known yet is 0. */
export interface Figures {
  rows(table: string): number
  side(side: Side): SideFigures
}

const none: SideFigures = { rows: 0, groups: 0, biased: 0 }

/**
 * Milliseconds after which figures are old. The next cost estimate then starts counting them again in the
 * background.
 */
const freshMilliseconds = 5_000

/** Maximum share of the time that counting may take. */
const share = 1 / 200

type Read = (statement: Statement) => Promise<JsonText | null>

interface Known {
  readonly statement: Statement
  readonly parse: (numbers: readonly number[]) => SideFigures
  figures: SideFigures
}

/**
 * Row counts of tables and link tables. Both databases count with the same SQL, so they estimate the same
 * costs. The counts are exact, or estimated from a sample if the ids of a table span a million. A table is
 * counted when an estimate first needs it.
 */
export class Statistics {
  /** Increases when the order of magnitude of a figure changes (`rounded`). */
  version = 0
  readonly #known = new Map<string, Known>()
  #refreshing: Promise<void> | undefined
  #fresh = 0

  constructor(readonly read: Read) {}

  /** Runs a computation, after counting the figures that it needs. */
  async compute<Result>(work: (figures: Figures) => Result, read: Read = this.read): Promise<Result> {
    for (;;) {
      const missing = new Map<string, Known>()
      const result = work(this.#figures(missing))
      if (missing.size === 0) return result
      for (const [key, known] of missing) {
        await this.#count(known, read)
        this.#known.set(key, known)
      }
    }
  }

  /** Starts counting again in the background if the figures are old. */
  refreshIfOld(): void {
    const now = performance.now()
    this.#fresh ||= now + freshMilliseconds
    if (now < this.#fresh || this.#refreshing) return
    this.#refreshing = this.#refresh().finally(() => {
      const ended = performance.now()
      this.#fresh = ended + Math.max(freshMilliseconds, (ended - now) / share)
      this.#refreshing = undefined
    })
  }

  /** Never rejects: old figures are better than none. */
  async #refresh(): Promise<void> {
    for (const known of this.#known.values()) {
      const before = JSON.stringify(rounded(known.figures))
      await this.#count(known).catch(() => undefined)
      if (JSON.stringify(rounded(known.figures)) !== before) this.version += 1
    }
  }

  async #count(known: Known, read = this.read): Promise<void> {
    const text = await read(known.statement)
    known.figures = known.parse(
      stringOf(text ?? '')
        .split(' ')
        .map(Number),
    )
  }

  #figures(missing: Map<string, Known>): Figures {
    const figures = (key: string, make: () => Known): SideFigures => {
      const known = this.#known.get(key)
      if (known) return known.figures
      missing.set(key, make())
      return none
    }
    return {
      rows: (table) => figures(table, () => ({ ...countOf(table), figures: none })).rows,
      side: (side) =>
        figures([side.table, ...side.columns, ...Object.values(side.of ?? {})].join(' '), () => ({
          ...spreadOf(side),
          figures: none,
        })),
    }
  }
}

function countOf(table: string): Omit<Known, 'figures'> {
  return {
    statement: { sql: rowsSql(table), values: [] },
    parse: ([rows = 0]) => ({ ...none, rows }),
  }
}

function spreadOf(side: Side): Omit<Known, 'figures'> {
  return {
    statement: { sql: spreadSql(side), values: [] },
    parse: ([count = 0, rows = 0, squares = 0]) => ({ rows, groups: count, biased: rows > 0 ? squares / rows : 0 }),
  }
}

/** Rounds to powers of two, so that small changes don't invalidate cached costs. */
function rounded({ rows, groups, biased }: SideFigures): readonly number[] {
  return [rows, groups, biased].map((figure) => Math.round(Math.log2(figure + 1)))
}

/**
 * The rows of a table are estimated from a sample if its ids span at least this range. Otherwise they are
 * counted. SQLite counts 2,000,000 links in 50 ms, and in 140 ms grouped by parent. PostgreSQL takes 100 ms,
 * and up to 1.2 s grouped.
 */
const minimumSampledRange = 1_000_000
/** The number of ids in a sample. The ids are evenly spaced, so that both databases sample the same rows. */
const sampleSize = 500
/**
 * Minimum number of sampled ids that must exist. With fewer, the existing ids are clustered, so the rows are
 * counted.
 */
const minimumFound = 50

/** Returns SQL for the number of rows of a table. */
export function rowsSql(table: string): string {
  const name = quote(table)
  const estimated = `(high - low + 1) * found / ${sampleSize}`
  return `${sampleOf(name)} SELECT CASE WHEN found >= ${minimumFound} THEN concat(${estimated}) ELSE (SELECT concat(count(*)) FROM ${name}) END
    FROM sample`
}

/**
 * Returns SQL for three numbers: how many parents have rows, how many rows have a parent, and the sum of n²
 * over the parents, where n is the number of a parent's rows.
 */
export function spreadSql({ table, columns, of }: Side): string {
  const name = quote(table)
  const parent = columns.map(quote)
  const names = parent.join(', ')
  const present = parent.map((column) => `${column} IS NOT NULL`).join(' AND ')
  const counts = Object.entries(of ?? {})
    .map(([column, value]) => ` AND ${quote(column)} = ${quoteText(value)}`)
    .join('')
  const exact = `SELECT concat(count(*), ' ', coalesce(sum(n), 0), ' ', coalesce(sum(n * n), 0))
    FROM (SELECT count(*) AS n FROM ${name} WHERE ${present}${counts} GROUP BY ${names}) spread`
  const values = parent.map(
    (column) => `(SELECT ${column} FROM ${name} links WHERE ${isPicked('links')}${counts}) AS ${column}`,
  )
  const same = parent.map((column) => `links.${column} = parents.${column}`).join(' AND ')
  // A sampled row whose parent has n rows stands for 1/n parents. If a sample contains several rows of a
  // parent, the parent's rows are counted once.
  const estimated = `${picks},
      named AS (SELECT ${values.join(', ')} FROM picks, bounds),
      parents AS (SELECT ${names}, count(*) AS hits FROM named WHERE ${present} GROUP BY ${names}),
      sized AS (SELECT hits * (high - low + 1.0) / ${sampleSize} AS weight, (SELECT count(*) FROM ${name} links WHERE ${same}${counts}) AS n
        FROM parents, bounds)
    SELECT concat(coalesce(sum(weight / n), 0), ' ', coalesce(sum(weight), 0), ' ', coalesce(sum(weight * n), 0)) FROM sized`
  return `${sampleOf(name)} SELECT CASE WHEN found >= ${minimumFound} THEN (${estimated}) ELSE (${exact}) END FROM sample`
}

const picks = `WITH RECURSIVE picks(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM picks WHERE i < ${sampleSize - 1})`

const isPicked = (alias: string) => `${alias}.${rowId} = low + (high - low) * i / ${sampleSize - 1}`

/**
 * Returns SQL for the first id, the last id and the number of sampled ids that exist. `min` and `max` have a
 * query each, because SQLite reads the whole table for a query with both. Each sampled id has a query of its
 * own, because PostgreSQL would read the whole table for `IN`.
 */
function sampleOf(name: string): string {
  const hit = `(SELECT count(*) FROM ${name} picked WHERE ${isPicked('picked')})`
  const found = `(${picks} SELECT sum(${hit}) FROM picks, bounds)`
  return `WITH bounds AS (SELECT (SELECT min(${rowId}) FROM ${name}) AS low, (SELECT max(${rowId}) FROM ${name}) AS high),
    sample AS (SELECT low, high, CASE WHEN high - low >= ${minimumSampledRange} THEN ${found} ELSE 0 END AS found FROM bounds)`
}
