import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { multipart } from '../support/multipart.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { file } from '../support/upload-service.js'
import { foundBroken } from './integrity.js'
import { projectFolder, startService } from './service-process.js'

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

describe("a SQLite file that can't grow (R14)", () => {
  it('causes 507 for writes; reads continue, and no confirmed write is lost', async () => {
    const { connection } = sqliteDatabase()
    const api = await createContentApi({ project, database: connection })
    onTestFinished(() => api.close())
    const pages = await api.database.write((tx) => tx.read({ sql: 'PRAGMA page_count', values: [] }))
    await api.database.write((tx) => tx.query({ sql: `PRAGMA max_page_count = ${Number(pages) + 20}`, values: [] }))
    const ask = async (line: string, data?: unknown) => {
      const [method = '', path = ''] = line.split(' ')
      const headers = { 'content-type': 'application/json' }
      const init = data === undefined ? { method } : { method, headers, body: JSON.stringify({ data }) }
      const response = await api.fetch(new Request(`http://service${path}`, init))
      return { status: response.status, body: (await response.json()) as { data: { id: number } } }
    }
    const acknowledged: number[] = []
    const refused: number[] = []
    while (refused.length < 5 && acknowledged.length < 200) {
      const { status, body } = await ask('POST /api/articles', { title: 'Filling', body: 'x'.repeat(9_000) })
      if (status === 200) acknowledged.push(body.data.id)
      else refused.push(status)
    }
    expect(refused).toEqual([507, 507, 507, 507, 507])
    expect(acknowledged.length).toBeGreaterThan(2)
    for (const id of acknowledged) expect((await ask(`GET /api/articles/${id}`)).status).toBe(200)
    expect(await ask('GET /api/articles?pagination[pageSize]=1&fields=id')).toMatchObject({
      status: 200,
      body: { meta: { pagination: { total: acknowledged.length } } },
    })

    // Writes work again when there is space.
    await ask(`DELETE /api/articles/${acknowledged[0]}`)
    expect((await ask('POST /api/articles', { title: 'Room', body: 'x'.repeat(5_000) })).status).toBe(200)
    expect(await foundBroken(connection)).toEqual([])
  })
})

/**
 * Runs a command with a disk of four megabytes at the folder. Half of the disk is used until a file named
 * `room` exists. Only the command sees this disk.
 */
function withSmallDisk(folder: string, room: string): string[] {
  const script = [
    'mount -t tmpfs -o size=4m tmpfs "$0"',
    'head -c 2097152 /dev/zero > "$0/taken"',
    '{ (until test -e "$1"; do sleep 0.1; done; rm "$0/taken") & }',
    'shift',
    'exec "$@"',
  ]
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script.join(' && '), folder, room]
}

/**
 * Mounting a disk requires a permission. The test above limits the file with a setting of SQLite instead, and
 * runs everywhere.
 */
const canMount = spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/']).status === 0

it.runIf(canMount)(
  'a service whose disk is full sends 507, continues to read, and loses no confirmed write (R14)',
  async () => {
    const folder = projectFolder()
    const [disk, room] = [join(folder, 'disk'), join(folder, 'room')]
    mkdirSync(disk)
    const connection = { dialect: 'sqlite', file: join(disk, 'data.db') } as const
    const service = await startService(folder, connection, { under: withSmallDisk(disk, room) })
    const create = (body: string) => service.ask('POST /api/articles', { title: 'Filling', body })
    const acknowledged = new Map<number, string>()
    const refused: string[] = []
    for (let index = 0; refused.length < 5 && index < 1_000; index++) {
      const body = `${index} ${'x'.repeat(20_000)}`
      const { status, body: response } = await create(body)
      if (status === 200) acknowledged.set(response.data.id, body)
      else refused.push(`${status} ${response.error?.name}`)
    }
    expect(refused).toEqual(Array(5).fill('507 InsufficientStorageError'))
    expect(acknowledged.size).toBeGreaterThan(5)
    const readAll = async () => {
      for (const [id, body] of acknowledged) {
        const { status, body: response } = await service.ask(
          `GET /api/articles/${id}?publicationState=preview&fields=body`,
        )
        expect([id, status, response.data?.attributes['body'] === body]).toEqual([id, 200, true])
      }
    }
    await readAll()

    // With space again, writes work without a restart.
    writeFileSync(room, '')
    await expect.poll(async () => (await create('with room')).status).toBe(200)
    await readAll()
    process.stdout.write(`a disk of 4 MB: full after ${acknowledged.size} creates, 0 of them lost\n`)
  },
)

it.runIf(canMount)(
  'a service whose folder of uploads is full sends 507 for new and replaced files, and keeps the old content',
  async () => {
    const folder = projectFolder({ upload: { directory: 'disk' } })
    const [disk, room] = [join(folder, 'disk'), join(folder, 'room')]
    mkdirSync(disk)
    const { connection } = sqliteDatabase()
    const service = await startService(folder, connection, { under: withSmallDisk(disk, room) })
    const upload = async (path: string, content: Buffer) => {
      const { contentType, body } = multipart([file(content, 'note.txt')])
      const init = { method: 'POST', headers: { 'content-type': contentType }, body: new Uint8Array(body) }
      const response = await fetch(service.url + path, init)
      return { status: response.status, body: await response.json() }
    }
    const [old, large] = [Buffer.alloc(500_000, 'old '), Buffer.alloc(1_900_000, 'large ')]
    const [{ id, url }] = (await upload('/api/upload', old)).body
    const stored = async () => Buffer.from(await (await fetch(service.url + url)).arrayBuffer())
    for (const path of ['/api/upload', `/api/upload?id=${id}`]) {
      const { status, body } = await upload(path, large)
      expect([path, status, body.error.name]).toEqual([path, 507, 'InsufficientStorageError'])
      expect((await stored()).equals(old)).toBe(true)
    }

    // With space again, the same file can be replaced.
    writeFileSync(room, '')
    await expect.poll(async () => (await upload(`/api/upload?id=${id}`, large)).status).toBe(200)
    expect((await stored()).equals(large)).toBe(true)
  },
)
