import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../../../engine/src/write/run.js'
import type { DocumentServer } from './served-documents.js'
import { multipart, type Part } from '../support/multipart.js'
import { openRecordedServer } from './served-documents.js'

const headers = { authorization: 'Bearer oracle-token-full-access' }

interface UploadedFile {
  readonly id: number
  readonly url: string
  readonly name: string
}

async function upload(server: DocumentServer, parts: readonly Part[], query = '') {
  const { contentType, body } = multipart(parts)
  const request = new Request(`http://localhost/api/upload${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: new Uint8Array(body),
  })
  const response = await server.fetch(request)
  return { status: response.status, body: (await response.json()) as never }
}

const note = (value: string, filename = 'note.txt'): Part => ({ name: 'files', value, filename, type: 'text/plain' })

async function uploadOne(server: DocumentServer, parts: readonly Part[]): Promise<UploadedFile> {
  const { status, body } = await upload(server, parts)
  expect(status).toBe(201)
  const [file] = body as readonly UploadedFile[]
  if (!file) throw new Error('The response has no file')
  return file
}

const rowsOf = (server: DocumentServer, sql: string) =>
  server.service.database.write((tx) => run(tx, () => sql)) as Promise<readonly Record<string, unknown>[]>

const contentOf = async (server: DocumentServer, { url }: UploadedFile) => {
  const response = await server.fetch(new Request(`http://localhost${url}`))
  return { status: response.status, text: await response.text() }
}

describe.each(['sqlite', 'postgres'] as const)('uploads of a Strapi 5 project, on %s', (dialect) => {
  it('are in the folder of the library that Strapi makes for them', async () => {
    const server = await openRecordedServer(dialect)
    const files = await Promise.all(['One', 'Two', 'Three'].map((text) => uploadOne(server, [note(text)])))
    const [folder, ...others] = await rowsOf(server, `SELECT id, name, path, path_id FROM upload_folders`)
    expect(others).toEqual([])
    expect(folder).toMatchObject({ name: 'API Uploads', path: `/${String(folder?.['path_id'])}` })
    const ids = files.map(({ id }) => id).join(', ')
    const rows = await rowsOf(
      server,
      `SELECT f.folder_path, l.folder_id FROM files f JOIN files_folder_lnk l ON l.file_id = f.id WHERE f.id IN (${ids})`,
    )
    expect(rows).toEqual(files.map(() => ({ folder_path: folder?.['path'], folder_id: folder?.['id'] })))
    const [noted] = await rowsOf(
      server,
      `SELECT value FROM strapi_core_store_settings WHERE key = 'plugin_upload_api-folder'`,
    )
    expect(JSON.parse(String(noted?.['value']))).toEqual({ id: folder?.['id'] })
  })

  it('are served, replaced and deleted', async () => {
    const server = await openRecordedServer(dialect)
    const file = await uploadOne(server, [note('First')])
    expect(await contentOf(server, file)).toEqual({ status: 200, text: 'First' })
    const replaced = await upload(server, [note('Second', 'other.txt')], `?id=${file.id}`)
    expect(replaced).toMatchObject({ status: 200, body: { id: file.id, url: file.url, name: 'other.txt' } })
    expect(await contentOf(server, file)).toEqual({ status: 200, text: 'Second' })
    const path = join(server.service.folder ?? '', 'public', file.url)
    expect(existsSync(path)).toBe(true)
    const request = new Request(`http://localhost/api/upload/files/${file.id}`, { method: 'DELETE', headers })
    expect((await server.fetch(request)).status).toBe(200)
    expect(existsSync(path)).toBe(false)
    expect(await rowsOf(server, `SELECT id FROM files_folder_lnk WHERE file_id = ${file.id}`)).toEqual([])
  })

  it('are added to the entry that the form names', async () => {
    const server = await openRecordedServer(dialect)
    const [row] = await rowsOf(
      server,
      `SELECT id FROM articles WHERE document_id = 'article00000000000000004' AND published_at IS NOT NULL`,
    )
    const entry = { ref: 'api::article.article', refId: String(row?.['id']), field: 'cover' }
    const fields = Object.entries(entry).map(([name, value]) => ({ name, value }))
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const part = { name: 'files', value: pixel, filename: 'cover.png', type: 'image/png' }
    const file = await uploadOne(server, [part, ...fields])
    const path = '/api/articles/article00000000000000004?populate=cover'
    const response = await server.fetch(new Request(`http://localhost${path}`))
    expect(await response.json()).toMatchObject({ data: { cover: { id: file.id, width: 1 } } })
  })
})
