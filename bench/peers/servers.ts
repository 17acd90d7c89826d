import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../packages/server/test/support/embedded-postgres.js'
import { startStrapi } from '../../scripts/lib/strapi-target.mjs'
import { analyze } from '../server/analyze.js'
import { multiplyArticles } from '../server/multiply-articles.js'
import { type OracleContent, prepareProject, startLoaded } from '../server/oracle.js'
import { loadContent } from '../server/oracle-content.js'
import { postgresProcessorTime } from '../server/postgres-processor-time.js'
import { processorMilliseconds } from '../server/processes.js'
import type { Closing, Setup, Side } from './side.js'
import { strapi4Interface } from './strapi4-interface.js'

export type Say = (line: string) => void

/** Starts the server of this repository in its bundled form. */
export async function startOurs(setup: Setup, closing: Closing): Promise<Side> {
  const project = await prepareOwnProject('ours', setup, closing)
  const database = (await startPostgres(setup, closing)) ?? join(project, 'data.db')
  const { running, ids } = await startLoaded(project, database, setup)
  closing.push(() => running.stop())
  if (setup.database === 'postgres') await analyze(database)
  return { name: 'ours', url: running.url, headers: {}, ...timesOf(running), ...strapi4Interface(ids) }
}

const timesOf = ({ processorTime, memory }: Pick<Side, 'processorTime'> & Required<Pick<Side, 'memory'>>) => ({
  processorTime: () => processorTime(),
  memory: () => memory(),
})

/** Starts Strapi 4 on the same schemas. Its tables get copies of the articles directly, because it takes long. */
export async function startStrapi4(setup: Setup, closing: Closing, say: Say): Promise<Side> {
  const project = await prepareOwnProject('strapi4', setup, closing)
  const postgres = await startPostgres(setup, closing)
  const strapi = await startStrapi({
    project,
    ...(postgres !== undefined && { database: postgres }),
    packages: process.env.STRAPI_PACKAGES,
    variables: { NODE_ENV: 'production' },
    say,
  })
  closing.push(() => strapi.close())
  const headers = { authorization: `Bearer ${strapi.token}` }
  const ids = await loadContent({ url: strapi.url, headers })
  const database = postgres ?? join(strapi.folder, 'data.db')
  await multiplyArticles(database, setup.articles)
  return {
    name: 'strapi4',
    url: strapi.url,
    headers,
    processorTime: await timeOf(strapi.process, postgres),
    ...strapi4Interface(ids),
  }
}

/** Creates the project of one side of this run, with the schemas of the oracle model. */
export async function prepareOwnProject(
  name: string,
  setup: Pick<OracleContent, 'indexes'>,
  closing: Closing,
): Promise<string> {
  const project = await prepareProject(`peers-${process.pid}-${name}`, {}, setup)
  closing.push(() => rm(project, { recursive: true, force: true }))
  return project
}

/** Starts a PostgreSQL server for one side, if the setup has one. Returns the address of its empty database. */
export async function startPostgres({ database }: Setup, closing: Closing): Promise<string | undefined> {
  if (database === 'sqlite') return undefined
  // The content is vacuumed once, instead of by a process that runs at any time.
  const server = await startEmbeddedPostgres({ autovacuum: 'off' })
  closing.push(() => server.stop())
  return `${server.url}/postgres`
}

/**
 * Returns a function that measures a server process, together with its PostgreSQL server. Call it when the
 * content is complete: it updates PostgreSQL's statistics.
 */
export async function timeOf(pid: number, postgres: string | undefined): Promise<Side['processorTime']> {
  if (postgres === undefined) return () => processorMilliseconds(pid)
  await analyze(postgres)
  const ofDatabase = await postgresProcessorTime(postgres)
  return async () => (await processorMilliseconds(pid)) + (await ofDatabase())
}
