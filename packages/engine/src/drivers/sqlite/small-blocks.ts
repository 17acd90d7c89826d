import type sqlite3 from 'sqlite3'

/** The number of values that take a block each: more than the 123 blocks that a connection has by default. */
const heldValues = 130
const holdBlocks = `SELECT concat(${Array<string>(heldValues).fill('?1 || ?1').join(', ')})`
/** The number of texts that may stay bound to the statements of a connection. */
const mostBoundTexts = 32

/**
 * The small blocks of memory of a connection, which SQLite calls "lookaside". For memory that isn't one of
 * them, SQLite takes a lock that all connections of the process share.
 *
 * A prepared statement keeps the blocks that it gets while SQLite compiles it and runs it for the first time.
 * The statement of a list has hundreds of parts, and kept all blocks, so that each value of its rows needed
 * the lock. A text that is bound to a statement keeps a block too, until other values are bound.
 * See decision 0369.
 */
export class SmallBlocks {
  /** The number of texts that are bound to each statement. The last key is the statement that ran last. */
  readonly #boundTexts = new Map<sqlite3.Statement, number>()
  #allBoundTexts = 0

  private constructor(readonly holder: sqlite3.Statement) {}

  /** Must be called before other statements are prepared, because they would keep blocks. */
  static open(handle: sqlite3.Database): Promise<SmallBlocks> {
    return new Promise((resolve, reject) => {
      const holder = handle.prepare(holdBlocks, (error: Error | null) =>
        error ? reject(error) : resolve(new SmallBlocks(holder)),
      )
    })
  }

  /** Takes all blocks during `work`, which prepares a statement and runs it for the first time. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    // A statement keeps the memory of its values from its first row until it is reset.
    await new Promise<void>((resolve) => this.holder.get('', () => resolve()))
    try {
      return await work()
    } finally {
      await new Promise<void>((resolve) => this.holder.reset(() => resolve()))
    }
  }

  /**
   * Must be called before values are bound to a statement. If too many texts are bound then, it unbinds those
   * of the statements that ran longest ago. The returned promise resolves when that is done.
   */
  beforeBinding(statement: sqlite3.Statement, values: readonly unknown[]): Promise<void> | undefined {
    this.forget(statement)
    let texts = 0
    for (const value of values) if (typeof value === 'string') texts += 1
    if (texts === 0) return undefined
    this.#boundTexts.set(statement, texts)
    this.#allBoundTexts += texts
    return this.#allBoundTexts > mostBoundTexts && this.#boundTexts.size > 1 ? this.#unbindOthers(statement) : undefined
  }

  async #unbindOthers(current: sqlite3.Statement): Promise<void> {
    for (const other of this.#boundTexts.keys()) {
      if (other === current || this.#allBoundTexts <= mostBoundTexts) return
      this.forget(other)
      await new Promise<void>((resolve) => other.bind(null, () => resolve()))
    }
  }

  /** Must be called when a statement is finalized. */
  forget(statement: sqlite3.Statement): void {
    this.#allBoundTexts -= this.#boundTexts.get(statement) ?? 0
    this.#boundTexts.delete(statement)
  }

  /** Must be called before the connection is closed. */
  finish(): void {
    this.holder.finalize()
  }
}
