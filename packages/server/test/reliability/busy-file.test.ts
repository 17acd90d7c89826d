import { expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { holdFile } from './integrity.js'
import {
  type JsonResponse,
  amount,
  projectFolder,
  type ServiceProcess,
  startService,
  timeLimit,
} from './service-process.js'

/** The minimum seconds for which another process locks the file. Zero ends each lock by its events alone. */
const short = amount('BUSY_SHORT_SECONDS', 0)
const long = amount('BUSY_SECONDS', 0)
/** The maximum milliseconds of a read. */
const readWithin = timeLimit('BUSY_READ_WITHIN')

/** Locks the file while it is true that `isHeld`, and for the seconds. Reads in the meantime. */
async function writeWhileHeld(
  service: ServiceProcess,
  file: string,
  seconds: number,
  isHeld: (counts: { reads: number; writes: number }) => boolean,
) {
  const release = await holdFile(file)
  const until = performance.now() + seconds * 1_000
  let responses = 0
  const writes = Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const response = await service.ask('POST /api/tags', { name: `held ${index}` })
      responses += 1
      return response
    }),
  )
  const reads: JsonResponse[] = []
  let slowestRead = 0
  while (performance.now() < until || isHeld({ reads: reads.length, writes: responses })) {
    const requested = performance.now()
    reads.push(await service.ask('GET /api/tags?sort=id'))
    slowestRead = Math.max(slowestRead, performance.now() - requested)
    // Leaves the processor to other tests.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await release()
  return { writes: await writes, reads, slowestRead }
}

it('a file that another process locks for less than ten seconds causes no errors, and reads continue (R7)', async () => {
  const { connection } = sqliteDatabase()
  const service = await startService(projectFolder(), connection)
  const { writes, reads, slowestRead } = await writeWhileHeld(service, connection.file, short, ({ reads }) => reads < 5)
  expect(writes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  expect(slowestRead).toBeLessThan(readWithin)
})

it('a file that another process locks for longer causes 503 with Retry-After, never 500; reads continue, and writes work again (R7)', async () => {
  const { connection } = sqliteDatabase()
  const service = await startService(projectFolder(), connection)
  const { writes, reads, slowestRead } = await writeWhileHeld(
    service,
    connection.file,
    long,
    ({ writes }) => writes < 5,
  )
  expect(writes.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  for (const { retryAfter, body } of writes) {
    expect(retryAfter).toMatch(/^\d+$/)
    expect(body.error?.name).toBe('ServiceUnavailableError')
  }
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  expect(slowestRead).toBeLessThan(readWithin)
  expect((await service.ask('POST /api/tags', { name: 'free again' })).status).toBe(200)
  const { body } = await service.ask('GET /api/tags')
  expect((body.data as unknown as unknown[]).length).toBe(1)
})
