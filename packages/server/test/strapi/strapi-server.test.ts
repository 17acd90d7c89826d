import { once } from 'node:events'
import { type IncomingMessage, Server, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '@content-api/core/transport/listen'
import { type ContentApi, type ExtensionHost, createContentApi } from '../../src/index.js'
import { ProjectServer } from '@content-api/strapi-project/code/host/host-server'
import { writeProject } from '../support/write-project.js'

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true }',
  'config/middlewares.js': `module.exports = [
    'strapi::errors', { name: 'global::mark', config: { name: 'listed' } }, 'strapi::body',
    { name: 'strapi::cors', config: { origin: (ctx) => ctx.query.fail ? ctx.query.fail.missing() : '*' } },
  ]`,
  'src/middlewares/mark.js': `module.exports = ({ name }, { strapi }) => {
    strapi.server.use(global.marking('factory'))
    return global.marking(name)
  }`,
  'src/index.js': `
    global.marking = (name) => async (ctx, next) => {
      ctx.marks = [...(ctx.marks || []), [name, ctx.request.body === undefined ? 'unread' : 'read'].join(' ')]
      await next()
    }
    const show = (ctx) => { ctx.body = { marks: ctx.marks, id: ctx.params.id, greeting: ctx.greeting } }
    module.exports = {
      register({ strapi }) {
        strapi.server.use(global.marking('register'))
        strapi.server.app.context.greeting = 'hello'
        strapi.server.app.keys = ['a key of the project']
        strapi.server.router
          .get('named', '/plain/:id', (ctx, next) => next(), (ctx) => { show(ctx); return 'no effect' })
          .post(['/one', '/two'], (ctx) => { ctx.body = ctx.request.body })
          .get('/nothing', () => 'no effect')
          .get('/signed', (ctx) => { ctx.cookies.set('a', '1', { signed: true }); ctx.body = ctx.app.keys })
        strapi.server.routes({ type: 'content-api', prefix: '/shop', routes: [
          { method: 'GET', path: '/early/:id', handler: show, config: { auth: false } },
        ] })
      },
      bootstrap({ strapi }) {
        strapi.server.use(global.marking('bootstrap')).routes([
          { method: 'GET', path: '/late/:id', handler: show, config: { auth: false } },
        ])
        const { httpServer } = strapi.server
        // As engine.io does it.
        const [serve] = httpServer.listeners('request')
        httpServer.removeAllListeners('request')
        httpServer.on('request', (req, res) => req.url.startsWith('/live') ? res.end('live') : serve.call(httpServer, req, res))
        httpServer.on('upgrade', (req, socket) => {
          socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: echo\\r\\n\\r\\n')
          socket.pipe(socket)
        })
      },
    }`,
}

/** Requests another protocol. */
async function upgrade(url: string, headers: Readonly<Record<string, string>> = {}) {
  const asked = request(url, { headers: { connection: 'Upgrade', upgrade: 'echo', ...headers } }).end()
  return new Promise<{ readonly status: number | undefined; readonly socket: Socket }>((resolve, reject) => {
    const done = ({ statusCode, socket }: IncomingMessage) => resolve({ status: statusCode, socket })
    asked.once('upgrade', done).once('response', done).once('error', reject)
  })
}

describe('`strapi.server` in the code of a project', () => {
  const project = mkdtempSync(join(tmpdir(), 'strapi-server-'))
  let api: ContentApi
  let strapi: ExtensionHost
  let url: string
  let isOpen = false
  beforeAll(async () => {
    await writeProject(project, files)
    const register = (tools: { readonly strapi: ExtensionHost }) => void (strapi = tools.strapi)
    api = await createContentApi({ project, database: ':memory:', register, log: () => undefined })
    isOpen = true
    url = (await api.listen({ port: 0 })).url
  })
  afterAll(async () => {
    if (isOpen) await api.close()
    rmSync(project, { recursive: true, force: true })
  })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text, headers: response.headers }
  }

  it('runs middlewares of register before, and those of bootstrap after the configured ones', async () => {
    const marks = ['register unread', 'factory unread', 'listed unread', 'bootstrap read']
    expect((await ask('/late/1')).body).toEqual({ marks, id: '1', greeting: 'hello' })
    expect((await ask('/api/shop/early/2')).body).toEqual({ marks, id: '2', greeting: 'hello' })
    expect((await ask('/plain/3')).body).toEqual({ marks, id: '3', greeting: 'hello' })
  })

  it('responds with 500 if its function for the origins of CORS throws, and serves other requests', async () => {
    const headers = { origin: 'https://page.example' }
    expect(await ask('/plain/3?fail=1', { headers })).toMatchObject({ status: 500, body: { error: { status: 500 } } })
    expect((await ask('/plain/3', { headers })).status).toBe(200)
  })

  it('has a router whose functions respond by the context only', async () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
    expect((await ask('/two', json)).body).toEqual({ a: 1 })
    expect((await ask('/nothing')).status).toBe(404)
    const { body, headers } = await ask('/signed')
    expect([body, headers.getSetCookie().length]).toEqual([['a key of the project'], 2])
    expect(() => strapi.server.router.get(/x/, () => 1)).toThrow('too late to add routes')
    expect(() => strapi.server.use(() => 1)).toThrow('too late to add middlewares')
    expect(() => strapi.server.router.use(() => 1)).toThrow('use strapi.server.use()')
  })

  it('passes requests and upgrades to the listeners of httpServer', async () => {
    const { httpServer } = strapi.server
    expect((await ask('/live')).body).toBe('live')
    expect([httpServer instanceof Server, httpServer.listening, httpServer.address()]).toEqual([
      true,
      true,
      expect.objectContaining({ port: Number(new URL(url).port) }),
    ])
    expect(() => httpServer.listen(0)).toThrow('listens without a call')
    const { status, socket } = await upgrade(`${url}/echo`)
    const answer = once(socket, 'data')
    socket.write('hello')
    expect([status, String((await answer)[0])]).toEqual([101, 'hello'])
    // Without permissions, pages of other hosts must not reach the service.
    expect((await upgrade(url, { host: 'attacker.example' })).status).toBe(403)
    const ended = once(socket, 'close')
    httpServer.once('close', () => socket.resume())
    await api.close()
    isOpen = false
    await ended
    expect(httpServer.listening).toBe(false)
  })
})

describe('a server that listens', () => {
  it('passes upgrades to one project at a time, and serves them as requests if nobody listens for them', async () => {
    const listening = await listen((_, response) => void response.end('plain'), { host: '127.0.0.1', port: 0 })
    const named = (name: string) => {
      const project = new ProjectServer()
      project.server.on('upgrade', (_, socket: Socket) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${name}\r\n\r\n`)
      })
      return project
    }
    listening.attach(named('first'))
    const first = await upgrade(listening.url)
    expect(first.status).toBe(101)
    first.socket.resume()
    const ended = once(first.socket, 'close')
    listening.attach(named('second'))
    await ended
    const second = await upgrade(listening.url)
    expect(second.status).toBe(101)
    second.socket.resume()
    listening.attach(new ProjectServer())
    expect((await upgrade(listening.url)).status).toBe(200)
    await listening.close()
  })
})
