import type { Database } from '@content-api/engine/database'
import type { Row } from '../../../engine/src/database/database.js'

/** The rows of components, by table. */
export type ComponentRows = ReadonlyMap<string, readonly Row[]>

/**
 * Reads the rows of all components, and puts back those that a write removed, with their ids. Links in tables
 * of their own aren't put back.
 */
export interface RemovedComponents {
  read(): Promise<ComponentRows>
  restore(before: ComponentRows): Promise<void>
}

export function createRemovedComponents(database: Database): RemovedComponents {
  const { layout, registry } = database
  const tables = [...registry.components.keys()].map((uid) => layout.schema(uid).table)
  const rowsOf = (table: string) =>
    database.write((transaction) => transaction.query({ sql: `SELECT * FROM "${table}"`, values: [] }))
  return {
    async read() {
      const rows = new Map<string, readonly Row[]>()
      for (const table of tables) rows.set(table, await rowsOf(table))
      return rows
    },
    async restore(before) {
      for (const [table, rows] of before) {
        const kept = new Set((await rowsOf(table)).map(({ id }) => Number(id)))
        const removed = rows.filter(({ id }) => !kept.has(Number(id)))
        for (const row of removed) await database.write((transaction) => transaction.insert(table, row as never))
      }
    },
  }
}
