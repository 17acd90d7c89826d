import { LRUCache } from 'lru-cache'
import type { ReadOptions } from '../database/database.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Statement } from '../dialects/statement.js'
import type { JsonText } from '../plan/json-text.js'
import type { ReadConnection } from './driver.js'

/** The longest estimated duration of a batch in microseconds. Batches are then cheap reads for `ReadAdmission`. */
const longestBatch = 1_000
/** Maximum statements whose form for several ids is kept. */
const knownStatements = 200

/** A read on a connection of its own. */
export interface OpenRead extends ReadConnection {
  /**
   * Returns the texts of a statement with the columns `at` and `text`, at the places `at`.
   *
   * @throws ApiError ValidationError if the statement or one of its texts exceeds a limit
   */
  texts(statement: Statement): Promise<readonly (JsonText | null)[]>
  recover(error: unknown): Promise<OpenRead>
}

type Acquire = (statement: Statement, options: ReadOptions) => Promise<OpenRead>

/** A statement that reads one entry by its id. */
type EntryStatement = Statement & { readonly idAt: number }

/**
 * Joins reads of entries that arrive in the same turn of the event loop and differ only in the id. They run
 * as one statement, because sending a statement takes longer than reading an entry (decision 0363).
 */
export class EntryBatches {
  readonly #open = new Set<EntryBatch>()

  constructor(
    readonly dialect: Dialect,
    readonly acquire: Acquire,
  ) {}

  /** Adds a read by id to a batch. Returns null for reads that run alone: those without an id, and long ones. */
  join(statement: Statement, options: ReadOptions): Promise<ReadConnection> | null {
    const { weight = Number.POSITIVE_INFINITY } = options
    if (!readsEntry(statement) || weight > longestBatch / 2) return null
    for (const open of this.#open) if (open.accepts(statement, weight)) return open.add(statement, options)
    const batch = new EntryBatch(statement, this)
    this.#open.add(batch)
    setImmediate(() => {
      this.#open.delete(batch)
      batch.start()
    })
    return batch.add(statement, options)
  }
}

/** Statements with definitions run alone, because their definitions would be computed for each id. */
function readsEntry(statement: Statement): statement is EntryStatement {
  return statement.idAt !== undefined && !statement.deeper && !statement.sql.startsWith('WITH')
}

class EntryBatch {
  readonly #members: { readonly id: unknown; readonly options: ReadOptions }[] = []
  #weight = 0
  #start: (read: Promise<OpenRead>) => void = () => undefined
  readonly #started = new Promise<OpenRead>((resolve) => (this.#start = resolve))
  /** The text of each member; null if the statement failed. */
  #texts: Promise<readonly (JsonText | null)[] | null> | undefined

  constructor(
    readonly statement: EntryStatement,
    readonly batches: EntryBatches,
  ) {}

  accepts({ sql, values, idAt }: EntryStatement, weight: number): boolean {
    const own = this.statement
    if (sql !== own.sql || idAt !== own.idAt || this.#weight + weight > longestBatch) return false
    return values.every((value, at) => at === idAt || value === own.values[at])
  }

  /** Resolves when the batch has a connection. */
  async add({ values, idAt }: EntryStatement, options: ReadOptions): Promise<ReadConnection> {
    const at = this.#members.push({ id: values[idAt], options }) - 1
    this.#weight += options.weight ?? 0
    const read = await this.#started
    if (this.#members.length === 1) return read
    this.#texts ??= this.#read(read)
    return new EntryRead(at, this.#texts, (statement) => this.batches.acquire(statement, options))
  }

  start(): void {
    const [first, ...others] = this.#members
    const { client } = first?.options ?? {}
    // Several members can't be cancelled: the statement is short, and the others need it.
    const options = others.length === 0 ? first?.options : { client, weight: this.#weight }
    this.#start(this.batches.acquire(this.statement, options ?? {}))
  }

  async #read(first: OpenRead): Promise<readonly (JsonText | null)[] | null> {
    const { sql, values, idAt } = this.statement
    const ids = JSON.stringify(this.#members.map(({ id }) => id))
    const batch = { sql: sqlOfBatch(sql, idAt, this.batches.dialect), values: values.with(idAt, ids) }
    try {
      return await readOn(first, (read) => read.texts(batch))
    } catch {
      // Each member repeats its own read, so that the one with the error gets it.
      return null
    }
  }
}

/** Reads on a connection, and on another one if the driver repeats the read. */
async function readOn<Result>(first: OpenRead, work: (read: OpenRead) => Promise<Result>): Promise<Result> {
  let read = first
  for (;;) {
    try {
      const result = await work(read)
      await read.release()
      return result
    } catch (error) {
      read = await read.recover(error)
    }
  }
}

const batchForms = new LRUCache<string, string>({ max: knownStatements })

/** A string, a quoted name or a parameter of SQL. */
const token = /'[^']*'|"[^"]*"|[?$]\d+/g

/** Returns the statement that reads the entries of all ids in a JSON array, which replaces the id. */
function sqlOfBatch(sql: string, idAt: number, dialect: Dialect): string {
  const known = batchForms.get(sql)
  if (known !== undefined) return known
  const id = dialect.placeholder(idAt + 1)
  const each = sql.replaceAll(token, (found) => (found === id ? 'batch.id' : found))
  const form = `SELECT batch.at, (${each}) AS text FROM ${dialect.eachId(id)} batch`
  batchForms.set(sql, form)
  return form
}

/** The read of one member of a batch. */
class EntryRead implements ReadConnection {
  readonly totals = null

  constructor(
    readonly at: number,
    readonly texts: Promise<readonly (JsonText | null)[] | null>,
    readonly acquireAlone: (statement: Statement) => Promise<OpenRead>,
  ) {}

  async text(statement: Statement): Promise<JsonText | null> {
    const texts = await this.texts
    if (texts) return texts[this.at] ?? null
    return readOn(await this.acquireAlone(statement), (read) => read.text(statement))
  }

  release(): void {}

  async recover(error: unknown): Promise<ReadConnection> {
    throw error
  }
}
