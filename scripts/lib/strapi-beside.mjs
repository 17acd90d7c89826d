import { join } from 'node:path'
import { startBeside } from '../../packages/server/test/beside/beside-process.ts'
import { onSqlite } from '../../packages/server/test/beside/recorded-rows.ts'

/**
 * Starts `content-api beside` for a project that `startStrapi` has started, on its database. It serves all
 * reads that it can, without comparing them first. Returns its address and `close`. Needs tsx.
 * @param strapi the result of `startStrapi`
 * @param database the address of the PostgreSQL database; without it, the SQLite file of `startStrapi`
 * @param variables the environment variables of Strapi
 */
export async function startInFrontOf(strapi, { database, variables = {}, say }) {
  const file = join(strapi.folder, 'data.db')
  if (database === undefined) await onSqlite(file, (query) => query('PRAGMA journal_mode = WAL'))
  const beside = await startBeside(strapi.folder, {
    strapi: strapi.url,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    // The code there prepares the database.
    settings: { verify: false, database: database ?? file, trust: ['src/index.js'] },
    environment: variables,
  })
  const { served, routes } = beside.output.map(entryOf).find((entry) => entry.served !== undefined) ?? {}
  say(`In front of it: ${beside.url}, which serves ${served} of ${routes} routes of reads`)
  return { url: beside.url, close: () => beside.stop() }
}

/** Returns what a line of the log holds; nothing for other lines. */
const entryOf = (line) => (line.startsWith('{') ? JSON.parse(line) : {})
