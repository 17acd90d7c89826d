import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import { startBeside } from '../../packages/server/test/beside/beside-process.js'
import { createRecordedProject } from '../../packages/server/test/beside/recorded-project.js'
import { multiplyArticles } from '../server/multiply-articles.js'
import type { SchemaIndex } from '../server/oracle.js'
import { loadContent } from '../server/oracle-content.js'
import { processorMilliseconds } from '../server/processes.js'
import { prepareOwnProject, type Say, startPostgres, timeOf } from './servers.js'
import type { Closing, Setup, Side } from './side.js'
import { strapi4Interface } from './strapi4-interface.js'
import { strapi5Interface } from './strapi5.js'

const bundledCli = fileURLToPath(new URL('../../packages/server/bundle/bin/content-api.js', import.meta.url))
const headers = { authorization: 'Bearer oracle-token-full-access' }
const timeZone = 'UTC'

/** The indexes that `doctor --beside` prints. This server's own tables have them without the schema file. */
const ofLocale: SchemaIndex = { name: 'articles_locale_list', columns: ['locale', 'id', 'published_at'] }
const recommended: Readonly<Record<Setup['database'], readonly SchemaIndex[]>> = {
  sqlite: [ofLocale, { name: 'articles_published_list', columns: ['published_at'] }],
  postgres: [ofLocale],
}

const interfaces = { 4: { id: 'id', of: strapi4Interface }, 5: { id: 'documentId', of: strapi5Interface } } as const

/** Starts Strapi, and this server beside it on the same database. */
export async function startBesideStrapi(
  version: StrapiVersion,
  setup: Setup,
  closing: Closing,
  say: Say,
): Promise<readonly [Side, Side]> {
  const { id, of } = interfaces[version]
  const indexes = setup.indexes && recommended[setup.database]
  const schemas = await prepareOwnProject('beside-schemas', { ...setup, indexes }, closing)
  const folder = join(schemas, '..', `peers-${process.pid}-beside`)
  await mkdir(folder, { recursive: true })
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres(setup, closing)
  const project = await createRecordedProject(folder, { version, postgres, schemas, accountsOnly: true, timeZone, say })
  const strapi = await project.start()
  closing.push(() => strapi.stop('SIGTERM'))
  const ids = await loadContent({ url: strapi.url, headers, id })
  await multiplyArticles(postgres ?? join(folder, '.tmp/data.db'), setup.articles)
  const options = { strapi: strapi.url, timeZone, settings: { verify: false }, cli: bundledCli }
  const beside = await startBeside(folder, options)
  closing.push(() => beside.stop())
  const timeOfStrapi = await timeOf(strapi.process, postgres)
  const sideOf = (name: string, url: string, processorTime: Side['processorTime']): Side => ({
    name,
    url,
    headers,
    processorTime,
    ...of(ids),
  })
  return [
    // Requests that are forwarded take the time of both.
    sideOf('beside', beside.url, async () => (await timeOfStrapi()) + (await processorMilliseconds(beside.process))),
    sideOf(`strapi${version}`, strapi.url, timeOfStrapi),
  ]
}
