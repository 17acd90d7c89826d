import { expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type HostileRequest, hostileRequests } from './hostile-requests.js'
import { amount, projectFolder, startService } from './service-process.js'

/** Bytes of a body; just below the limit in the long run. */
const bytes = amount('PATTERN_BYTES', 20_000)
/** The limit on the processor milliseconds of one request. Only the long run has one. */
const below = amount('PATTERN_WORK_BELOW', Number.POSITIVE_INFINITY)
/** Requests of a measurement. The shortest counts: collected garbage may come from earlier requests. */
const rounds = amount('PATTERN_ROUNDS', 1)

it('requests of long texts and very many keys take little processor time', { timeout: 600_000 }, async () => {
  const service = await startService(projectFolder(), sqliteDatabase().connection, {
    probed: true,
    environment: { NODE_ENV: 'production' },
  })
  const send = async ({ method, path, headers, body }: HostileRequest): Promise<number> => {
    const response = await fetch(service.url + path, { method, headers, ...(body !== undefined && { body }) })
    await response.arrayBuffer()
    return response.status
  }
  const figures: { readonly title: string; readonly worked: number }[] = []
  const small = Object.values(hostileRequests(1_000)).flat()
  // Loads the modules that are needed for the first request of a kind.
  for (const request of small) await send(request)
  for (const [id, requests] of Object.entries(hostileRequests(bytes))) {
    for (const request of requests) {
      let worked = Number.POSITIVE_INFINITY
      for (let round = 0; round < rounds; round++) {
        const before = await service.processorTime()
        expect([request.title, await send(request)]).toEqual([
          request.title,
          expect.toSatisfy((code: number) => code < 500),
        ])
        worked = Math.min(worked, (await service.processorTime()) - before)
      }
      figures.push({ title: `${id} ${request.title}`, worked })
    }
  }
  figures.sort((one, other) => other.worked - one.worked)
  const shown = rounds > 1 ? figures : figures.slice(0, 3)
  process.stdout.write(shown.map(({ title, worked }) => `${worked.toFixed(1).padStart(6)} ms  ${title}\n`).join(''))
  expect(figures.filter(({ worked }) => worked > below)).toEqual([])
  expect(await service.stop()).toBe(0)
})
