import { readdirSync } from 'node:fs'
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.js'
import { multipart, type Part } from '../support/multipart.js'
import { png } from '../../../../tests/support/png.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

const pixel = png(1, 1)
const html = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'
const sizeLimit = 1_000_000

let service: UploadService

beforeAll(async () => {
  const config = { upload: { sizeLimit, maxPixels: 1_000_000 } }
  service = await openUploadService(sqliteDatabase().connection, config)
})
afterAll(() => service.close())

async function refused(parts: readonly Part[], status: number) {
  const before = await service.stored()
  const response = await service.ask('POST /api/upload', parts)
  expect([response.status, response.body?.error?.status]).toEqual([status, status])
  expect(await service.stored()).toEqual(before)
  expect(await service.temporary()).toEqual([])
  return response.body.error.message as string
}

describe('FILE-01 (CVE-2026-22707, CVE-2022-27263, CVE-2022-32114): content that does not match its file name', () => {
  it.each(['x.png', 'x.php.png', 'x.html%00.png', 'x.svg', 'x.html', 'x.php', 'x.js', 'x.xhtml'])(
    'HTML sent as an image named %s is rejected by every route',
    async (filename) => {
      const part = { name: 'files', value: html, filename, type: 'image/png' }
      await refused([part], 400)
      const { id } = (await service.ask('POST /api/upload', [file(pixel, 'mine.png')])).body[0]
      const before = await service.stored()
      expect((await service.ask(`POST /api/upload?id=${id}`, [part])).status).toBe(400)
      const data = { name: 'data', value: '{"title":"A form"}' }
      expect((await service.ask('POST /api/articles', [data, { ...part, name: 'files.attachments' }])).status).toBe(400)
      expect(await service.stored()).toEqual(before)
    },
  )

  it('a NUL in a file name is rejected', async () => {
    expect(await refused([file(html, 'x.html\0.png')], 400)).toContain('Malformed part header')
  })

  it('the content determines the type, whatever the client sends', async () => {
    const part = { name: 'files', value: pixel, filename: 'x.png', type: 'text/html' }
    const [{ mime, ext, url }] = (await service.ask('POST /api/upload', [part])).body
    expect([mime, ext]).toEqual(['image/png', '.png'])
    expect((await service.ask(`GET ${url}`)).headers.get('content-type')).toBe('image/png')
  })

  it('HTML after the pixels of an image is removed when it is stored', async () => {
    const [{ url }] = (
      await service.ask('POST /api/upload', [file(Buffer.concat([pixel, Buffer.from(html)]), 'a.png')])
    ).body
    const { bytes } = await service.ask(`GET ${url}`)
    expect(bytes.includes('script')).toBe(false)
  })

  it('only configured types are accepted', async () => {
    const own = await openUploadService(sqliteDatabase().connection, { upload: { types: ['image/*', 'text/csv'] } })
    const upload = (name: string) => own.ask('POST /api/upload', [file(name.endsWith('png') ? pixel : 'a,b', name)])
    expect((await upload('a.png')).status).toBe(200)
    expect((await upload('a.csv')).status).toBe(200)
    const { status, body } = await upload('a.txt')
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('only image/*, text/csv are allowed')])
    await own.close()
  })
})

describe('FILE-02 (CVE-2022-29894, CVE-2022-22116, CVE-2022-22117): an SVG image with a script', () => {
  it('is sent as a download that runs no script', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"><script>alert(1)</script></svg>'
    const [record] = (await service.ask('POST /api/upload', [file(svg, 'v.svg')])).body
    expect(record).toMatchObject({ mime: 'image/svg+xml', ext: '.svg', width: 10, height: 5, formats: null })
    const { headers } = await service.ask(`GET ${record.url}`)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  it('every other file except images, video and audio is sent as a download', async () => {
    const [note] = (await service.ask('POST /api/upload', [file(html, 'note.txt')])).body
    const { headers } = await service.ask(`GET ${note.url}`)
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['text/plain', 'attachment'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const [image] = (await service.ask('POST /api/upload', [file(pixel, 'a.png')])).body
    const shown = await service.ask(`GET ${image.url}`)
    expect(shown.headers.get('content-disposition')).toBeNull()
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('cache-control')).toBe('public, max-age=60')
  })
})

describe('the folder of uploaded files', () => {
  it('serves its own files only, also in ranges', async () => {
    const [{ url }] = (await service.ask('POST /api/upload', [file('0123456789', 'digits.txt')])).body
    const part = await service.ask(`GET ${url}`, undefined, { range: 'bytes=2-4' })
    expect([part.status, part.bytes.toString()]).toEqual([206, '234'])
    const outside = await service.ask(`GET ${url}`, undefined, { range: 'bytes=20-' })
    expect([outside.status, outside.headers.get('content-range'), outside.body.error.status]).toEqual([
      416,
      'bytes */10',
      416,
    ])
    const known = await service.ask(`GET ${url}`)
    const again = await get(url, { 'if-none-match': known.headers.get('etag') ?? '' })
    expect(again.statusCode).toBe(304)
    const outsiders = ['/uploads/..%2f..%2fetc/passwd', '/uploads/../secret', '/uploads/%2e%2e/secret', '/uploads/%00']
    for (const path of [...outsiders, '/uploads/', '/uploads', '/uploads/.hidden']) {
      const { statusCode, headers } = await get(path)
      expect([path, [400, 403, 404].includes(statusCode ?? 0)]).toEqual([path, true])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })
})

/** Sends a path unchanged. */
function get(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => resolve(response.resume()))
    sent.on('error', reject)
    sent.end()
  })
}

/** Sends a body unchanged, completely or only its start. */
function send(contentType: string, body: Buffer, length = body.length) {
  const { hostname, port } = new URL(service.url)
  const headers = { 'content-type': contentType, 'content-length': body.length }
  const sent = request({ hostname, port, path: '/api/upload', method: 'POST', headers, agent: false })
  sent.write(body.subarray(0, length))
  if (length === body.length) sent.end()
  return sent
}

const statusOf = (sent: ClientRequest) =>
  new Promise<number>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })

const type = 'multipart/form-data; boundary=b'
const disposition = 'Content-Disposition: form-data; name="files"; filename="a.txt"'

describe('FILE-04 (CVE-2025-47944, CVE-2025-47935, CVE-2025-48997, CVE-2025-7338): a malformed body', () => {
  it.each([
    ['an empty name', type, '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--b--\r\n'],
    ['a malformed boundary', 'multipart/form-data; boundary=;', '--b--'],
    ['no boundary', 'multipart/form-data', '--b\r\n'],
    ['a header of 1 MB', type, `--b\r\n${disposition}\r\nX-Long: ${'a'.repeat(1_048_576)}\r\n\r\nx\r\n--b--\r\n`],
    ['an end that is missing', type, `--b\r\n${disposition}\r\n\r\nxxxx`],
    [
      'a name nested 10,000 deep',
      type,
      `--b\r\nContent-Disposition: form-data; name="a${'[b]'.repeat(10_000)}"\r\n\r\n1\r\n--b--`,
    ],
  ])('with %s gets 400; the process continues, and no file is left', async (_what, contentType, body) => {
    expect(await statusOf(send(contentType, Buffer.from(body)))).toBe(400)
    expect(await service.temporary()).toEqual([])
    expect((await service.ask('GET /_health')).status).toBe(204)
  })

  it('a compressed form is rejected', async () => {
    const { contentType, body } = multipart([file('x', 'a.txt')])
    const response = await fetch(`${service.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
    })
    expect(response.status).toBe(415)
  })
})

describe('FILE-05 (CVE-2026-2359, CVE-2026-3304, CVE-2026-3520, CVE-2022-24434): 200 uploads whose clients disconnect', () => {
  it('leave no open file and nothing on disk', async () => {
    const { contentType, body } = multipart([file(Buffer.alloc(500_000, 65), 'a.txt')])
    await service.ask('GET /_health')
    const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
    const before = descriptors()
    const seen = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const clients = Array.from({ length: 20 }, () => send(contentType, body, 100_000))
      for (const client of clients) client.on('error', () => undefined)
      await eventually(async () => expect((await service.temporary()).length).toBeGreaterThan(0))
      for (const name of await service.temporary()) seen.add(name)
      for (const client of clients) client.destroy()
    }
    expect(seen.size).toBeGreaterThan(0)
    await eventually(async () => expect(await service.temporary()).toEqual([]))
    await eventually(() => expect(descriptors()).toBeLessThanOrEqual(before + 5))
    expect((await service.ask('POST /api/upload', [file(pixel, 'after.png')])).status).toBe(200)
  })
})

describe('FILE-07 (CVE-2022-36313, CVE-2026-31808): headers that form a loop', () => {
  it.each([
    ['Matroska', Buffer.from('1a45dfa3', 'hex'), 'x.mkv'],
    ['ASF', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), 'x.mkv'],
  ])('%s is rejected without an endless loop', async (_what, head, name) => {
    await service.ask('POST /api/upload', [file('warm', 'up.txt')])
    expect(await refused([file(Buffer.concat([head, Buffer.alloc(200_000)]), name)], 400)).not.toBe('')
  })

  it('an image with many pixels in few bytes is rejected before it is decompressed', async () => {
    expect(await refused([file(png(20_000, 2_000, [0, 0, 0], 1), 'bomb.png')], 400)).toContain('20000 × 2000 pixels')
  })

  it('an image with missing pixels is rejected', async () => {
    expect(await refused([file(png(300, 200).subarray(0, 60), 'broken.png')], 400)).toContain("can't be read as one")
  })
})

describe('FILE-08 (CVE-2026-35409, CVE-2024-39699, CVE-2024-46990, CVE-2024-37818, CVE-2023-26492): URLs in a request', () => {
  it('are never fetched', async () => {
    let calls = 0
    const target = createServer((_request, response) => {
      calls++
      response.end()
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/a.png`
    await service.ask('POST /api/upload', { files: url, url })
    await service.ask('POST /api/upload', [{ name: 'files', value: url }])
    await service.ask('POST /api/upload', [file(pixel, 'a.png'), { name: 'fileInfo', value: JSON.stringify({ url }) }])
    await service.ask('POST /api/upload', [file(`<svg><image href="${url}"/></svg>`, 'a.svg')])
    await service.ask('POST /api/upload', [file(`<!DOCTYPE svg SYSTEM "${url}"><svg width="1" height="1"/>`, 'b.svg')])
    await new Promise((resolve) => target.close(resolve))
    expect(calls).toBe(0)
  })
})

describe('FILE-10: uploads over a limit', () => {
  it('a file of exactly the limit is accepted, and one more byte gets 413', async () => {
    const { status, body } = await service.ask('POST /api/upload', [file(Buffer.alloc(sizeLimit, 65), 'a.txt')])
    expect([status, body[0].size]).toEqual([200, 1000])
    await refused([file(Buffer.alloc(sizeLimit + 1, 65), 'a.txt')], 413)
  })

  it('1,000 files in one request get 413', async () => {
    expect(
      await refused(
        Array.from({ length: 1_000 }, () => file('x', 'a.txt')),
        413,
      ),
    ).toContain('more than 100 parts')
  })
})

describe('HTTP-10: line breaks in a file name', () => {
  it('are rejected and never reach a header', async () => {
    const head = 'Content-Disposition: form-data; name="files"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x%3D1.txt'
    const body = Buffer.from(`--b\r\n${head}\r\n\r\nhello\r\n--b--\r\n`)
    const { status, headers } = await fetch(`${service.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    })
    expect([status, headers.get('set-cookie')]).toEqual([400, null])
  })
})
