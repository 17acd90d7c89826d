import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const schemaOf = (name: string, attributes: object, more: object = {}) =>
  JSON.stringify({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: { title: { type: 'string' }, ...attributes },
    ...more,
  })

const files: Readonly<Record<string, string>> = {
  'src/api/book/content-types/book/schema.json': schemaOf('book', {
    margin: { type: 'integer', private: true },
    shelf: { type: 'relation', relation: 'manyToOne', target: 'api::shelf.shelf' },
    secret: { type: 'relation', relation: 'oneToOne', target: 'api::secret.secret' },
  }),
  'src/api/shelf/content-types/shelf/schema.json': schemaOf('shelf', {}),
  'src/api/pen/content-types/pen/schema.json': schemaOf('pen', {}),
  'src/api/pen/routes/pen.js': `
    const router = require('@strapi/strapi').factories.createCoreRouter('api::pen.pen', { prefix: '/desk' })
    const count = { method: 'GET', path: '/pens/count', handler: (ctx) => { ctx.body = 'two' }, config: { auth: false } }
    module.exports = {
      get prefix() { return router.prefix },
      get routes() { return [count, ...router.routes.filter(({ method }) => method !== 'DELETE')] },
    }`,
  'src/api/pen/controllers/pen.js': `
    module.exports = require('@strapi/strapi').factories.createCoreController('api::pen.pen', () => ({
      async create(ctx) { return super.create(ctx) },
    }))`,
  'src/api/secret/content-types/secret/schema.json': schemaOf('secret', {}),
  'src/api/seen/content-types/seen/schema.json': schemaOf('seen', { hidden: { type: 'boolean' } }),
  'src/api/book/routes/book.js': `
    module.exports = require('@strapi/strapi').factories.createCoreRouter('api::book.book', {
      except: ['delete'],
      config: {
        findOne: { middlewares: [async (ctx, next) => { await next(); if (ctx.body) ctx.body.meta.by = 'middleware' }] },
        create: { policies: ['polite'] },
      },
    })`,
  'src/api/book/policies/polite.js': `module.exports = (ctx) => ctx.request.body.data.title !== 'rude'`,
  'src/api/book/controllers/book.js': `
    const { sanitize } = require('@strapi/utils')
    module.exports = require('@strapi/strapi').factories.createCoreController('api::book.book', ({ strapi }) => ({
      async find(ctx) {
        ctx.query = { ...ctx.query, sort: 'title:desc' }
        const { data, meta } = await super.find(ctx)
        return { data, meta: { ...meta, seen: data.length } }
      },
      async update(ctx) {
        await this.validateQuery(ctx)
        const query = await this.sanitizeQuery(ctx)
        const data = await this.sanitizeInput(ctx.request.body.data, ctx)
        const entry = await strapi.entityService.update('api::book.book', ctx.params.id, { ...query, data })
        return this.transformResponse(await this.sanitizeOutput(entry, ctx))
      },
      async raw(ctx) {
        const schema = strapi.contentType('api::book.book')
        const books = await strapi.entityService.findMany('api::book.book', { populate: '*' })
        return sanitize.contentAPI.output(books, schema, { auth: ctx.state.auth })
      },
      async bySlug() { return this.transformResponse(null) },
    }))`,
  'src/api/book/routes/01-custom.js': `
    module.exports = { routes: [
      { method: 'GET', path: '/books/raw', handler: 'book.raw', config: { auth: { scope: ['api::book.book.find'] } } },
      { method: 'GET', path: '/books/by-slug', handler: 'book.bySlug', config: { auth: false } },
    ] }`,
  'src/api/shelf/routes/shelf.js': `
    module.exports = require('@strapi/strapi').factories.createCoreRouter('api::shelf.shelf', { prefix: '/hall', only: ['find'] })`,
  'src/api/shelf/services/shelf.js': `
    module.exports = require('@strapi/strapi').factories.createCoreService('api::shelf.shelf', () => ({
      async find(...args) {
        const { results, pagination } = await super.find(...args)
        return { results: results.map((shelf) => ({ ...shelf, loud: shelf.title.toUpperCase() })), pagination }
      },
    }))`,
  'src/api/seen/content-types/seen/lifecycles.js': `
    module.exports = {
      beforeFindMany(event) { event.params.where = { $and: [event.params.where, { hidden: { $ne: true } }] } },
      afterFindMany(event) { for (const entry of event.result) entry.title += ' (seen)' },
      beforeFindOne(event) { event.state = { from: event.params.where } },
      afterFindOne(event) { if (event.result) event.result.title += ' ' + JSON.stringify(event.state.from) },
    }`,
  'src/index.js': `
    module.exports = {
      async bootstrap({ strapi }) {
        const shelf = await strapi.entityService.create('api::shelf.shelf', { data: { title: 'top' } })
        const secret = await strapi.entityService.create('api::secret.secret', { data: { title: 'hush' } })
        for (const title of ['a', 'b'])
          await strapi.entityService.create('api::book.book', { data: { title, margin: 7, shelf: shelf.id, secret: secret.id } })
        await strapi.db.query('api::seen.seen').createMany({ data: [{ title: 'x', hidden: false }, { title: 'y', hidden: true }] })
      },
    }`,
}

describe.each(await databases())('generated actions that a project changes, on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-core-'))
    await writeProject(folder, files)
    const book = ['find', 'findOne', 'create', 'update', 'delete'].map((name) => `api::book.book.${name}`)
    const pen = ['find', 'findOne', 'create', 'delete'].map((name) => `api::pen.pen.${name}`)
    const permissions = {
      public: [...book, ...pen, 'api::shelf.shelf.find', 'api::seen.seen.find', 'api::seen.seen.findOne'],
    }
    const config = { permissions, auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } } }
    api = await createContentApi({ project: folder, database: connection, config })
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })
  const ask = async (line: string, data?: object) => {
    const [method = '', path = ''] = line.split(' ')
    const init = data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }
    const response = await api.fetch(new Request(`http://service.example/api${path}`, { method, ...init }))
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const graphql = async (query: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) }
    return (await api.fetch(new Request('http://service.example/graphql', init))).json()
  }

  it('call the generated action through super, with a changed query and response', async () => {
    const { body } = await ask('GET /books?fields=title&pagination[pageSize]=1')
    expect(body.data).toMatchObject([{ attributes: { title: 'b' } }])
    expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 }, seen: 1 })
    expect((await ask('GET /books?filters[margin]=7')).status).toBe(400)
  })

  it('stand among the routes of a file that combines a router with its own', async () => {
    expect((await ask('POST /desk/pens', { title: 'blue' })).body.data).toMatchObject({ attributes: { title: 'blue' } })
    expect((await ask('GET /desk/pens/1')).status).toBe(200)
    const untyped = { method: 'POST', body: new TextEncoder().encode('{"data":{"title":"red"}}') }
    const rejected = await api.fetch(new Request('http://service.example/api/desk/pens', untyped))
    const sent = 'Send JSON with the header Content-Type: application/json'
    expect(await rejected.json()).toMatchObject({
      error: { message: `Missing "data" payload in the request body. ${sent}` },
    })
    const response = await api.fetch(new Request('http://service.example/api/desk/pens/count'))
    expect(await response.text()).toBe('two')
    expect((await ask('DELETE /desk/pens/1')).status).toBe(405)
    expect((await ask('GET /pens')).status).toBe(404)
  })

  it('run middlewares and policies of the router, and remove the routes that it excludes', async () => {
    expect((await ask('GET /books/1')).body.meta).toEqual({ by: 'middleware' })
    expect((await ask('POST /books', { title: 'rude' })).body.error.name).toBe('PolicyError')
    expect((await ask('POST /books', { title: 'c' })).status).toBe(200)
    expect((await ask('DELETE /books/1')).status).toBe(405)
  })

  it('sanitize input and output with the helpers of the controller and of @strapi/utils', async () => {
    const updated = await ask('PUT /books/1?populate=*', { title: 'A', margin: 8 })
    expect(updated.body.data.attributes).toMatchObject({
      title: 'A',
      shelf: { data: { attributes: { title: 'top' } } },
    })
    expect(Object.keys(updated.body.data.attributes)).not.toEqual(expect.arrayContaining(['margin']))
    expect(Object.keys(updated.body.data.attributes)).not.toEqual(expect.arrayContaining(['secret']))
    expect((await ask('PUT /books/1', { secret: 1 })).status).toBe(403)
    const [first] = (await ask('GET /books/raw')).body
    expect(first).toMatchObject({ title: 'A', shelf: { title: 'top' } })
    expect(Object.keys(first)).not.toEqual(expect.arrayContaining(['margin']))
    expect(Object.keys(first)).not.toEqual(expect.arrayContaining(['secret']))
    expect((await ask('GET /books/by-slug')).status).toBe(404)
  })

  it('call the replaced functions of a service, below the prefix of the router', async () => {
    const { body } = await ask('GET /hall/shelfs?pagination[limit]=-1')
    expect(body.data).toMatchObject([{ attributes: { title: 'top', loud: 'TOP' } }])
    expect(body.meta.pagination).toEqual({ start: 0, limit: 100, total: 1 })
    expect((await ask('GET /shelfs')).status).toBe(404)
    expect((await ask('GET /hall/shelfs/1')).status).toBe(404)
  })

  it('run hooks around reads through REST and GraphQL', async () => {
    const { body } = await ask('GET /seens?sort=title')
    expect(body.data).toMatchObject([{ attributes: { title: 'x (seen)' } }])
    expect(body.meta.pagination.total).toBe(1)
    expect((await ask('GET /seens/2')).body.data.attributes.title).toBe('y {"id":2}')
    expect(
      await graphql('{ seens { data { attributes { title } } } seen(id: 1) { data { attributes { title } } } }'),
    ).toEqual({
      data: {
        seens: { data: [{ attributes: { title: 'x (seen)' } }] },
        seen: { data: { attributes: { title: 'x {"id":1}' } } },
      },
    })
  })
})
