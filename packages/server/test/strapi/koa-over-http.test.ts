import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type RouteInput, createContentApi } from '../../src/index.js'

const events: string[] = []
let closed: Promise<unknown[]>
let destroyed: Promise<unknown[]>

const route = (path: string, handler: RouteInput['handler']): RouteInput => ({
  method: 'GET',
  path,
  handler,
  config: { auth: false },
})

const routes = [
  route('/cookies', (ctx) => {
    ctx['cookies'].set('one', '1')
    ctx['cookies'].set('two', '2')
    ctx.body = 'set'
  }),
  route('/finished', (ctx) => {
    ctx['res'].on('finish', () => events.push('finish')).on('close', () => events.push('close'))
    ctx.body = 'done'
  }),
  route('/events', (ctx) => {
    ctx['respond'] = false
    ctx['res'].writeHead(200, { 'content-type': 'text/event-stream' })
    ctx['res'].write('data: 1\n\n')
    closed = once(ctx['req'], 'close')
  }),
  route('/endless', (ctx) => {
    const stream = new Readable({ read: () => undefined })
    stream.push('first')
    destroyed = once(stream, 'close')
    ctx.body = stream
  }),
  route('/address', (ctx) => ({ ip: ctx.ip, ips: ctx['ips'], protocol: ctx['protocol'], host: ctx['host'] })),
]

describe('the context of Koa over a connection', () => {
  let api: ContentApi
  let url: string
  beforeAll(async () => {
    api = await createContentApi({
      contentTypes: {},
      database: ':memory:',
      routes,
      config: { trustProxy: 1 },
    })
    url = (await api.listen({ port: 0 })).url
  })
  afterAll(() => api.close())

  const open = async (path: string): Promise<IncomingMessage> => {
    const [response] = (await once(get(`${url}/api${path}`), 'response')) as [IncomingMessage]
    return response
  }

  it('sends each cookie in a header of its own', async () => {
    const response = await fetch(`${url}/api/cookies`)
    expect(response.headers.getSetCookie()).toEqual(['one=1; path=/; httponly', 'two=2; path=/; httponly'])
  })

  it('notifies code that the response has been sent', async () => {
    expect(await (await fetch(`${url}/api/finished`)).text()).toBe('done')
    await expect.poll(() => events).toEqual(['finish', 'close'])
  })

  it('sends what code writes to ctx.res, and notifies it when the client leaves', async () => {
    const response = await open('/events')
    const [chunk] = await once(response, 'data')
    expect([response.headers['content-type'], String(chunk)]).toEqual(['text/event-stream', 'data: 1\n\n'])
    response.destroy()
    expect(await closed).toEqual([])
  })

  it('closes a stream in ctx.body when the client leaves', async () => {
    const response = await open('/endless')
    await once(response, 'data')
    response.destroy()
    expect(await destroyed).toEqual([])
  })

  it('knows the client behind the trusted proxies', async () => {
    const forwarded = { 'x-forwarded-for': '192.0.2.7, 192.0.2.8', 'x-forwarded-proto': 'https' }
    const response = await fetch(`${url}/api/address`, { headers: forwarded })
    const { host } = new URL(url)
    expect(await response.json()).toEqual({ ip: '192.0.2.8', ips: ['192.0.2.8'], protocol: 'https', host })
  })
})
