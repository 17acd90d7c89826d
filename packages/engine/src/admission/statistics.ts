import { type JsonText, stringOf } from '../plan/json-text.js'
import type { Statement } from '../dialects/statement.js'
import { rowsSql, spreadSql } from './counting.js'
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
        figures([side.table, ...side.columns, side.of?.value ?? ''].join(' '), () => ({
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
