import { describe, expect, it } from 'vitest'
import type { DocumentServer } from './served-documents.js'
import { openRecordedServer } from './served-documents.js'

const token = 'Bearer oracle-token-full-access'

async function send(server: DocumentServer, method: string, path: string, data?: object, more = {}) {
  const headers = { authorization: token, 'content-type': 'application/json', ...more }
  const body = data === undefined ? null : JSON.stringify({ data })
  const response = await server.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as never) }
}

const createController = `const { createCoreController } = require('@strapi/strapi').factories\n`

describe.each(['sqlite', 'postgres'] as const)('code of a Strapi 5 project, on %s', (dialect) => {
  it('answers by its own controllers, services and routes', async () => {
    const server = await openRecordedServer(dialect, {
      'src/api/tag/controllers/tag.js': `${createController}
module.exports = createCoreController('api::tag.tag', ({ strapi }) => ({
  async find(ctx) {
    const response = await super.find(ctx)
    return { ...response, meta: { ...response.meta, own: true } }
  },
  async rename(ctx) {
    await this.validateQuery(ctx)
    const query = await this.sanitizeQuery(ctx)
    const { id } = ctx.params
    const tag = await strapi.documents('api::tag.tag').update({ ...query, documentId: id, data: { name: ctx.request.body.data.name } })
    return this.transformResponse(await this.sanitizeOutput(tag, ctx), { renamed: true })
  },
}))`,
      'src/api/tag/routes/custom.js': `module.exports = { routes: [
  { method: 'POST', path: '/tags/:id/rename', handler: 'tag.rename', config: { policies: ['has-name'] } },
  { method: 'GET', path: '/tags-of-everybody', handler: 'api::tag.tag.find', config: { auth: false } },
] }`,
      'src/api/tag/policies/has-name.js': `module.exports = (context) => typeof context.request.body.data?.name === 'string'`,
      'src/api/place/services/place.js': `const { createCoreService } = require('@strapi/strapi').factories
module.exports = createCoreService('api::place.place', () => ({
  async find(...values) {
    const { results, pagination } = await super.find(...values)
    return { results: results.map((place) => ({ ...place, shown: place.name.toUpperCase() })), pagination }
  },
}))`,
    })
    const tags = await send(server, 'GET', '/api/tags?pagination[limit]=1&sort=name')
    expect(tags.body).toMatchObject({ data: [{ documentId: expect.any(String) as string }], meta: { own: true } })
    const renamed = await send(server, 'POST', '/api/tags/tag000000000000000000001/rename', { name: 'Renamed' })
    expect(renamed).toMatchObject({ status: 200, body: { data: { name: 'Renamed' }, meta: { renamed: true } } })
    expect(await send(server, 'POST', '/api/tags/tag000000000000000000001/rename', {})).toMatchObject({ status: 403 })
    const everybody = await send(server, 'GET', '/api/tags-of-everybody', undefined, { authorization: '' })
    expect(everybody).toMatchObject({ status: 200, body: { meta: { own: true } } })
    const { body } = await send(server, 'GET', '/api/places?sort=name')
    for (const { name, shown } of (body as unknown as { data: { name: string; shown: string }[] }).data) {
      expect(shown).toBe(name.toUpperCase())
    }
  })

  it('removes what a caller may not see from what its controllers return', async () => {
    const server = await openRecordedServer(dialect, {
      'src/api/article/controllers/article.js': `${createController}
module.exports = createCoreController('api::article.article', ({ strapi }) => ({
  async find(ctx) {
    const found = await strapi.documents('api::article.article').findMany({ status: 'published', populate: '*', limit: 2 })
    ctx.body = this.transformResponse(await this.sanitizeOutput(found, ctx))
  },
  async findOne(ctx) {
    const found = await strapi.documents('api::article.article').findOne({ documentId: ctx.params.id, status: 'published', populate: '*' })
    const { sanitize, validate } = strapi.contentAPI
    const schema = strapi.contentType('api::article.article')
    await validate.query(ctx.query, schema, { auth: ctx.state.auth })
    ctx.body = { data: await sanitize.output(found, schema, { auth: ctx.state.auth }) }
  },
}))`,
    })
    for (const path of ['/api/articles', '/api/articles/article00000000000000001']) {
      const all = await send(server, 'GET', path)
      const few = await send(server, 'GET', path, undefined, { authorization: 'Bearer oracle-token-custom' })
      const entryOf = (answer: typeof all): object => [(answer.body as { data: never } | null)?.data].flat()[0] ?? {}
      expect([all.status, few.status]).toEqual([200, 200])
      expect(entryOf(all)).not.toHaveProperty('secret')
      expect(entryOf(all)).not.toHaveProperty('internalNote')
      expect(entryOf(all)).toHaveProperty('author')
      expect(entryOf(few)).not.toHaveProperty('author')
    }
    const wrong = await send(server, 'GET', '/api/articles/article00000000000000001?filters[internalNote]=x')
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: 'Invalid key internalNote' } } })
  })

  it('runs the middlewares of documents around requests, and its own around responses', async () => {
    const server = await openRecordedServer(dialect, {
      'src/index.js': `module.exports = {
  register({ strapi }) {
    strapi.documents.use(async (context, next) => {
      if (context.uid !== 'api::tag.tag') return next()
      if (context.action === 'create') context.params.data = { ...context.params.data, name: context.params.data.name + '!' }
      if (context.action === 'findMany') context.params = { ...context.params, limit: 1 }
      return next()
    })
  },
  async bootstrap({ strapi }) {
    await strapi.documents('api::tag.tag').create({ data: { name: 'By bootstrap' } })
    await strapi.store({ type: 'core', name: 'own', key: 'started' }).set({ value: { at: 5 } })
    strapi.log.debug(JSON.stringify(await strapi.store.get({ type: 'core', name: 'own', key: 'started' })))
  },
}`,
      'src/middlewares/mark.js': `module.exports = () => async (ctx, next) => { await next(); ctx.set('X-Marked', ctx.request.url) }`,
      'config/middlewares.js': `module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'global::mark', 'strapi::body']`,
    })
    expect(await send(server, 'POST', '/api/tags', { name: 'New' })).toMatchObject({
      status: 201,
      body: { data: { name: 'New!' } },
    })
    const tags = await send(server, 'GET', '/api/tags')
    expect((tags.body as { data: unknown[] } | null)?.data).toHaveLength(1)
    const found = await send(server, 'GET', '/api/tags?filters[name]=By bootstrap!')
    expect(found.body).toMatchObject({ data: [{ name: 'By bootstrap!' }] })
    const { strapi } = server.service.project
    expect(await strapi.store.get({ name: 'own', key: 'started' })).toEqual({ at: 5 })
    const response = await server.fetch(
      new Request('http://localhost/api/places', { headers: { authorization: token } }),
    )
    expect(response.headers.get('x-marked')).toBe('/api/places')
  })

  it('keeps the forms and conditions of requests', async () => {
    const server = await openRecordedServer(dialect, {
      'src/api/author/controllers/author.js': `${createController}
module.exports = createCoreController('api::author.author', () => ({
  async findOne(ctx) { return super.findOne(ctx) },
  async update(ctx) { return super.update(ctx) },
  async delete(ctx) { return super.delete(ctx) },
}))`,
    })
    const path = '/api/authors/author000000000000000001'
    const v4 = await send(server, 'GET', `${path}?populate=*`, undefined, { 'strapi-response-format': 'v4' })
    expect(v4.body).toMatchObject({
      data: { documentId: 'author000000000000000001', attributes: { name: expect.any(String) as string } },
    })
    const { body } = await send(server, 'GET', path)
    const { updatedAt } = (body as { data: { updatedAt: string } } | null)?.data ?? {}
    const changed = await send(server, 'PUT', path, { name: 'Other' }, { 'if-match': `"${updatedAt}"` })
    expect(changed).toMatchObject({ status: 200, body: { data: { name: 'Other' } } })
    const late = await send(server, 'PUT', path, { name: 'Late' }, { 'if-match': `"${updatedAt}"` })
    expect(late.status).toBe(412)
    expect((await send(server, 'DELETE', path, undefined, { 'if-match': '"2020-01-01T00:00:00.000Z"' })).status).toBe(
      412,
    )
    expect(await send(server, 'DELETE', path)).toEqual({ status: 204, body: null })
    expect((await send(server, 'GET', path)).status).toBe(404)
  })

  it('has no routes for types whose API has none', async () => {
    const server = await openRecordedServer(dialect, {
      'src/api/memo/routes/memo.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::memo.memo', { only: ['find'] })`,
    })
    expect((await send(server, 'GET', '/api/memos')).status).toBe(200)
    expect((await send(server, 'POST', '/api/memos', { text: 'x' })).status).toBe(404)
  })
})
