import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type Listening } from '../../src/index.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { rawRequest } from '../support/raw-request.js'
import { secret } from '../support/service.js'
import { writeProject } from '../support/write-project.js'

const schema = {
  kind: 'collectionType',
  collectionName: 'vaults',
  info: { singularName: 'vault', pluralName: 'vaults', displayName: 'Vault' },
  attributes: { title: { type: 'string' } },
}
const route = (method: string, path: string, handler: string, config: object) => ({
  method,
  path,
  handler: `vault.${handler}`,
  config,
})
const kept = { auth: false, policies: ['closed'] }
const routes = [
  route('GET', '/kept/inner', 'show', kept),
  route('POST', '/kept/inner', 'show', kept),
  route('GET', '/kept/by/:id', 'show', kept),
  route('GET', '/locked/inner', 'show', {}),
  // Other spellings may be parameters of the open route, as in Koa.
  route('GET', '/mixed/inner', 'show', kept),
  route('GET', '/mixed/:name', 'open', { auth: false }),
]
const files = {
  'src/index.js': `module.exports = { async bootstrap({ strapi }) {
    await strapi.entityService.create('api::vault.vault', { data: { title: 'gold and silver' } })
  } }`,
  'src/api/vault/content-types/vault/schema.json': JSON.stringify(schema),
  'src/api/vault/routes/0-own.js': `module.exports = { routes: ${JSON.stringify(routes)} }`,
  'src/api/vault/policies/closed.js': `module.exports = (ctx) => ctx.get('x-key') === 'fits'`,
  'src/api/vault/controllers/vault.js': `module.exports = {
    show: (ctx) => ctx.send('gold and silver', 207),
    open: (ctx) => ({ name: ctx.params.name }),
  }`,
  'src/api/vault/routes/vault.js': `const { createCoreRouter } = require('@strapi/strapi').factories
    module.exports = createCoreRouter('api::vault.vault', { config: { findOne: { policies: ['closed'] } } })`,
}

/** Other spellings of a path, which a router, a proxy or a library may take for the same. */
function spellings(path: string): readonly string[] {
  const parts = path.split('/').slice(1)
  const last = parts.at(-1) as string
  const each = (change: (part: string) => string) =>
    parts.map((part, at) => `/${parts.with(at, change(part)).join('/')}`)
  const joined = (separator: string) =>
    parts.slice(1).map((_, at) => {
      const [before, after] = [parts.slice(0, at + 1).join('/'), parts.slice(at + 1).join('/')]
      return `/${before}${separator}${after}`
    })
  const escaped = (text: string) => text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return [
    path,
    path.toUpperCase(),
    ...each((part) => part.toUpperCase()),
    ...each((part) => `%${part.charCodeAt(0).toString(16)}${part.slice(1)}`),
    ...each(escaped),
    // Its lower case is a k.
    ...each((part) => part.replace('k', '%E2%84%AA')),
    ...each((part) => part.replace('i', '%C4%B0')),
    ...each((part) => `${part};x=1`),
    ...each((part) => `${part}%20`),
    ...each((part) => `%20${part}`),
    ...each((part) => `${part}.`),
    ...each((part) => `${part}.json`),
    ...each((part) => `${part}%00`),
    ...each((part) => `${part}%0a`),
    ...each((part) => `${part}%ff`),
    ...each((part) => `./${part}`),
    ...each((part) => `x/../${part}`),
    ...each((part) => `%2e/${part}`),
    ...each((part) => `x/%2e%2e/${part}`),
    ...each((part) => `x/..%2f${part}`),
    ...['//', '/%2f', '%2f', '%2F', '%252f', '%5c', '\\', '/./', '/;/', '/?/', '#/', '%3f', '%23/'].flatMap(joined),
    ...['/', '//', '/.', '/..;/', '/?', '?', '?x', '#', '%2f', '%3f', ';', `/../${last}`, `/..%2f${last}`, '/%2e'].map(
      (end) => path + end,
    ),
    `/${path}`,
    `//service${path}`,
    `http://service${path}`,
    `http://service/x/..${path}`,
    `/x/..${path}`,
    `/mixed/..${path}`,
    `/api/mixed/..%2f${path.slice('/api/'.length)}`,
    `/api/mixed/x/../..${path.slice('/api'.length)}`,
    path.replace('/api', ''),
    path.replace('/api', '/api/api'),
    path.replace('/api', '/API%2f'),
  ]
}

const headers = {
  'x-original-url': '/api/mixed/x',
  'x-rewrite-url': '/api/mixed/x',
  'x-forwarded-prefix': '/api/mixed',
  'x-http-method-override': 'OPTIONS',
  'x-http-method': 'TRACE',
  'x-method-override': 'PATCH',
}

// The database has no part in this work, so that one is enough.
describe('paths in other spellings', () => {
  let folder: string
  let api: ContentApi
  let listening: Listening
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-paths-'))
    await writeProject(folder, files)
    const permissions = { public: ['api::vault.vault.findOne'] }
    api = await createContentApi({
      project: folder,
      database: sqliteDatabase().connection,
      config: { permissions, auth: { jwt: { secret } } },
    })
    listening = await api.listen({ port: 0 })
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })
  const ask = (line: string, more: Readonly<Record<string, string>> = {}) =>
    rawRequest(listening, line, { headers: { ...more } }).then(({ status, bytes }) => ({
      status,
      text: bytes.toString(),
    }))

  it('HTTP-76 pass no policy and need the same permission', async () => {
    expect((await ask('GET /api/mixed/x')).text).toBe('{"name":"x"}')
    const paths = ['kept/inner', 'kept/by/1', 'locked/inner', 'mixed/inner', 'vaults/1', 'vaults'].map(
      (path) => `/api/${path}`,
    )
    for (const path of paths) {
      const isLocked = path === '/api/locked/inner' || path === '/api/vaults'
      expect((await ask(`GET ${path}`, { 'x-key': 'fits' })).text.includes('silver')).toBe(!isLocked)
      for (const spelling of spellings(path)) {
        for (const [method, more] of [
          ['GET', {}],
          ['GET', headers],
          ['HEAD', {}],
          ['POST', headers],
        ] as const) {
          const { status, text } = await ask(`${method} ${spelling}`, more)
          expect([method, spelling, text.includes('silver')]).toEqual([method, spelling, false])
          const isOpen = text.startsWith('{"name":') || (method === 'HEAD' && /mixed/i.test(spelling))
          expect([method, spelling, isOpen && status === 200 ? 403 : status]).toEqual([
            method,
            spelling,
            expect.toSatisfy((code: number) => [400, 401, 403, 404, 405].includes(code)),
          ])
        }
      }
    }
  })
})
