import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { png } from './support/png.js'
import { databases, sqliteDatabase } from './support/postgres.js'
import { file, openUploadService, type UploadService } from './support/upload-service.js'

/** Returns the content of all stored files by name. */
async function contents(service: UploadService): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await service.stored()) {
    found[name] = (await service.ask(`GET /uploads/${name}`)).bytes.toString('base64')
  }
  return found
}

describe.each(await databases())('replacing the content of a file on $name', ({ connection }) => {
  it("keeps the old content if the record can't be changed", async () => {
    const service = await openUploadService(connection)
    onTestFinished(() => service.close())
    const [{ id, hash }] = (await service.ask('POST /api/upload', [file(png(300, 200), 'old.png')])).body
    const before = await contents(service)
    expect(Object.keys(before)).toEqual([`${hash}.png`, `thumbnail_${hash}.png`])

    const rename = (from: string, to: string) =>
      service.api.database.write((tx) => tx.execute([`ALTER TABLE files RENAME COLUMN ${from} TO ${to}`]))
    const replace = () => service.ask(`POST /api/upload?id=${id}`, [file(png(1200, 800), 'new.png')])
    await rename('caption', 'elsewhere')
    expect((await replace()).status).toBe(500)
    expect(await contents(service)).toEqual(before)

    await rename('elsewhere', 'caption')
    expect((await replace()).body).toMatchObject({ id, width: 1200, hash })
    const after = await contents(service)
    expect(Object.keys(after)).toEqual(
      [`${hash}.png`, ...['large', 'medium', 'small', 'thumbnail'].map((form) => `${form}_${hash}.png`)].toSorted(),
    )
    expect(after[`${hash}.png`]).not.toBe(before[`${hash}.png`])
  })

  it('sends 507 if the disk of the provider is full', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const put = vi.fn<(key: string) => Promise<void>>().mockResolvedValue()
    const provider = { name: 'disk', put, delete: () => Promise.resolve(), url: (key: string) => `/elsewhere/${key}` }
    const service = await openUploadService(connection, { upload: { provider } })
    onTestFinished(() => service.close())
    const [{ id }] = (await service.ask('POST /api/upload', [file('old', 'note.txt')])).body
    put.mockRejectedValueOnce(full)
    const { status, body } = await service.ask(`POST /api/upload?id=${id}`, [file('new', 'note.txt')])
    expect([status, body.error.name]).toEqual([507, 'InsufficientStorageError'])
  })
})

it("replacing the content of a file keeps the old content if a smaller format can't be stored", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'content-api-replace-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const service = await openUploadService(sqliteDatabase().connection, { upload: { directory } })
  onTestFinished(() => service.close())
  const [{ id, hash, url }] = (await service.ask('POST /api/upload', [file(png(1, 1), 'old.png')])).body
  const before = (await service.ask(`GET ${url}`)).bytes
  await mkdir(join(directory, `thumbnail_${hash}.png`))
  expect((await service.ask(`POST /api/upload?id=${id}`, [file(png(300, 200), 'new.png')])).status).toBe(500)
  expect((await service.ask(`GET ${url}`)).bytes).toEqual(before)
})
