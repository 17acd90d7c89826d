import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ConfigInput } from '../../src/index.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { rawRequest } from '../support/raw-request.js'
import { type S3Server, startS3 } from '../support/s3-server.js'
import { file, openUploadService } from '../support/upload-service.js'

let s3: S3Server

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const places: [string, () => NonNullable<ConfigInput['upload']>][] = [
  ['a local folder', () => ({})],
  ['S3', () => ({ provider: 's3', s3: s3.s3 })],
]

describe.each(places)('requests for a file in %s', (_place, upload) => {
  /** Uploads a file. Returns functions that replace its content and request it, and the tag of its content. */
  const stored = async (content: string) => {
    const service = await openUploadService(sqliteDatabase().connection, { upload: upload() })
    onTestFinished(() => service.close())
    const [{ id, url }] = (await service.ask('POST /api/upload', [file(content, 'digits.txt')])).body
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const response = await rawRequest({ port: Number(new URL(service.url).port) }, `${method} ${url}`, { headers })
      const body = response.status < 400 ? response.bytes.toString() : undefined
      return { ...response, short: [response.status, body, response.headers['content-range']] }
    }
    const replace = async (next: string) => {
      expect((await service.ask(`POST /api/upload?id=${id}`, [file(next, 'digits.txt')])).status).toBe(200)
    }
    const { headers } = await ask({})
    return { ask, replace, tag: String(headers.etag), modified: String(headers['last-modified']) }
  }

  it('resume a download if `If-Range` names the same version, by a strong tag', async () => {
    const { ask, tag, modified } = await stored('0123456789')
    expect(tag).toMatch(/^"[^"]+"$/)
    const get = async (condition: string) => (await ask({ range: 'bytes=2-4', 'if-range': condition })).short
    expect(await get(tag)).toEqual([206, '234', 'bytes 2-4/10'])
    for (const other of [`W/${tag}`, '"other"', `"other", ${tag}`, '*', modified, new Date().toUTCString()]) {
      expect([other, await get(other)]).toEqual([other, [200, '0123456789', undefined]])
    }
  })

  it('get the whole new version if the file was replaced after the first part', async () => {
    const { ask, replace, tag } = await stored('0123456789')
    await replace('9876543210')
    const resume = async (range: string) => (await ask({ range, 'if-range': tag })).short
    expect(await resume('bytes=5-')).toEqual([200, '9876543210', undefined])
    await replace('abc')
    expect(await resume('bytes=5-')).toEqual([200, 'abc', undefined])
    expect((await ask({})).headers.etag).not.toBe(tag)
  })

  it('get 416 for a range outside of the file, also with `If-Range`', async () => {
    const { ask, tag } = await stored('0123456789')
    for (const condition of [{}, { 'if-range': tag }, { 'if-match': tag }]) {
      expect((await ask({ range: 'bytes=20-', ...condition })).short).toEqual([416, undefined, 'bytes */10'])
    }
  })

  it('get 412 unless `If-Match` names the version by a strong tag', async () => {
    const { ask, replace, tag } = await stored('0123456789')
    const get = async (list: string, more = {}) => (await ask({ 'if-match': list, ...more })).short
    for (const list of [tag, `"other", ${tag}`, '*']) {
      expect([list, await get(list)]).toEqual([list, [200, '0123456789', undefined]])
    }
    expect(await get(tag, { range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10'])
    for (const list of [`W/${tag}`, '"other"', '']) {
      expect([list, (await get(list))[0]]).toEqual([list, 412])
      expect([list, (await get(list, { range: 'bytes=20-' }))[0]]).toEqual([list, 412])
    }
    await replace('9876543210')
    expect((await get(tag))[0]).toBe(412)
  })

  it('get 304 if `If-None-Match` names the version by any tag', async () => {
    const { ask, tag } = await stored('0123456789')
    for (const list of [tag, `W/${tag}`, `"other", W/${tag}`, '*']) {
      expect([list, (await ask({ 'if-none-match': list })).short]).toEqual([list, [304, '', undefined]])
    }
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('get the headers of the whole file for HEAD, which has no ranges', async () => {
    const { ask, tag } = await stored('0123456789')
    const { status, headers } = await ask({ range: 'bytes=2-4' }, 'HEAD')
    expect([status, headers['content-length'], headers['content-range'], headers.etag]).toEqual([
      200,
      '10',
      undefined,
      tag,
    ])
  })
})

it('a file that replaces one of the same size and time has another tag', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'content-api-tags-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const service = await openUploadService(sqliteDatabase().connection, { upload: { directory } })
  onTestFinished(() => service.close())
  const path = join(directory, 'digits.txt')
  const tags: (string | null)[] = []
  for (const content of ['0123456789', '9876543210']) {
    // As the server does, replaces the file by a new one instead of changing it.
    await writeFile(`${path}.new`, content)
    await utimes(`${path}.new`, 1, 1)
    await rename(`${path}.new`, path)
    const { headers, bytes } = await service.ask('GET /uploads/digits.txt')
    expect([bytes.toString(), headers.get('last-modified')]).toEqual([content, new Date(1_000).toUTCString()])
    tags.push(headers.get('etag'))
  }
  expect(tags[0]).not.toBe(tags[1])
})
