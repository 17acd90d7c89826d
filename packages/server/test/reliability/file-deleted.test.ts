import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import { createContentApi } from '../../src/index.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { foundBroken } from './integrity.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

/** The number of entries that clients write before, and of attempts afterwards. */
const writes = amount('FILE_DELETED_WRITES', 5)

/** Starts a service in a folder of its own, and writes to it. */
async function startWithContent() {
  const file = join(dirname(sqliteDatabase().connection.file), 'content', 'data.db')
  const connection = { dialect: 'sqlite', file } as const
  const service = await startService(projectFolder({ http: { drain: 0 } }), connection)
  for (let index = 0; index < writes; index++) expect((await create(service, `before ${index}`)).status).toBe(200)
  return { service, connection, file }
}

const create = (service: ServiceProcess, name: string) => service.ask('POST /api/tags', { name })
const readiness = async (service: ServiceProcess) => (await fetch(`${service.url}/readyz`)).status

const list = '/api/tags?pagination[pageSize]=100&sort=id&fields=name'

async function namesIn(response: Response): Promise<string[]> {
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: { attributes: { name: string } }[] }
  return data.map(({ attributes }) => attributes.name)
}

const names = async (service: ServiceProcess) => namesIn(await fetch(service.url + list))

/** Opens a database in this process, which takes less time than a start of the command. */
async function namesAfterStart(database: Connection): Promise<string[]> {
  const api = await createContentApi({ project: projectFolder(), config: { database } })
  try {
    return await namesIn(await api.fetch(new Request(`http://localhost${list}`)))
  } finally {
    await api.close()
  }
}

/** Expects that the service rejects writes, says so, and reads on. */
async function expectLost(service: ServiceProcess, message: RegExp): Promise<void> {
  expect(await readiness(service)).toBe(503)
  for (let index = 0; index < writes; index++) {
    const { status, retryAfter, body } = await create(service, `after ${index}`)
    expect([status, retryAfter, body.error?.name]).toEqual([503, '1', 'ServiceUnavailableError'])
  }
  await service.says(message)
  expect(await names(service)).toHaveLength(Math.min(writes, 100))
}

/** Opens the copy that the service has saved, and expects everything that was acknowledged in it. */
async function expectSaved(service: ServiceProcess): Promise<void> {
  const copy = (await service.says(/was saved as (\S+)/))[1] as string
  const connection = { dialect: 'sqlite', file: copy } as const
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(await foundBroken(connection)).toEqual([])
  const expected = Array.from({ length: Math.min(writes, 100) }, (_, index) => `before ${index}`)
  expect(await namesAfterStart(connection)).toEqual(expected)
}

describe.skipIf(process.platform === 'win32')('the file of a SQLite database', () => {
  it('INTG-60: is deleted: writes get 503, the service is not ready, and the content is saved (R22)', {
    timeout: 60_000,
  }, async () => {
    const { service, file } = await startWithContent()
    rmSync(file)
    await expectLost(service, /The file \S+data\.db of the database was deleted or moved/)
    await expectSaved(service)
    expect(await service.stop()).toBe(0)
    expect(existsSync(file)).toBe(false)
    process.stdout.write(`deleted: ${writes} of ${writes} writes got 503, 0 of ${writes} earlier writes lost\n`)
  })

  it('INTG-61: is replaced: writes get 503, the other file stays unchanged, and the content is saved (R22)', {
    timeout: 60_000,
  }, async () => {
    const { service, file } = await startWithContent()
    copyFileSync(file, `${file}.new`)
    renameSync(`${file}.new`, file)
    const found = readFileSync(file)
    await expectLost(service, /The file \S+data\.db of the database was replaced/)
    await expectSaved(service)
    expect(await service.stop()).toBe(0)
    expect(readFileSync(file).equals(found)).toBe(true)
  })

  it.each(['-wal', '-shm'])(
    'INTG-62: loses its %s: writes get 503, and a stop keeps all content (R22)',
    {
      timeout: 60_000,
    },
    async (end) => {
      const { service, connection, file } = await startWithContent()
      rmSync(file + end)
      await expectLost(service, new RegExp(`The file \\S+data\\.db${end} of the database was deleted or moved`))
      expect(await service.stop()).toBe(0)
      expect(await foundBroken(connection)).toEqual([])
      expect(await namesAfterStart(connection)).toHaveLength(Math.min(writes, 100))
    },
  )

  it('INTG-63: is moved away with its folder and back: writes work again (R22)', { timeout: 60_000 }, async () => {
    const { service, file } = await startWithContent()
    const folder = dirname(file)
    renameSync(folder, `${folder}-moved`)
    await expectLost(service, /The file \S+data\.db of the database was deleted or moved/)
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-moved`, folder)
    expect(await readiness(service)).toBe(200)
    expect((await create(service, 'back')).status).toBe(200)
    await service.says(/The files of the database are back/)
    expect(await service.stop()).toBe(0)
    expect(readdirSync(folder)).toEqual([basename(file)])
  })

  it('INTG-64: is deleted without a later write: the stop saves the content (R22)', { timeout: 60_000 }, async () => {
    const { service, file } = await startWithContent()
    rmSync(file)
    expect(await service.stop()).toBe(0)
    await expectSaved(service)
  })
})
