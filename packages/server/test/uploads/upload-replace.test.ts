import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StoredContent } from '@content-api/core/config/upload'
import { png } from '../../../../tests/support/png.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

/** Returns the content of all stored files by name. */
async function contents(service: UploadService): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await service.stored()) {
    found[name] = (await service.ask(`GET /uploads/${name}`)).bytes.toString('base64')
  }
  return found
}

/** Returns a provider that keeps files in memory. Storing a file takes some turns of the event loop. */
function memoryProvider() {
  const contents = new Map<string, string>()
  return {
    name: 'memory',
    contents,
    async put(key: string, { stream }: StoredContent) {
      const content = await text(stream())
      for (let turn = 0; turn < 10; turn++) await setImmediate()
      contents.set(key, content)
    },
    delete: (key: string) => Promise.resolve(void contents.delete(key)),
    url: (key: string) => `/elsewhere/${key}`,
  }
}

/** Creates a folder, and deletes it after the test. */
async function newFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'content-api-replace-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

/**
 * Holds the next write to the record of a replaced file. A replacement first reads the record in a
 * transaction of its own.
 */
function holdRecord({ api: { database } }: UploadService) {
  const write = database.write.bind(database)
  const spy = vi.spyOn(database, 'write')
  let release: (failure?: Error) => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    spy.mockImplementationOnce(write).mockImplementationOnce(async (...call) => {
      const failure = await new Promise<Error | undefined>((end) => {
        release = end
        resolve()
      })
      if (failure) throw failure
      return write(...call)
    })
  })
  return { reached, release: (failure?: Error) => release(failure) }
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

  it('is rejected for imported records whose files have no valid names, which can be deleted', async () => {
    const service = await openUploadService(connection)
    onTestFinished(() => service.close())
    const image = {
      name: 'a',
      hash: 'a',
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: '/uploads/a.png',
      provider: 'local',
    }
    const records = [
      [{ hash: '../data' }, 400],
      [{ hash: '..', ext: '/data.png' }, 400],
      [{ hash: 'a'.repeat(300) }, 400],
      [{ hash: 'b', formats: { thumbnail: null, small: 'x', large: { hash: '../c', ext: '.png' } } }, 200],
      [{ hash: 'c', formats: ['x'] }, 200],
    ] as const
    const base = 9_000
    await service.api.importEntries(
      records.map(([values], index) => ({
        type: 'plugin::upload.file',
        id: base + index,
        attributes: { ...image, ...values },
      })),
    )
    for (const [index, [values, expected]] of records.entries()) {
      const id = base + index
      const replaced = await service.ask(`POST /api/upload?id=${id}`, [file(png(1, 1), 'a.png')])
      expect([values, replaced.status]).toEqual([values, expected])
      expect([values, (await service.ask(`DELETE /api/upload/files/${id}`)).status]).toEqual([values, 200])
    }
    expect(await service.stored()).toEqual([])
  })

  it('twice at the same moment stores the content of the last with its own record', async () => {
    const service = await openUploadService(connection)
    onTestFinished(() => service.close())
    const upload = async () => (await service.ask('POST /api/upload', [file(png(300, 200), 'old.png')])).body[0]
    const [{ id, hash }, other] = [await upload(), await upload()]
    const replace = (of: number, width: number, height: number) =>
      service.ask(`POST /api/upload?id=${of}`, [file(png(width, height), 'new.png')])
    const record = holdRecord(service)
    const first = replace(id, 1200, 800)
    await record.reached
    const second = replace(id, 600, 400)
    // These take the same steps and begin later, so `second` would be done too if it did not wait.
    for (let round = 0; round < 2; round++) expect((await replace(other.id, 600, 400)).status).toBe(200)
    record.release()
    expect((await first).body).toMatchObject({ width: 1200 })
    expect((await second).body).toMatchObject({ width: 600 })

    expect((await service.ask(`GET /api/upload/files/${id}`)).body).toMatchObject({ width: 600, height: 400 })
    const stored = await contents(service)
    const ofFile = (name: string) =>
      Object.fromEntries(
        Object.entries(stored).flatMap(([key, content]) =>
          key.includes(name) ? [[key.replace(name, ''), content]] : [],
        ),
      )
    expect(ofFile(hash)).toEqual(ofFile(other.hash))
  })

  it('keeps the content that another process has stored since', async () => {
    const directory = await newFolder()
    const services: UploadService[] = []
    for (let count = 0; count < 2; count++) {
      const service = await openUploadService(connection, { upload: { directory } })
      onTestFinished(() => service.close())
      services.push(service)
    }
    const [one, another] = services as [UploadService, UploadService]
    const [{ id, hash, ext }] = (await one.ask('POST /api/upload', [file('old', 'note.txt')])).body
    const replace = (service: UploadService, content: string) =>
      service.ask(`POST /api/upload?id=${id}`, [file(content, 'note.txt')])
    const record = holdRecord(one)
    const failing = replace(one, 'failing')
    await record.reached
    expect((await replace(another, 'confirmed')).status).toBe(200)
    record.release(new Error('The connection was lost'))
    expect((await failing).status).toBe(500)
    expect((await one.ask(`GET /uploads/${hash}${ext}`)).bytes.toString()).toBe('confirmed')
    expect((await readdir(directory)).filter((name) => name.startsWith('.') || name.includes(hash))).toEqual([
      `${hash}${ext}`,
    ])
  })

  const kinds: readonly [string, () => ReturnType<typeof memoryProvider> | undefined][] = [
    ['the upload folder', () => undefined],
    ['a provider', () => memoryProvider()],
  ]
  describe.each(kinds)('FILE-54: by two processes, in %s', (_, newProvider) => {
    /** Opens two services that share the database and the stored files. */
    const openTwo = async () => {
      const provider = newProvider()
      const upload = { directory: await newFolder(), ...(provider && { provider }) }
      const open = async () => {
        const service = await openUploadService(connection, { upload })
        onTestFinished(() => service.close())
        return service
      }
      const [one, another] = [await open(), await open()]
      const [{ id, url, hash }] = (await one.ask('POST /api/upload', [file('old', 'note.txt')])).body
      const replace = async (service: UploadService, content: string) => {
        expect((await service.ask(`POST /api/upload?id=${id}`, [file(content, `name-of-${content}.txt`)])).status).toBe(
          200,
        )
      }
      const expectMatch = async (last: RegExp) => {
        const { name } = (await another.ask(`GET /api/upload/files/${id}`)).body
        const content = provider ? provider.contents.get(`${hash}.txt`) : (await one.ask(`GET ${url}`)).bytes.toString()
        expect(name).toBe(`name-of-${content}.txt`)
        expect(content).toMatch(last)
        const hidden = (await readdir(upload.directory)).filter((entry) => entry.startsWith('.'))
        expect(hidden).toEqual([])
      }
      return { one, another, replace, expectMatch }
    }

    it('stores the content with its own record, if one pauses before it changes the record', async () => {
      const { one, another, replace, expectMatch } = await openTwo()
      const record = holdRecord(one)
      const first = replace(one, 'first')
      await record.reached
      await replace(another, 'second')
      record.release()
      await first
      await expectMatch(/^first$/)
    })

    it('stores the content with its own record, if both replace it repeatedly', async () => {
      const { one, another, replace, expectMatch } = await openTwo()
      for (let round = 0; round < 5; round++) {
        await Promise.all([replace(one, `one-${round}`), replace(another, `another-${round}`)])
        await expectMatch(new RegExp(`-${round}$`))
      }
    })
  })

  it('removes smaller versions that the new content lacks, and restores them if the change fails', async () => {
    const service = await openUploadService(connection)
    onTestFinished(() => service.close())
    const [{ id, hash }] = (await service.ask('POST /api/upload', [file(png(600, 400), 'old.png')])).body
    const before = await contents(service)
    expect(Object.keys(before)).toHaveLength(3)
    const write = service.api.database.write.bind(service.api.database)
    const spy = vi.spyOn(service.api.database, 'write')
    spy.mockImplementationOnce(write).mockImplementationOnce((work) =>
      write(async (tx) => {
        await work(tx)
        expect(await service.stored()).toEqual([`${hash}.png`])
        throw new Error('The commit failed')
      }),
    )
    const replace = () => service.ask(`POST /api/upload?id=${id}`, [file(png(10, 10), 'new.png')])
    expect((await replace()).status).toBe(500)
    expect(await contents(service)).toEqual(before)
    expect((await replace()).status).toBe(200)
    expect(await service.stored()).toEqual([`${hash}.png`])
  })

  it('leaves out a smaller format that a provider cannot store, so that the record describes the content', async () => {
    const provider = memoryProvider()
    const put = provider.put.bind(provider)
    const service = await openUploadService(connection, { upload: { provider } })
    onTestFinished(() => service.close())
    const { id, hash } = (await service.ask('POST /api/upload', [file(png(700, 700), 'a.png')])).body[0]
    const replace = () => service.ask(`POST /api/upload?id=${id}`, [file(png(600, 600), 'b.png')])
    const record = async () => (await service.ask(`GET /api/upload/files/${id}`)).body
    const failing = (name: string) => {
      provider.put = (key, content) => (key.startsWith(name) ? Promise.reject(new Error('down')) : put(key, content))
    }
    failing(hash)
    const before = [await record(), [...provider.contents]]
    expect((await replace()).status).toBe(500)
    expect([await record(), [...provider.contents]]).toEqual(before)
    failing('small_')
    expect((await replace()).status).toBe(500)
    expect(await record()).toMatchObject({ name: 'b.png', width: 600 })
    expect(Object.keys((await record()).formats)).toEqual(['thumbnail'])
    expect([...provider.contents.keys()]).toEqual([`${hash}.png`, `thumbnail_${hash}.png`])
    provider.put = put
    expect(Object.keys((await replace()).body.formats).toSorted()).toEqual(['small', 'thumbnail'])
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
  const directory = await newFolder()
  const service = await openUploadService(sqliteDatabase().connection, { upload: { directory } })
  onTestFinished(() => service.close())
  const [{ id, hash, url }] = (await service.ask('POST /api/upload', [file(png(1, 1), 'old.png')])).body
  const before = (await service.ask(`GET ${url}`)).bytes
  await mkdir(join(directory, `thumbnail_${hash}.png`))
  expect((await service.ask(`POST /api/upload?id=${id}`, [file(png(300, 200), 'new.png')])).status).toBe(500)
  expect((await service.ask(`GET ${url}`)).bytes).toEqual(before)
})
