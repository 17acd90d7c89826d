import { describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService, timeLimit } from './service-process.js'

/** The seconds of the measurement. Zero ends it after some responses of each kind. */
const seconds = amount('LOOP_SECONDS', 0)
/** In milliseconds. */
const p99Below = timeLimit('LOOP_P99_BELOW')
const secret = 'a-secret-for-tests-of-more-than-32-bytes'

/** Populates lists in lists in lists: some 3,000 entries in one response. */
const deep = `GET /api/articles?pagination[pageSize]=20&populate[tags][populate][articles][populate][tags][populate][articles][populate][category]=true`

const permissions = {
  public: ['article', 'tag', 'category'].flatMap((name) =>
    ['find', 'findOne', 'create'].map((action) => `api::${name}.${name}.${action}`),
  ),
}

async function login({ url }: ServiceProcess, n: number): Promise<number> {
  const { status } = await fetch(`${url}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: `nobody${n}`, password: 'a password that is wrong' }),
  })
  return status
}

describe.each(await databases())(
  'a server with sign-ins and deep populates at the same time, on $name',
  ({ connection }) => {
    it('keeps the delay of its event loop short (R12)', async () => {
      const auth = { jwt: { secret }, rateLimit: { attempts: 100_000 } }
      const project = projectFolder({ permissions, auth, log: { level: 'error' } })
      const service = await startService(project, connection, { probed: true })
      for (let index = 0; index < 30; index++) await service.ask('POST /api/tags', { name: `tag ${index}` })
      for (let index = 0; index < 40; index++) {
        const tags = [0, 1, 2].map((more) => 1 + ((index * 7 + more * 11) % 30))
        await service.ask('POST /api/articles', { title: `Title ${index}`, tags })
      }

      const counts: Record<string, number> = {}
      const work = { running: true }
      const loop = async (what: string, once: (n: number) => Promise<number>) => {
        for (let n = 0; work.running; n++) {
          const key = `${what} ${await once(n)}`
          counts[key] = (counts[key] ?? 0) + 1
        }
      }
      const statusOf = async (line: string, data?: unknown) => (await service.ask(line, data)).status
      const start = () => [
        ...Array.from({ length: 4 }, () => loop('list', () => statusOf('GET /api/articles?populate=*'))),
        ...Array.from({ length: 2 }, () => loop('deep', () => statusOf(deep))),
        ...Array.from({ length: 2 }, () => loop('create', (n) => statusOf('POST /api/tags', { name: `more ${n}` }))),
        ...Array.from({ length: 4 }, () => loop('login', (n) => login(service, n))),
      ]
      const running = start()
      const kinds = ['create 200', 'deep 200', 'list 200', 'login 400']
      const responsesOfEach = (least: number) =>
        expect.poll(() => Math.min(...kinds.map((kind) => counts[kind] ?? 0))).toBeGreaterThanOrEqual(least)
      // Load the code of each kind of request before the measurement.
      await responsesOfEach(1)
      await service.loopDelay()
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      await responsesOfEach(2)
      const p99 = await service.loopDelay()
      work.running = false
      await Promise.all(running)
      process.stdout.write(
        `${connection.dialect}: p99 of the loop's delay ${p99.toFixed(1)} ms; ${JSON.stringify(counts)}\n`,
      )
      expect(Object.keys(counts).toSorted()).toEqual(kinds)
      expect(p99).toBeLessThan(p99Below)
    })
  },
)
