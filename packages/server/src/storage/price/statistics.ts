import type { Statement } from '../statement.js'
import { rowsSql, spreadSql } from './counting.js'
import type { Side } from './sides.js'

/** How many rows a side of a link has, and how they are spread over the parents. */
export interface SideFigures {
  readonly rows: number
  /** Parents that have at least one. */
  readonly groups: number
  /** The rows of a parent that was itself reached through a link: parents with many rows are reached more often. */
  readonly biased: number
}

/** What prices are computed from. Unknown figures count as nothing; `missing` names them. */
export interface Figures {
  rows(table: string): number
  side(side: Side): SideFigures
}

const none: SideFigures = { rows: 0, groups: 0, biased: 0 }

/** Figures are read again after this time, in the background, when a price is asked for. */
const freshMilliseconds = 5_000

/** Reading them may take so much of the time between two refreshes. */
const share = 1 / 200

type Read = (statement: Statement) => Promise<string | null>

interface Known {
  readonly statement: Statement
  readonly parse: (numbers: readonly number[]) => SideFigures
  figures: SideFigures
}

/**
 * Row counts of tables and link tables, counted by the same SQL, so that both databases price a request alike: exactly, or by
 * a sample where there are a million. A table is counted when a price first needs it.
 */
export class Statistics {
  /** Changes when figures do. */
  version = 0
  readonly #known = new Map<string, Known>()
  #refreshing: Promise<void> | undefined
  #fresh = 0

  constructor(readonly read: Read) {}

  /** Runs a computation over figures, after those that it needs have been counted. */
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

  /** Starts to count again what may have changed meanwhile. */
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
    known.figures = known.parse((text ?? '').split(' ').map(Number))
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

/** To powers of two: small changes leave cached prices as they are. */
function rounded({ rows, groups, biased }: SideFigures): readonly number[] {
  return [rows, groups, biased].map((figure) => Math.round(Math.log2(figure + 1)))
}
