import { LRUCache } from 'lru-cache'
import type { ReadOptions, Row } from '../../database/database.js'
import type { Statement } from '../../dialects/statement.js'
import type { JsonText } from '../../plan/json-text.js'
import type { ReadConnection } from '../driver.js'
import { textOf } from './sqlite-connection.js'

/** The longest estimated duration of a batch in microseconds. Batches are then cheap reads for `ReadAdmission`. */
const longestBatch = 1_000
/** Maximum statements whose form for several ids is kept. */
const knownStatements = 200

/** A read on a connection of its own. */
interface OpenRead extends ReadConnection {
  rows(statement: Statement): Promise<readonly Row[]>
}

type Acquire = (statement: Statement, options: ReadOptions) => Promise<OpenRead>

/** A statement that reads one entry by its id. */
type EntryStatement = Statement & { readonly idAt: number }

/**
 * Joins reads of entries that arrive in the same turn of the event loop and differ only in the id. They run
 * as one statement, because a hop to the thread pool takes longer than reading an entry (decision 0363).
 */
export class EntryBatches {
  readonly #open = new Set<EntryBatch>()

  constructor(readonly acquire: Acquire) {}

  /** Adds a read to a batch. Returns null for reads that run alone: those without an id, and long ones. */
  join(statement: Statement, options: ReadOptions): Promise<ReadConnection> | null {
    const { weight = Number.POSITIVE_INFINITY } = options
    if (!readsEntry(statement) || weight > longestBatch / 2) return null
    for (const open of this.#open) if (open.accepts(statement, weight)) return open.add(statement, options)
    const batch = new EntryBatch(statement, this.acquire)
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
    readonly acquire: Acquire,
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
    return new EntryRead(at, this.#texts, (statement) => this.acquire(statement, options))
  }

  start(): void {
    const [first, ...others] = this.#members
    const { client } = first?.options ?? {}
    // Several members can't be cancelled: the statement is short, and the others need it.
    const options = others.length === 0 ? first?.options : { client, weight: this.#weight }
    this.#start(this.acquire(this.statement, options ?? {}))
  }

  async #read(read: OpenRead): Promise<readonly (JsonText | null)[] | null> {
    const { sql, values, idAt } = this.statement
    const ids = JSON.stringify(this.#members.map(({ id }) => id))
    try {
      const texts: (JsonText | null)[] = []
      const rows = await read.rows({ sql: sqlOfBatch(sql, idAt), values: values.with(idAt, ids) })
      for (const { at, text } of rows) texts[Number(at)] = textOf(text)
      return texts
    } catch {
      // Each member repeats its own read, so that the one with the error gets it.
      return null
    } finally {
      await read.release()
    }
  }
}

const batchForms = new LRUCache<string, string>({ max: knownStatements })

/** A string, a quoted name or a parameter of SQL. */
const token = /'[^']*'|"[^"]*"|\?\d+/g

/** Returns the statement that reads the entries of all ids in a JSON array, which replaces the id. */
function sqlOfBatch(sql: string, idAt: number): string {
  const known = batchForms.get(sql)
  if (known !== undefined) return known
  const id = `?${idAt + 1}`
  const each = sql.replaceAll(token, (found) => (found === id ? 'batch.value' : found))
  const form = `SELECT batch.key AS at, (${each}) AS text FROM json_each(${id}) batch`
  batchForms.set(sql, form)
  return form
}

/** The read of one member of a batch. */
class EntryRead implements ReadConnection {
  constructor(
    readonly at: number,
    readonly texts: Promise<readonly (JsonText | null)[] | null>,
    readonly acquireAlone: (statement: Statement) => Promise<OpenRead>,
  ) {}

  async text(statement: Statement): Promise<JsonText | null> {
    const texts = await this.texts
    if (texts) return texts[this.at] ?? null
    const read = await this.acquireAlone(statement)
    try {
      return await read.text(statement)
    } finally {
      await read.release()
    }
  }

  release(): void {}

  async recover(error: unknown): Promise<ReadConnection> {
    throw error
  }
}
