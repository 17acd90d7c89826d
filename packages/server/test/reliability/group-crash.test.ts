import { expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { foundBroken } from './integrity.js'
import {
  amount,
  openInProcess,
  projectFolder,
  random,
  relatedIds,
  type ServiceInProcess,
  type ServiceProcess,
  startService,
} from './service-process.js'

const rounds = amount('GROUP_CRASH_ROUNDS', 2)
const seed = amount('CRASH_SEED', 20_240)
const writers = 12

/** Creates articles until the process ends. Returns the ids of confirmed articles by title. */
async function write(
  service: ServiceProcess,
  name: string,
  tags: readonly number[],
  acknowledged: Map<string, number>,
) {
  for (let step = 0; ; step++) {
    const title = `${name}, ${step}`
    try {
      const { status, body } = await service.ask('POST /api/articles', { title, tags })
      expect(status).toBe(200)
      acknowledged.set(title, body.data.id)
    } catch (error) {
      // `fetch failed` or an incomplete body: the process has ended.
      if (error instanceof TypeError || error instanceof SyntaxError) return
      throw error
    }
  }
}

async function total(service: ServiceInProcess, filter: string): Promise<number> {
  const { body } = await service.ask(`GET /api/articles?pagination[pageSize]=1${filter}`)
  return (body as unknown as { meta: { pagination: { total: number } } }).meta.pagination.total
}

it(`a server on SQLite that is killed ${rounds} times between a commit and its responses loses no write (R20)`, {
  timeout: 600_000 + rounds * 20_000,
}, async () => {
  const { connection } = sqliteDatabase()
  const project = projectFolder()
  const pick = random(seed)
  const first = await openInProcess(project, connection)
  const tags: number[] = []
  for (const name of ['a', 'b', 'c']) tags.push((await first.ask('POST /api/tags', { name })).body.data.id)
  await first.close()
  let confirmed = 0
  let present = 0
  for (let round = 0; round < rounds; round++) {
    const acknowledged = new Map<string, number>()
    const environment = { KILL_AT_GROUP: String(1 + pick(20)) }
    const killed = await startService(project, connection, { counted: true, environment })
    const names = Array.from({ length: writers }, (_, index) => `round ${round}, writer ${index}`)
    await Promise.all(names.map((name) => write(killed, name, tags, acknowledged)))
    const service = await openInProcess(project, connection)
    for (const [title, id] of acknowledged) {
      const article = await service.ask(`GET /api/articles/${id}?fields=title&populate[tags][fields]=id`)
      expect([id, article.status, article.body.data?.attributes['title']]).toEqual([id, 200, title])
      expect(relatedIds(article, 'tags')).toEqual(tags)
    }
    // Every write of the last commit is complete, confirmed or not.
    confirmed += acknowledged.size
    present = await total(service, '')
    expect(await total(service, '&filters[tags][name]=c')).toBe(present)
    await service.close()
    expect(await foundBroken(connection)).toEqual([])
  }
  process.stdout.write(
    `killed ${rounds} times after a commit: 0 of ${confirmed} acknowledged creates lost, ${present - confirmed} there that were not acknowledged\n`,
  )
  // At least two for each kill: the commits contained groups of writes.
  expect(present - confirmed).toBeGreaterThanOrEqual(2 * rounds)
})
