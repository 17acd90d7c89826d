import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import { createContentApi } from '../../src/index.js'
import { linkWeb } from '../support/link-web.js'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, oracleModel, projectFolder, type ServiceProcess, startService, timeLimit } from './service-process.js'

const rounds = amount('DEPARTED_ROUNDS', 2)
/** The maximum milliseconds until the work ends. */
const within = timeLimit('DEPARTED_WITHIN')

/** Each request takes many seconds. */
const paths = [
  '/api/tags?pagination[pageSize]=100&populate[articles][populate][tags][populate]=articles',
  '/api/tags?pagination[pageSize]=100&populate[articles][sort]=tags.name&populate[articles][populate][tags][sort]=articles.title',
]

/** Returns whether the service is working on a request. */
type Works = () => Promise<boolean>

/** Checks whether the database runs statements. */
async function statementsOf({ url }: Extract<Connection, { dialect: 'postgres' }>): Promise<Works> {
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`
  return async () => ((await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0) > 0
}

/** Checks whether the process uses more than a tenth of a processor: SQLite runs on its threads. */
function processorOf(service: ServiceProcess): Works {
  return async () => {
    const [began, before] = [performance.now(), await service.processorTime()]
    await wait(20)
    return (await service.processorTime()) - before > (performance.now() - began) / 10
  }
}

/** The number of checks that must agree, because a working thread is sometimes not scheduled. */
const looks = 3

/** Resolves with the start time of the first of the agreeing checks. */
async function until(works: Works, wanted: boolean): Promise<number> {
  let agreed = 0
  let since = 0
  while (agreed < looks) {
    const began = performance.now()
    if ((await works()) !== wanted) agreed = 0
    else if (agreed++ === 0) since = began
    await wait(2)
  }
  return since
}

describe.each(await databases())('the work for a client that disconnects, on $name', ({ name, connection }) => {
  it('ends (R17)', async () => {
    const api = await createContentApi({ project: oracleModel, database: connection })
    await api.importEntries(linkWeb())
    await api.close()
    // No limit ends the work.
    const limits = { queryCost: Number.MAX_SAFE_INTEGER, statementMilliseconds: 600_000, responseBytes: 500_000_000 }
    const project = projectFolder({ limits, log: { level: 'error' } })
    const service = await startService(project, connection, { probed: true })
    const works = connection.dialect === 'postgres' ? await statementsOf(connection) : processorOf(service)
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const path of paths) {
        await until(works, false)
        const client = request(service.url + path, { agent: false }).on('error', () => undefined)
        client.end()
        await until(works, true)
        client.destroy()
        const left = performance.now()
        took.push((await until(works, false)) - left)
      }
    }
    const most = Math.max(...took)
    process.stdout.write(`${name}: after at most ${most.toFixed(0)} ms, of ${took.length} times\n`)
    expect(most).toBeLessThan(within)
    expect((await service.ask('GET /api/tags/1')).status).toBe(200)
  })
})
