import { describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { foundBroken } from './integrity.js'
import {
  amount,
  projectFolder,
  random,
  relatedIds,
  type ServiceProcess,
  startService,
  timeLimit,
} from './service-process.js'

const rounds = amount('CRASH_ROUNDS', 1)
const writers = 8
const seed = amount('CRASH_SEED', 20_240)
/** The maximum milliseconds of a start. */
const readyWithin = timeLimit('CRASH_READY_WITHIN')

/** The confirmed writes of one writer, and its last request without a response. */
interface Journal {
  readonly article: number
  readonly title: Outcome<string>
  readonly tags: Outcome<readonly number[]>
  /** Names of confirmed tags by id. */
  readonly created: Map<number, string>
}

interface Outcome<Value> {
  acknowledged: Value
  requested: Value | undefined
}

/** Writes until the connection breaks, and records every response in the journal. */
async function write(service: ServiceProcess, journal: Journal, tags: readonly number[], pick: (n: number) => number) {
  const put = async <Value>(outcome: Outcome<Value>, value: Value, data: object) => {
    outcome.requested = value
    const { status } = await service.ask(`PUT /api/articles/${journal.article}`, data)
    expect(status).toBe(200)
    outcome.acknowledged = value
    outcome.requested = undefined
  }
  for (let step = 0; ; step++) {
    const list = tags.toSorted(() => pick(3) - 1).slice(0, 1 + pick(tags.length))
    const name = `created by ${journal.article} in step ${step}`
    try {
      const { status, body } = await service.ask('POST /api/tags', { name })
      expect(status).toBe(200)
      journal.created.set(body.data.id, name)
      await put(journal.title, `Title ${journal.article} ${step}`, { title: `Title ${journal.article} ${step}` })
      await put(journal.tags, list, { tags: { set: list } })
    } catch (error) {
      // `fetch failed` or an incomplete body: the process has ended.
      if (error instanceof TypeError || error instanceof SyntaxError) return
      throw error
    }
  }
}

async function check(service: ServiceProcess, journal: Journal): Promise<void> {
  const response = await service.ask(`GET /api/articles/${journal.article}?fields=title&populate[tags][fields]=id`)
  expect(response.status).toBe(200)
  const either = <Value>({ acknowledged, requested }: Outcome<Value>) =>
    requested === undefined ? [acknowledged] : [acknowledged, requested]
  expect(either(journal.title)).toContain(response.body.data.attributes['title'])
  expect(either(journal.tags)).toContainEqual(relatedIds(response, 'tags'))
  for (const [id, name] of journal.created) {
    const { status, body } = await service.ask(`GET /api/tags/${id}?fields=name`)
    expect([id, status, body.data?.attributes['name']]).toEqual([id, 200, name])
  }
}

describe.each(await databases())(`a server on $name that is killed ${rounds} times`, ({ connection }) => {
  it('loses no confirmed write, and responds again soon (R1)', {
    timeout: 600_000 + rounds * 20_000,
  }, async () => {
    const project = projectFolder()
    const pick = random(seed)
    let service = await startService(project, connection)
    const tags: number[] = []
    for (let index = 0; index < 6; index++) {
      tags.push((await service.ask('POST /api/tags', { name: `tag ${index}` })).body.data.id)
    }
    let acknowledged = 0
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const journals: Journal[] = []
      for (let index = 0; index < writers; index++) {
        const { body } = await service.ask('POST /api/articles', { title: 'Title', tags })
        const article = body.data.id
        journals.push({
          article,
          title: { acknowledged: 'Title', requested: undefined },
          tags: { acknowledged: tags, requested: undefined },
          created: new Map(),
        })
      }
      const writing = journals.map((journal, index) => write(service, journal, tags, random(seed + index)))
      const creates = 1 + pick(20)
      await expect
        .poll(() => journals.reduce((sum, { created }) => sum + created.size, 0))
        .toBeGreaterThanOrEqual(creates)
      await service.kill()
      await Promise.all(writing)
      service = await startService(project, connection)
      slowest = Math.max(slowest, service.readyAfter)
      for (const journal of journals) {
        await check(service, journal)
        acknowledged += journal.created.size
      }
      expect(await foundBroken(connection)).toEqual([])
    }
    expect(await service.stop()).toBe(0)
    process.stdout.write(
      `${connection.dialect}: killed ${rounds} times among ${writers} writers, 0 of ${acknowledged} acknowledged creates lost, slowest start ${Math.round(slowest)} ms\n`,
    )
    expect(slowest).toBeLessThan(readyWithin)
  })
})
