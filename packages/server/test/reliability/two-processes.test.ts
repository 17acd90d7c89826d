import { beforeAll, describe, expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { databases } from '../../../../tests/support/postgres.js'
import { faultsOf, type Place, type Step } from './gap-list.js'
import { amount, projectFolder, random, relatedIds, type ServiceProcess, startService } from './service-process.js'

const clients = amount('WRITE_CLIENTS', 16)
const rounds = amount('WRITE_ROUNDS', 3)
const updates = amount('WRITE_UPDATES', 6)

/** Each of the eight clients writes its own attribute. */
const attributes: Readonly<Record<string, (round: number) => unknown>> = {
  title: (round) => `Title ${round}`,
  contactEmail: (round) => `mail${round}@example.com`,
  rating: (round) => 1 + (round % 10),
  score: (round) => (round % 8) / 8,
  price: (round) => round,
  summary: (round) => `summary ${round}`,
  extra: (round) => ({ round }),
  kind: (round) => ['news', 'opinion', 'review'][round % 3],
}

describe.each(await databases())('two servers on one database: $name', ({ connection }) => {
  let services: [ServiceProcess, ServiceProcess]
  beforeAll(async () => {
    const project = projectFolder({}, cleanUpAfterFile)
    const start = () => startService(project, connection, { whenOver: cleanUpAfterFile })
    services = [await start(), await start()]
  })
  const createTags = async (service: ServiceProcess, count: number) => {
    const ids: number[] = []
    for (let index = 0; index < count; index++) {
      ids.push((await service.ask('POST /api/tags', { name: `tag ${index}` })).body.data.id)
    }
    return ids
  }

  it(`${clients} clients × ${rounds} order one relation, and the list is the result of some serial order (R2, R4)`, {
    timeout: 600_000 + clients * rounds * 200,
  }, async () => {
    const fixed = await createTags(services[0], 4)
    const own = await createTags(services[1], clients)
    const { body } = await services[0].ask('POST /api/articles', { title: 'Ordered', tags: fixed })
    const path = `/api/articles/${body.data.id}`
    const list = async (service: ServiceProcess) =>
      relatedIds(await service.ask(`GET ${path}?populate[tags][fields]=id`), 'tags')

    const steps: Step[] = []
    const statuses = new Map<number, number>()
    const client = async (index: number) => {
      const pick = random(index + 1)
      const item = own[index] as number
      for (let round = 0; round < rounds; round++) {
        const anchor = pick(fixed.length)
        const place = [{ after: anchor }, { before: anchor }, 'start', 'end', null][pick(5)] as Place | null
        const requested = performance.now()
        const { status } = await (services[(index + round) % 2] as ServiceProcess).ask(`PUT ${path}`, {
          tags: bodyOf(item, place, fixed),
        })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        steps.push({ item, place, requested, responded: performance.now() })
      }
    }
    const work = { running: true }
    let reads = 0
    const reader = async () => {
      while (work.running) {
        const seen = await list(services[reads++ % 2] as ServiceProcess)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => fixed.includes(id))).toEqual(fixed)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const reading = reader()
    await Promise.all(own.map((_, index) => client(index)))
    work.running = false
    await reading
    expect([...statuses]).toEqual([[200, clients * rounds]])
    const [one, other] = [await list(services[0]), await list(services[1])]
    expect(one).toEqual(other)
    expect(faultsOf(one, fixed, steps)).toEqual([])
    expect(reads).toBeGreaterThan(2)
  })

  it(`8 clients × ${updates} updates of one entry, each of its own attribute: no update is lost (R3, R4)`, {
    timeout: 600_000 + updates * 1_000,
  }, async () => {
    const { body } = await services[0].ask('POST /api/articles', { title: 'Shared' })
    const path = `/api/articles/${body.data.id}`
    await Promise.all(
      Object.entries(attributes).map(async ([name, valueOf], index) => {
        for (let round = 1; round <= updates; round++) {
          const service = services[(index + round) % 2] as ServiceProcess
          expect((await service.ask(`PUT ${path}`, { [name]: valueOf(round) })).status).toBe(200)
        }
      }),
    )
    const written = (await services[1].ask(`GET ${path}`)).body.data.attributes
    const expected = Object.entries(attributes).map(([name, valueOf]) => [name, valueOf(updates)])
    expect(Object.keys(attributes).map((name) => [name, written[name]])).toEqual(expected)
  })

  it('200 concurrent writes to one server all succeed without a retry by the client', async () => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => services[0].ask('POST /api/tags', { name: `at once ${index}` })),
    )
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(200)
  })

  it('both servers shut down cleanly after these writes', async () => {
    for (const service of services) expect(await service.stop()).toBe(0)
  })
})

function bodyOf(item: number, place: Place | null, fixed: readonly number[]): object {
  if (place === null) return { disconnect: [item] }
  const position = typeof place === 'string' ? { [place]: true } : anchorOf(place, fixed)
  return { connect: [{ id: item, position }] }
}

function anchorOf(place: Exclude<Place, string>, fixed: readonly number[]): object {
  return 'after' in place ? { after: fixed[place.after] } : { before: fixed[place.before] }
}
