import { expect, it } from 'vitest'
import { sqliteDatabase } from '../support/postgres.js'
import { holdFile } from './integrity.js'
import { type JsonResponse, amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

/** The seconds for which another process locks the file; the server waits for ten. */
const long = amount('BUSY_SECONDS', 11)

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function writeWhileHeld(service: ServiceProcess, file: string, seconds: number) {
  const release = await holdFile(file)
  const begun = performance.now()
  const writes = Promise.all(
    Array.from({ length: 5 }, (_, index) => service.ask('POST /api/tags', { name: `held ${index}` })),
  )
  const reads: JsonResponse[] = []
  let slowestRead = 0
  while (performance.now() - begun < seconds * 1_000) {
    const requested = performance.now()
    reads.push(await service.ask('GET /api/tags?sort=id'))
    slowestRead = Math.max(slowestRead, performance.now() - requested)
    await wait(100)
  }
  await release()
  return { writes: await writes, reads, slowestRead }
}

it('a file that another process locks for 3 s causes no errors, and reads continue (R7)', {
  timeout: 60_000,
}, async () => {
  const { connection } = sqliteDatabase()
  const service = await startService(projectFolder(), connection)
  const { writes, reads, slowestRead } = await writeWhileHeld(service, connection.file, 3)
  expect(writes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  expect(reads.length).toBeGreaterThan(10)
  expect(slowestRead).toBeLessThan(2_500)
})

it(`a file that another process locks for ${long} s causes 503 with Retry-After, never 500; reads continue, and writes work again (R7)`, {
  timeout: 90_000,
}, async () => {
  const { connection } = sqliteDatabase()
  const service = await startService(projectFolder(), connection)
  const { writes, reads, slowestRead } = await writeWhileHeld(service, connection.file, long)
  expect(writes.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  for (const { retryAfter, body } of writes) {
    expect(retryAfter).toMatch(/^\d+$/)
    expect(body.error?.name).toBe('ServiceUnavailableError')
  }
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
  expect(slowestRead).toBeLessThan(2_500)
  expect((await service.ask('POST /api/tags', { name: 'free again' })).status).toBe(200)
  const { body } = await service.ask('GET /api/tags')
  expect((body.data as unknown as unknown[]).length).toBe(1)
})
