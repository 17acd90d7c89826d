import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../support/raw-request.js'
import { parseConfig } from '@content-api/core/config/parse'
import { ApiError } from '@content-api/engine/errors'
import { type HttpRequest, jsonResponse } from '@content-api/core/message/message'
import { compose } from '@content-api/core/transport/compose'
import { allowOrigins, rejectCrossOriginWrites } from '../../src/http/cors.js'
import { respondToErrors } from '@content-api/core/transport/error-response'
import { createExpressApp, createListener } from '@content-api/core/transport/node-listener'
import { createFetch } from '@content-api/core/transport/fetch'
import { createHealth } from '@content-api/core/transport/health'
import { serveIcon } from '../../src/http/public-files.js'
import { servePageFiles } from '../../src/http/page-files.js'
import { serveReferencePage } from '../../src/http/reference-page.js'
import { serveUploads } from '@content-api/capabilities/uploads/routes/uploaded-files'
import { type Sent, casesFor, content, modified, range } from './adapter-cases.js'

const config = parseConfig({ limits: { body: 1_000 }, cors: { origins: ['https://app.example'] } })

interface Received {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly bytes: Buffer
}

type Send = (line: string, sent?: Sent) => Promise<Received>

async function echo(request: HttpRequest) {
  const { method, path, query } = request
  if (path === '/api/refuse') throw new ApiError('RateLimitError', undefined, { headers: { 'Retry-After': '3' } })
  if (path === '/api/fail') throw new Error('SELECT secret FROM users')
  if (path === '/api/cookies')
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain' },
      cookies: ['a=1', 'b=2'],
      body: request.headers()['x-listed'] as string,
    }
  if (!path.startsWith('/api/')) return null
  const body = method === 'POST' ? Buffer.from(await request.body()).toString() : ''
  return jsonResponse(JSON.stringify({ method, path, query, body, type: request.header('content-type') ?? null }))
}

/** Headers that the transport of each adapter sets, or that differ for each request. */
const ofTransport = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']

let stop: () => void
const adapters: Record<string, Send> = {}
const directory = await mkdtemp(join(tmpdir(), 'content-api-adapters-'))
for (const name of ['picture.png', 'page.svg', 'empty.txt', '.hidden.png']) {
  await writeFile(join(directory, name), name === 'empty.txt' ? '' : content)
  await utimes(join(directory, name), modified, modified)
}
const handle = compose([
  allowOrigins(config.cors),
  respondToErrors(() => undefined),
  createHealth({ isStopping: () => false, loadModules: async () => undefined, reachDatabase: async () => null }),
  rejectCrossOriginWrites(config.cors),
  serveIcon,
  serveUploads({ path: '/uploads', directory, maxAge: 60 }),
  serveReferencePage(),
  servePageFiles(),
  echo,
])
const fetch = createFetch(handle, config)
const picture = await fetch(new Request('http://127.0.0.1/uploads/picture.png', { method: 'HEAD' }))
const cases = casesFor(picture.headers.get('etag') ?? '')

beforeAll(async () => {
  const listener = createServer(createListener({ config, handle }))
  const app = createServer(createExpressApp({ config, handle }))
  const mounted = createServer(express().disable('x-powered-by').use('/content', createExpressApp({ config, handle })))
  const servers = [listener, app, mounted]
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  stop = () => servers.forEach((server) => server.close())
  const over =
    (server: typeof app, prefix = ''): Send =>
    async (line, sent = {}) =>
      rawRequest(server.address() as AddressInfo, line.replace(' /', ` ${prefix}/`), sent)
  adapters['node:http'] = over(listener)
  adapters['Express'] = over(app)
  adapters['Express, mounted'] = over(mounted, '/content')
  adapters['fetch'] = async (line, { headers = {}, body } = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(new Request(`http://127.0.0.1${path}`, { method, headers, ...(body && { body }) }))
    return {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        ...(response.headers.getSetCookie().length > 0 && { 'set-cookie': response.headers.getSetCookie() }),
      },
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
})
afterAll(async () => {
  stop()
  await rm(directory, { recursive: true })
})

describe.each(['node:http', 'Express', 'Express, mounted', 'fetch'])('the adapter for %s', (name) => {
  it.each(cases)('sends the expected response: %s', async (_title, line, sent, status, headers = {}) => {
    const response = await (adapters[name] as Send)(line, sent)
    expect(response.status).toBe(status)
    for (const [header, value] of Object.entries(headers))
      expect([header, response.headers[header]]).toEqual([header, value])
    const expected = await (adapters['node:http'] as Send)(line, sent)
    expect(response.bytes.equals(expected.bytes)).toBe(true)
    expect(comparable(response, name)).toEqual(comparable(expected, name))
    expect(response.bytes.length === 0 || !(line.startsWith('HEAD') || status === 304)).toBe(true)
  })

  it('sends the bytes of a file and of its ranges', async () => {
    const send = adapters[name] as Send
    expect((await send('GET /uploads/picture.png')).bytes.equals(content)).toBe(true)
    expect(
      (await send('GET /uploads/picture.png', range('bytes=300-309'))).bytes.equals(content.subarray(300, 310)),
    ).toBe(true)
  })
})

/** A `Response` of fetch has no Content-Length for a string. */
function comparable({ headers }: Received, name: string): Record<string, unknown> {
  const left = name === 'fetch' ? [...ofTransport, 'content-length'] : ofTransport
  return Object.fromEntries(Object.entries(headers).filter(([header]) => !left.includes(header)))
}
