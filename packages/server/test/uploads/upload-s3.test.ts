import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import type { ConfigInput } from '../../src/index.js'
import { ConfigError } from '../../src/index.js'
import { openS3 } from '@content-api/capabilities/uploads/s3'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { type S3Server, startS3 } from '../support/s3-server.js'
import { file, openUploadService } from '../support/upload-service.js'

let server: S3Server

beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server.close())

const memory = { dialect: 'sqlite', file: ':memory:' } as const
type Upload = NonNullable<ConfigInput['upload']>

async function open(database: ConfigInput['database'], s3: Partial<NonNullable<Upload['s3']>> = {}) {
  const service = await openUploadService(database, { upload: { provider: 's3', s3: { ...server.s3, ...s3 } } })
  onTestFinished(() => service.close())
  const upload = async (content: string | Buffer, name: string) => {
    const { status, body } = await service.ask('POST /api/upload', [file(content, name)])
    expect(status).toBe(200)
    return body[0]
  }
  const ask: typeof service.ask = (...args) => service.ask(...args)
  return { url: service.url, ask, upload, stored: () => service.stored() }
}

/** Larger than a part, so that it is sent in several parts. */
const large = Buffer.from(`${randomBytes(4_500_000).toString('hex')}\n`)

describe.each(await databases())('files in S3, with their records on $name', ({ connection }) => {
  it('are stored byte by byte, large ones in parts, and deleted with their records', async () => {
    const { ask, upload, stored } = await open(connection, { prefix: 'blog/' })
    const record = await upload(large, 'large.txt')
    expect(record).toMatchObject({ url: expect.stringMatching(/^\/uploads\/large_\w+\.txt$/), provider: 's3' })
    const name = `blog/${record.hash}${record.ext}`
    expect(await server.names()).toContain(name)
    expect((await server.bytes(name)).equals(large)).toBe(true)
    expect(await stored()).toEqual([])

    const read = await ask(`GET ${record.url}`)
    expect(read.bytes.equals(large)).toBe(true)
    expect(read.headers.get('content-disposition')).toBe('attachment')
    expect(read.headers.get('content-security-policy')).toContain('sandbox')
    const image = await upload(png(700, 700), 'picture.png')
    for (const { url } of [image, image.formats.thumbnail, image.formats.small]) {
      const { status, headers } = await ask(`GET ${url}`)
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        'image/png',
        null,
      ])
    }
    for (const { id } of [record, image]) expect((await ask(`DELETE /api/upload/files/${id}`)).status).toBe(200)
    expect((await ask(`GET ${record.url}`)).status).toBe(404)
    expect((await server.names()).filter((stored) => stored.startsWith('blog/'))).toEqual([])
  })
})

describe('a file in S3', () => {
  it('supports ranges, conditional requests and HEAD', async () => {
    const { ask, upload } = await open(memory)
    const { url } = await upload('0123456789', 'digits.txt')
    const whole = await ask(`GET ${url}`)
    const tag = whole.headers.get('etag') ?? ''
    const get = async (headers: Record<string, string>, method = 'GET') => {
      const { status, bytes, headers: sent } = await ask(`${method} ${url}`, undefined, headers)
      return [status, bytes.toString(), sent.get('content-range')]
    }
    expect(await get({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await get({ range: 'bytes=2-4', 'if-range': tag })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await get({ range: 'bytes=2-4', 'if-range': '"other"' })).toEqual([200, '0123456789', null])
    expect(await get({ range: 'bytes=0-1,4-5' })).toEqual([200, '0123456789', null])
    expect((await get({ range: 'bytes=20-' }))[0]).toBe(416)
    expect(await get({ 'if-none-match': tag })).toEqual([304, '', null])
    expect((await get({ 'if-match': '"other"' }))[0]).toBe(412)
    const head = await ask(`HEAD ${url}`)
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '10', 0])
    for (const path of ['missing.txt', '..%2Fdigits.txt', '', `${'a'.repeat(2_000)}.txt`].map(
      (name) => `/uploads/${name}`,
    )) {
      expect((await ask(`GET ${path}`)).status).toBe(404)
    }
  })

  it('is read from a signed URL, which does not contain the secret', async () => {
    const { url: origin, ask, upload } = await open(memory, { reads: 'presigned', presignedSeconds: 60 })
    const { url } = await upload('signed', 'signed.txt')
    const response = await fetch(origin + url, { redirect: 'manual' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'private, max-age=30'])
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.origin).toBe(server.s3.endpoint)
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60')
    expect(await (await fetch(location)).text()).toBe('signed')
    expect((await ask(`HEAD ${url}`)).status).toBe(200)
  })

  it('is redirected to under every condition, so that the store checks the signature first', async () => {
    const { url: origin, upload } = await open(memory, { reads: 'presigned', presignedSeconds: 60 })
    const { url } = await upload('signed', 'conditions.txt')
    const ask = async (address: URL | string, headers: Record<string, string>) => {
      const response = await fetch(address, { redirect: 'manual', headers })
      return { response, status: response.status, text: await response.text() }
    }
    const location = (await ask(origin + url, {})).response.headers.get('location') ?? ''
    const { response: whole } = await ask(location, {})
    const [tag, modified] = [String(whole.headers.get('etag')), String(whole.headers.get('last-modified'))]
    const conditions: Record<string, string>[] = [
      { 'if-none-match': tag },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-match': tag },
      { range: 'bytes=0-1' },
      { range: 'bytes=0-1', 'if-range': tag },
      { range: 'bytes=99-' },
    ]
    for (const headers of conditions) {
      const own = await ask(origin + url, headers)
      expect([headers, own.status, own.text, own.response.headers.get('etag')]).toEqual([headers, 302, '', null])
    }
  })

  it('has a public URL when the bucket is public', async () => {
    const { upload } = await open(memory, { reads: 'public', publicUrl: 'https://cdn.example/', prefix: 'a/' })
    expect((await upload('x', 'note.txt')).url).toMatch(/^https:\/\/cdn\.example\/a\/note_\w+\.txt$/)
  })

  it('gets 503 while S3 is unavailable', async () => {
    const other = await startS3()
    const service = await openUploadService(memory, { upload: { provider: 's3', s3: other.s3 } })
    onTestFinished(() => service.close())
    await other.close()
    const upload = await service.ask('POST /api/upload', [file('x', 'note.txt')])
    expect([upload.status, upload.body.error.message]).toEqual([
      503,
      'The store of files cannot be reached at the moment',
    ])
    expect((await service.ask('GET /uploads/note_1.txt')).status).toBe(503)
    expect((await service.ask('GET /api/articles')).status).toBe(200)
  })
})

it('a store that accepts requests and never responds fails them', async () => {
  let isSilent = false
  const store = createServer((_request, response) => {
    if (!isSilent) response.end()
  })
  await once(store.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    store.closeAllConnections()
    store.close()
  })
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const s3 = { ...server.s3, endpoint }
  const { s3: config } = parseConfig({ upload: { provider: 's3', s3 } }).upload
  const { remote } = await openS3(config as NonNullable<typeof config>, 60, { socketTimeout: 20 })
  isSilent = true
  for (const read of ['open', 'head'] as const)
    await expect(remote?.[read]('a.txt', {})).rejects.toMatchObject({ name: 'ServiceUnavailableError', status: 503 })
})

describe('a store whose responses do not end', () => {
  /** Opens a store that responds to everything but the check at the start. */
  async function openStore(respond: (response: ServerResponse) => void) {
    let isOpen = false
    const store = createServer((_request, response) => void (isOpen ? respond(response) : response.end()))
    await once(store.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      store.closeAllConnections()
      store.close()
    })
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
    const service = await openUploadService(memory, { upload: { provider: 's3', s3: { ...server.s3, endpoint } } })
    onTestFinished(() => service.close())
    isOpen = true
    return service
  }

  it('is left after the beginning of an error', async () => {
    let sent = 0
    const service = await openStore((response) => {
      response.writeHead(403, { 'content-type': 'application/xml' })
      const send = () => {
        sent += 65_536
        if (!response.destroyed && sent < 500_000_000)
          response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(send))
        else response.end()
      }
      send()
    })
    expect((await service.ask('GET /uploads/a.txt')).status).toBe(503)
    expect(sent).toBeLessThan(100_000_000)
  })

  it.each(['GET', 'HEAD'])('is left when the client of a %s leaves', { timeout: 20_000 }, async (method) => {
    const asked = new EventEmitter()
    const { url } = await openStore((response) => asked.emit('begun', response))
    const leaving = new AbortController()
    const begun = once(asked, 'begun')
    const outcome = fetch(`${url}/uploads/a.txt`, { method, signal: leaving.signal }).catch(() => 'left')
    const [response] = (await begun) as [ServerResponse]
    const left = once(response, 'close')
    leaving.abort()
    expect(await outcome).toBe('left')
    await left
  })
})

describe('a start with S3', () => {
  const secret = 'the-secret-canary'
  const starting = async (s3: Upload['s3']) => {
    const failure = await openUploadService(memory, { upload: { provider: 's3', ...(s3 && { s3 }) } }).then(
      (service) => service.close(),
      (error: unknown) => error as Error,
    )
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String((failure as Error).stack)).not.toContain('canary')
    return (failure as Error).message
  }

  it("fails with the reason when the bucket can't be reached", async () => {
    const { endpoint } = server.s3
    expect(await starting({ ...server.s3, bucket: 'elsewhere' })).toContain(
      `upload.s3.bucket names "elsewhere", and ${endpoint} has no such bucket: create it.`,
    )
    const forbidding = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1')
    onTestFinished(() => void forbidding.close())
    await once(forbidding, 'listening')
    const forbidden = `http://127.0.0.1:${(forbidding.address() as AddressInfo).port}`
    expect(await starting({ ...server.s3, secretAccessKey: secret, endpoint: forbidden })).toContain(
      `upload.s3 has keys that ${forbidden} doesn't accept for the bucket "content"`,
    )
    expect(await starting({ ...server.s3, secretAccessKey: secret, endpoint: 'http://127.0.0.1:9' })).toContain(
      `names the bucket "content" at http://127.0.0.1:9, which can't be reached: ECONNREFUSED.`,
    )
  })

  it('checks the configuration', async () => {
    expect(await starting(undefined)).toContain('upload.s3 is missing. The provider "s3" needs at least a bucket.')
    expect(await starting({ bucket: 'a', secretAccessKey: secret })).toContain('upload.s3.accessKeyId is missing')
    expect(await starting({ bucket: 'a', endpoint: 'https://user:canary@s3.example' })).toContain('without a user name')
    expect(() => parseConfig({ upload: { s3: { bucket: 'a', reads: 'public' } } })).toThrow(/publicUrl is missing/)
    expect(() => parseConfig({ upload: { s3: { bucket: 'a' } } })).toThrow(
      /upload\.s3 is only allowed with the provider "s3"/,
    )
  })

  it('names a missing package', async () => {
    const { s3 } = parseConfig({ upload: { provider: 's3', s3: { bucket: 'a' } } }).upload
    if (!s3) throw new Error('There is no section')
    const missing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }))
    await expect(openS3(s3, 60, { client: missing })).rejects.toThrow(
      'upload.provider is "s3", which needs the package @aws-sdk/client-s3: run "npm install @aws-sdk/client-s3 @aws-sdk/lib-storage".',
    )
  })
})
