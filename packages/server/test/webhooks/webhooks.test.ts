import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import type { ConfigInput } from '../../src/index.js'
import { createSender, isPublicAddress } from '@content-api/capabilities/webhooks/send'
import { waitAfter, mostAttempts } from '@content-api/capabilities/webhooks/waits'
import { multipart } from '../support/multipart.js'
import { openService, type TestService } from '../support/service.js'

interface Recorded {
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly event: string }
}

/** What Strapi 4.26.2 sent for these writes by REST. */
const recorded = JSON.parse(
  readFileSync(new URL('fixtures/strapi-4.26-webhooks.json', import.meta.url), 'utf8'),
) as Recorded[]

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

describe('webhooks', () => {
  const uploads = mkdtempSync(join(tmpdir(), 'webhooks-'))
  const received: Received[] = []
  let arrived = () => {}
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body })
      if (path === '/moved') response.writeHead(302, { Location: '/hook' })
      response.end('thanks')
      arrived()
    })
  })
  let service: TestService
  let origin: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const hook = { url: `${origin}/hook`, allowPrivateAddresses: true }
    const config: ConfigInput = {
      upload: { directory: uploads },
      webhooks: [
        { ...hook, name: 'site', headers: { 'X-Own': '1' }, secret },
        { ...hook, name: 'moved', url: `${origin}/moved`, types: ['api::tag.tag'] },
        { ...hook, name: 'closed', allowPrivateAddresses: false, enabled: false },
      ],
      webhookDefaults: { headers: { 'X-Own': 'default', 'X-Default': '2' } },
    }
    service = await openService({ connection: sqliteDatabase().connection, config, withUsers: false })
  })
  afterAll(async () => {
    await service.close()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    rmSync(uploads, { recursive: true, force: true })
  })
  const arrivals = (count: number) =>
    new Promise<void>((resolve) => {
      arrived = () => received.filter(({ path }) => path === '/hook').length >= count && resolve()
      arrived()
    })

  it('sends the bodies of Strapi 4, signed', async () => {
    const token = await service.api.accounts.createToken({ name: 'all', type: 'full-access' })
    const ask = async (line: string, data?: object) => {
      const response = await service.ask(line, { token, ...(data && { body: { data } }) })
      expect(response.status).toBe(200)
      return response.body
    }
    const test = await service.api.webhooks.test('site')
    expect(test).toEqual({ status: 200, text: 'thanks' })
    const category = (await ask('POST /api/categories', { name: 'Hooked' })).data.id
    const { id } = (await ask('POST /api/articles', { title: 'Hooked', publishedAt: null, category })).data
    await ask(`PUT /api/articles/${id}`, { title: 'Hooked 2' })
    await ask(`PUT /api/articles/${id}`, { publishedAt: '2024-01-01T00:00:00.000Z' })
    await ask(`PUT /api/articles/${id}`, { publishedAt: null })
    await ask(`DELETE /api/articles/${id}`)
    const upload = async (path: string, parts: Parameters<typeof multipart>[0]) => {
      const { body, contentType } = multipart(parts)
      const headers = { 'content-type': contentType, authorization: `Bearer ${token}` }
      const response = await service.api.fetch(
        new Request(`http://localhost${path}`, { method: 'POST', headers, body: Uint8Array.from(body) }),
      )
      return response.json() as Promise<{ id: number }[]>
    }
    const file = { name: 'files', filename: 'hello.txt', type: 'text/plain', value: 'hello' }
    const [stored] = await upload('/api/upload', [file])
    await upload(`/api/upload?id=${stored?.id}`, [{ name: 'fileInfo', value: '{"name":"renamed.txt"}' }])
    await ask(`DELETE /api/upload/files/${stored?.id}`)
    // Strapi announces publications only in the admin panel.
    await arrivals(recorded.length + 2)
    const sent = received.filter(({ path }) => path === '/hook')
    for (const { body, headers } of sent) {
      expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    }
    const ours = sent.filter(({ body }) => !/"entry\.(un)?publish"/.test(body))
    const byObject = (list: readonly string[]) => list.map(withoutVariables).toSorted()
    expect(byObject(ours.map(({ body }) => body))).toEqual(byObject(recorded.map(({ body }) => JSON.stringify(body))))
    for (const { headers } of ours) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-own': '1', 'x-default': '2' })
      expect(headers['x-strapi-event']).toBeDefined()
    }
  })

  it('does not follow redirects, and keeps what the receiver said', async () => {
    await service.ask('POST /api/tags', {
      token: await service.api.accounts.createToken({ name: 't', type: 'full-access' }),
      body: { data: { name: 'moved' } },
    })
    await expect
      .poll(() => service.api.webhooks.deliveries())
      .toMatchObject([
        { hook: 'moved', state: 'waiting', attempts: 1, status: 302, response: 'thanks', name: 'entry.create' },
      ])
  })

  it('rejects private addresses unless they are allowed', async () => {
    const sender = createSender(10)
    const request = { headers: {}, body: '{}', allowPrivateAddresses: false }
    for (const url of [origin, origin.replace('127.0.0.1', 'localhost'), 'http://[::1]:1', 'http://0x7f000001:1']) {
      const response = await sender.send({ ...request, url })
      expect(response).toEqual({ status: null, text: expect.stringContaining('allowPrivateAddresses') as string })
    }
    sender.close()
  })

  it('counts only the time in which this process runs', async () => {
    const { url, end } = await receiverInThread()
    const sender = createSender(0.3)
    const request = { headers: {}, body: '{}', allowPrivateAddresses: true }
    const sent = sender.send({ ...request, url })
    // The request is on its way, and the response arrives while this process is busy for longer than the limit.
    await new Promise((resolve) => setImmediate(resolve))
    for (const until = performance.now() + 600; performance.now() < until; );
    expect(await sent).toEqual({ status: 200, text: 'thanks' })
    expect(await sender.send({ ...request, url: `${url}silent` })).toEqual({
      status: null,
      text: 'no response within 0.3 seconds',
    })
    sender.close()
    await end()
  })

  it('repeats a request whose connection the receiver has closed, if it was used before', async () => {
    const { url, end } = await receiverInThread()
    const sender = createSender(10)
    const request = { headers: {}, body: '{}', allowPrivateAddresses: true }
    expect(await sender.send({ ...request, url: `${url}once` })).toEqual({ status: 200, text: 'thanks' })
    // The receiver closes the second request of each connection.
    expect(await sender.send({ ...request, url: `${url}once` })).toEqual({ status: 200, text: 'thanks' })
    expect(await sender.send({ ...request, url: `${url}never` })).toEqual({ status: null, text: 'socket hang up' })
    sender.close()
    await end()
  })

  it('reads the start of a response that never ends, and closes the connection', async () => {
    const part = Buffer.alloc(4_096, 'x')
    const endless = createServer((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    })
    await new Promise<void>((resolve) => void endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as AddressInfo
    const sender = createSender(10)
    const request = { headers: {}, body: '{}', allowPrivateAddresses: true }
    const response = await sender.send({ ...request, url: `http://127.0.0.1:${port}/` })
    expect(response).toEqual({ status: 200, text: 'x'.repeat(500) })
    // The sender has closed its connection: otherwise the server couldn't close.
    await new Promise((resolve) => endless.close(resolve))
    sender.close()
  })

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '0.0.0.0',
    '64:ff9b::a00:1',
  ])('counts %s as private', (address) => expect(isPublicAddress(address)).toBe(false))

  it('waits longer after each attempt, with jitter', () => {
    const waits = Array.from({ length: mostAttempts }, (_, index) => waitAfter(index + 1, () => 0.5))
    expect(waits.at(-1)).toBeNull()
    const finite = waits.slice(0, -1) as number[]
    expect(finite).toEqual(finite.toSorted((a, b) => a - b))
    expect([waitAfter(1, () => 0), waitAfter(1, () => 1)]).toEqual([4_000, 6_000])
  })
})

/**
 * Starts a receiver that responds while this thread is busy. It never responds to `/silent`. It closes
 * connections with `/never`, and those with a second `/once`.
 */
async function receiverInThread(): Promise<{ readonly url: string; readonly end: () => Promise<unknown> }> {
  const worker = new Worker(
    `const { createServer } = require('node:http')
    const seen = new WeakSet()
    const server = createServer((request, response) => {
      if (request.url === '/silent') return
      if (request.url === '/never' || (request.url === '/once' && seen.has(request.socket))) return request.socket.destroy()
      seen.add(request.socket)
      response.end('thanks')
    })
    server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  const [port] = (await once(worker, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}/`, end: () => worker.terminate() }
}

/** Replaces ids, times, hashes and slugs. */
function withoutVariables(body: string): string {
  return (
    body
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/"id":\d+/g, '"id":0')
      .replaceAll(/hello_[\da-f]{10}/g, 'hello')
      // This server generates values of uids.
      .replace('"slug":"hooked"', '"slug":null')
  )
}
