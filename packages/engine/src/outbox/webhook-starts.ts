import type { AnyDatabase, Reader } from '../database/database.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { quote } from '../layout/names.js'
import { quotedColumns, webhookStarts } from '../layout/system-tables.js'
import { readObjects } from '../read/json-text.js'
import { run } from '../write/run.js'
import { hasUnnumbered, numberEvents, readOutboxRange } from './events.js'

const column = quotedColumns(webhookStarts, 'hook', 'position')
const table = quote(webhookStarts)

/**
 * Lets new webhooks start with the next event: earlier ones have no body if nothing wanted it. Forgets
 * webhooks that aren't listed, so that they are new when they come back.
 */
export async function startWebhooks(database: AnyDatabase, hooks: readonly string[]): Promise<void> {
  const known = await readHooks(database)
  if (known.length === hooks.length && hooks.every((hook) => known.includes(hook))) return
  await database.write(async (transaction) => {
    while (await hasUnnumbered(transaction)) await numberEvents(transaction)
    const { last } = await readOutboxRange(transaction)
    await run(transaction, (builder) => {
      const listed = hooks.map((hook) => builder.bind('text', hook)).join(', ')
      return `DELETE FROM ${table}${hooks.length > 0 ? ` WHERE ${column.hook} NOT IN (${listed})` : ''}`
    })
    for (const hook of hooks) {
      await run(
        transaction,
        (builder) =>
          `INSERT INTO ${table} (${column.hook}, ${column.position}) ` +
          `VALUES (${builder.bind('text', hook)}, ${builder.bind('bigint', last)}) ON CONFLICT (${column.hook}) DO NOTHING`,
      )
    }
  })
}

async function readHooks(reader: Reader): Promise<readonly string[]> {
  const columns = { hook: { kind: 'text', sql: `s.${column.hook}` } } as const
  const rows = await readObjects<{ readonly hook: string }>(reader, columns, () => `FROM ${table} s`)
  return rows.map(({ hook }) => hook)
}

/** Returns the SQL for the position after which a webhook gets events; 0 if it isn't known. */
export function startOf(builder: StatementBuilder, hook: string): string {
  return `coalesce((SELECT s.${column.position} FROM ${table} s WHERE s.${column.hook} = ${builder.bind('text', hook)}), 0)`
}
