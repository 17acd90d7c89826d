import type { AnyTransaction, Row, WriteTransaction } from '../database/database.js'
import type { StatementTarget } from '../dialects/statement.js'
import { StatementBuilder } from '../dialects/statement.js'

/** The number of ids bound in one statement. SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const chunkSize = 5_000

/** Runs statements on the tables of any layout. */
type Runner = StatementTarget & Pick<AnyTransaction, 'query'>

/** Builds and runs one statement. */
export function run(tx: Runner, write: (builder: StatementBuilder) => string): Promise<readonly Row[]> {
  const builder = new StatementBuilder(tx)
  return tx.query(builder.finish(write(builder)))
}

/**
 * Runs steps whose statements don't depend on each other's results. If the database accepts statements
 * before earlier ones have ended, they share a round trip. The first ones are sent in the order of the steps.
 */
export async function runTogether(tx: WriteTransaction, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (!tx.pipelines) {
    for (const step of steps) await step()
    return
  }
  const running = steps.map((step) => step())
  try {
    await Promise.all(running)
  } catch (error) {
    // No statement may follow after the caller has handled the error.
    await Promise.allSettled(running)
    throw error
  }
}

/** Runs one statement for each chunk of a list and returns all their rows. An empty list runs none. */
export async function runChunked<Item>(
  tx: Runner,
  items: readonly Item[],
  write: (builder: StatementBuilder, chunk: readonly Item[]) => string,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const chunk of chunksOf(items)) rows.push(...(await run(tx, (builder) => write(builder, chunk))))
  return rows
}

function* chunksOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize)
}

/** Returns the list inside `IN (…)`. */
export function idList(builder: StatementBuilder, ids: readonly number[]): string {
  return ids.map((id) => builder.bind('id', id)).join(', ')
}

/** Returns a table `alias` of ids and numbers, with the columns `column1` and `column2`. */
export function numbersTable(
  builder: StatementBuilder,
  alias: string,
  numbers: readonly (readonly [id: number, number: number])[],
): string {
  const rows = numbers.map(([id, number]) => `(${builder.bind('id', id)}, ${builder.bind('double', number)})`)
  return `(VALUES ${rows.join(', ')}) AS ${alias}`
}

/** Converts an id. Drivers return large ids as strings to keep every digit. */
export function toId(value: Row[string] | undefined): number {
  return Number(value)
}

export function toNumber(value: Row[string] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value)
}
