import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Registry, createRegistry } from '@content-api/model'
import { examine } from '../../src/cli/doctor.js'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const type = 'src/api/page/content-types/page/schema.json'
const schema = {
  kind: 'collectionType',
  collectionName: 'pages',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  attributes: { title: { type: 'string' } },
}
const declared = (name: string) => `module.exports = { '${name}': { enabled: true, resolve: './src/plugins/${name}' } }`

/** A local plugin in the layout of Strapi's generator. */
const shop = {
  'config/plugins.js': `module.exports = ({ env }) => ({
    shop: { enabled: true, resolve: './src/plugins/shop', config: { currency: env('SHOP_CURRENCY', 'EUR') } },
  })`,
  'config/middlewares.js': `module.exports = [
    'strapi::errors', { name: 'plugin::shop.stamp', config: { header: 'x-all', text: 'every' } },
  ]`,
  'src/plugins/shop/package.json': '{ "name": "shop", "strapi": { "kind": "plugin" } }',
  'src/plugins/shop/strapi-server.js': `module.exports = require('./server')`,
  'src/plugins/shop/server/index.js': `module.exports = {
    register({ strapi }) { strapi.shopEvents = ['register'] },
    async bootstrap({ strapi }) {
      await strapi.entityService.create('api::page.page', { data: { title: strapi.shopEvents.join() } })
    },
    config: { default: { currency: 'USD', tax: 20 }, validator() {} },
    services: require('./services'),
    controllers: { cart: ({ strapi }) => ({
      async total(ctx) { ctx.body = await strapi.plugin('shop').service('prices').total(ctx.params.count) },
      async closed(ctx) { ctx.body = 'closed' },
    }) },
    policies: { weekday: (ctx, config) => config.day !== 'sunday' },
    middlewares: { stamp: (options) => async (ctx, next) => { await next(); ctx.set(options.header || 'x-stamp', options.text) } },
    contentTypes: {},
    routes: {
      admin: { type: 'admin', routes: [{ method: 'GET', path: '/secret', handler: 'cart.closed' }] },
      'content-api': { type: 'content-api', routes: [
        { method: 'GET', path: '/total/:count', handler: 'cart.total', config: { auth: false,
          policies: [{ name: 'weekday', config: { day: 'monday' } }],
          middlewares: [{ name: 'plugin::shop.stamp', config: { text: 'sold' } }] } },
        { method: 'GET', path: '/closed', handler: 'cart.closed', config: { policies: [{ name: 'weekday', config: { day: 'sunday' } }] } },
        { method: 'GET', path: '/short', handler: 'cart.closed', config: { prefix: '' } },
      ] },
    },
  }`,
  'src/plugins/shop/server/services/index.js': `module.exports = { prices: require('./prices') }`,
  'src/plugins/shop/server/services/prices.js': `const { errors } = require('@strapi/utils')
    module.exports = ({ strapi }) => ({
      async total(count) {
        const pages = await strapi.entityService.findMany('api::page.page')
        const { config } = strapi.plugin('shop')
        return { total: count * config('tax'), currency: strapi.config.get('plugin.shop.currency'),
          pages: pages.map(({ title }) => title), utils: typeof errors.ApplicationError }
      },
    })`,
  'src/api/page/routes/page.js': `module.exports = { routes: [
    { method: 'GET', path: '/pages/total', handler: 'page.total', config: { auth: false, middlewares: ['plugin::shop.stamp'] } },
  ] }`,
  'src/api/page/controllers/page.js': `module.exports = {
    async total(ctx) { ctx.body = await strapi.service('plugin::shop.prices').total(1) },
  }`,
}

/** A plugin with content types, as recorded from Strapi 4.26. */
const typed = {
  'config/plugins.js': declared('shop'),
  [type]: JSON.stringify({
    ...schema,
    attributes: {
      title: { type: 'string' },
      products: { type: 'relation', relation: 'manyToMany', target: 'plugin::shop.product', inversedBy: 'pages' },
      video: { type: 'relation', relation: 'oneToOne', target: 'plugin::video.clip' },
    },
  }),
  'src/plugins/shop/strapi-server.js': `
    const { createCoreController, createCoreRouter, createCoreService } = require('@strapi/strapi').factories
    const product = {
      info: { singularName: 'product', pluralName: 'products', displayName: 'Product' },
      attributes: {
        name: { type: 'string', required: true }, slug: { type: 'string' }, secret: { type: 'string', private: true },
        pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page', mappedBy: 'products' },
      },
    }
    const setting = { kind: 'singleType', info: { singularName: 'setting', pluralName: 'settings', displayName: 'Setting' }, attributes: {} }
    const lifecycles = { beforeCreate({ params }) { params.data.slug = 's-' + params.data.name } }
    module.exports = {
      contentTypes: { product: { schema: product, lifecycles }, setting: { schema: setting }, broken: { schema: { info: { singularName: 'broken', pluralName: 'broken' } } } },
      services: { product: createCoreService('plugin::shop.product') },
      controllers: { product: createCoreController('plugin::shop.product', ({ strapi }) => ({ async own(ctx) {
        const shop = strapi.plugin('shop')
        ctx.body = {
          entries: await strapi.db.query('plugin::shop.product').findMany(),
          count: await strapi.entityService.count('plugin::shop.product'),
          service: (await strapi.service('plugin::shop.product').find({})).results.length,
          types: Object.keys(shop.contentTypes), table: shop.contentType('setting').collectionName,
        }
      } })) },
      routes: {
        own: { type: 'content-api', routes: [{ method: 'GET', path: '/own', handler: 'product.own', config: { auth: false } }] },
        product: createCoreRouter('plugin::shop.product', { except: ['delete'] }),
        panel: createCoreRouter('plugin::shop.product', { type: 'admin', prefix: '/panel' }),
      },
    }`,
}

describe('plugins of a project', () => {
  let folder = ''
  let api: ContentApi | undefined
  afterEach(async () => {
    await api?.close()
    api = undefined
    await rm(folder, { recursive: true, force: true })
  })
  const write = async (files: Readonly<Record<string, string>>) => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-plugins-'))
    await writeProject(folder, { [type]: JSON.stringify(schema), ...files })
    return folder
  }
  const serve = async (files: Readonly<Record<string, string>>, permissions?: Record<string, string[]>) => {
    const config = permissions ? { permissions, auth: { jwt: { secret: 'a secret of thirty-two characters' } } } : {}
    api = await createContentApi({ project: await write(files), database: sqliteDatabase().connection, config })
    return async (path: string, data?: object) => {
      const body = data && { method: 'POST', body: JSON.stringify(path === '/graphql' ? data : { data }) }
      const url = `http://service.example${path === '/graphql' ? '' : '/api'}${path}`
      const headers = { 'content-type': 'application/json' }
      const response = await api?.fetch(new Request(url, { headers, ...body }))
      const text = (await response?.text()) ?? ''
      return {
        status: response?.status,
        stamp: response?.headers.get('x-stamp'),
        body: /^[[{]/.test(text) ? JSON.parse(text) : text,
      }
    }
  }

  it('run with their routes, controllers, services, policies, middlewares, register and bootstrap', async () => {
    const ask = await serve(shop)
    const total = { currency: 'EUR', pages: ['register'], utils: 'function' }
    expect(await ask('/shop/total/3')).toEqual({ status: 200, stamp: 'sold', body: { total: 60, ...total } })
    expect((await ask('/pages/total')).body).toEqual({ total: 20, ...total })
    expect((await ask('/shop/closed')).body.error.name).toBe('PolicyError')
    expect((await ask('/short')).body).toBe('closed')
    const pages = await api?.fetch(new Request('http://service.example/api/pages'))
    expect(pages?.headers.get('x-all')).toBe('every')
    expect((await ask('/shop/secret')).status).toBe(404)
    expect(api?.accounts.actions()).toContain('plugin::shop.cart.closed')
  })

  it('have content types with tables, relations, routes, hooks and GraphQL', async () => {
    const ask = await serve(typed)
    const product = { name: 'a', slug: 's-a', createdAt: expect.any(String), updatedAt: expect.any(String) }
    expect((await ask('/shop/products', { name: 'a', secret: 'x' })).body.data).toMatchObject({
      id: 1,
      attributes: product,
    })
    expect((await ask('/shop/products', {})).body.error.message).toBe('name must be defined.')
    await ask('/pages', { title: 'p', products: [1] })
    const { body } = await ask('/pages?populate=*')
    expect(body.data[0].attributes).toMatchObject({ products: { data: [{ id: 1, attributes: product }] } })
    expect(body.data[0].attributes).not.toHaveProperty('video')
    expect((await ask('/pages?filters[products][name]=a')).body.data).toHaveLength(1)
    expect((await ask('/pages?filters[products][secret]=x')).body.error.message).toBe('Invalid parameter secret')
    expect((await ask('/shop/products/1?populate=pages')).body.data.attributes.pages.data).toHaveLength(1)
    expect((await ask('/shop/own')).body).toEqual({
      entries: [{ id: 1, ...product, secret: 'x' }],
      count: 1,
      service: 1,
      types: ['product', 'setting'],
      table: 'shop_setting',
    })
    for (const path of ['/products', '/panel/products', '/shop/settings']) expect((await ask(path)).status).toBe(404)
    const query = 'mutation { createShopProduct(data: { name: "b" }) { data { id attributes { slug } } } }'
    expect((await ask('/graphql', { query })).body).toEqual({
      data: { createShopProduct: { data: { id: '2', attributes: { slug: 's-b' } } } },
    })
    const registry = api?.registry as Registry
    const read = createRegistry(sourcesOf(registry)).contentType('plugin::shop.product')
    expect(read).toEqual(registry.contentType('plugin::shop.product'))
    const { text } = await examine(folder)
    expect(text).toContain('plugin::shop.broken: attributes is missing. The content type is left out.')
    expect(text).toContain(
      'attributes.video.target is "plugin::video.clip", a content type of a plugin that isn\'t here.',
    )
  })

  it('protect their content types by permissions', async () => {
    const ask = await serve(typed, { public: ['api::page.page.find', 'plugin::shop.product.create'] })
    await ask('/shop/products', { name: 'a' })
    await api?.importEntries(['{"type":"api::page.page","id":1,"attributes":{"title":"p","products":[1]}}'])
    expect((await ask('/shop/products')).status).toBe(403)
    expect(JSON.stringify((await ask('/pages?populate=*')).body)).not.toContain('products')
    expect((await ask('/pages?filters[products][name]=a')).status).toBe(400)
    const { errors } = (await ask('/graphql', { query: '{ shopProducts { data { id } } }' })).body
    expect(errors[0].extensions.error.name).toBe('ForbiddenError')
  })

  it('have content types that src/extensions changes', async () => {
    const ask = await serve({
      ...typed,
      'src/extensions/shop/content-types/product/schema.json': JSON.stringify({
        attributes: { name: { type: 'string' }, colour: { type: 'string' } },
      }),
    })
    expect((await ask('/shop/products', { name: 'a', colour: 'red' })).body.data.attributes).toMatchObject({
      colour: 'red',
    })
    expect(api?.registry.contentTypes.get('plugin::shop.product')?.attributes).not.toHaveProperty('secret')
  })

  it('run from installed packages, which need no entry in config/plugins', async () => {
    const ask = await serve({
      'package.json': '{ "dependencies": { "a-shop": "1.0.0", "a-theme": "1.0.0", "other": "1.0.0" } }',
      'node_modules/a-shop/package.json': '{ "name": "a-shop", "strapi": { "kind": "plugin", "name": "shop" } }',
      'node_modules/a-shop/strapi-server.js': `module.exports = () => ({
        routes: { 'content-api': { type: 'content-api', routes: [{ method: 'GET', path: '/', handler: (ctx) => { ctx.body = require('@strapi/utils').errors ? 'open' : '' }, config: { auth: false } }] } },
      })`,
      'node_modules/a-theme/package.json': '{ "name": "a-theme", "strapi": { "kind": "plugin", "name": "theme" } }',
      'node_modules/other/package.json': '{ "name": "other" }',
      'node_modules/other/strapi-server.js': `throw new Error('never loaded')`,
    })
    expect((await ask('/shop')).body).toBe('open')
  })

  it('start without the GraphQL extension that fails', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const ask = await serve({
      'config/plugins.js': declared('shop'),
      'src/plugins/shop/strapi-server.js': `module.exports = {
        register({ strapi }) {
          const { use } = strapi.plugin('graphql').service('extension')
          use(({ strapi }) => strapi.plugin('graphql').service('gone').types())
          use({ typeDefs: 'extend type Query { open: String }', resolvers: { Query: { open: () => 'yes' } }, resolversConfig: { 'Query.open': { auth: false } } })
        },
      }`,
    })
    expect((await ask('/graphql', { query: '{ open }' })).body).toEqual({ data: { open: 'yes' } })
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    expect(String(warned.mock.calls[0]?.[0]) + text).toContain('The GraphQL extension of the plugin shop fails')
    warned.mockRestore()
  })

  it('may configure GraphQL fields with nested keys, and fields that do not exist', async () => {
    const ask = await serve({
      'src/index.js': `module.exports = {
        register({ strapi }) {
          strapi.plugin('graphql').service('extension').use(() => ({
            typeDefs: 'extend type Query { nested: String }',
            resolvers: { Query: { nested: () => 'yes' } },
            resolversConfig: {
              Query: { nested: { auth: false } },
              'Query.gone': { auth: false, policies: ['gone'] },
              'Gone.nested': { middlewares: ['gone'] },
            },
          }))
        },
      }`,
    })
    expect((await ask('/graphql', { query: '{ nested }' })).body).toEqual({ data: { nested: 'yes' } })
    expect((await ask('/graphql', { query: '{ gone }' })).body.errors[0].message).toContain('"gone"')
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    for (const path of ['Query.gone', 'Gone.nested']) expect(text).toContain(`resolversConfig of ${path} has no effect`)
  })

  it('are named if they are missing', async () => {
    const project = await write({
      'config/plugins.js': `module.exports = { gone: { enabled: true } }`,
    })
    const { text } = await examine(project)
    expect(text).toContain(
      "config/plugins.js: The plugin gone isn't installed, so its routes and services are missing.",
    )
  })

  it('are changed by src/extensions', async () => {
    const ask = await serve({
      ...shop,
      'src/extensions/shop/strapi-server.js': `module.exports = (plugin) => {
        plugin.controllers.cart = () => ({ total: (ctx) => { ctx.body = 'changed' }, closed() {} })
        return plugin
      }`,
    })
    expect((await ask('/shop/total/3')).body).toBe('changed')
  })

  it('do not run when they are disabled', async () => {
    const ask = await serve({
      ...shop,
      'config/plugins.js': `module.exports = { shop: { enabled: false, resolve: './src/plugins/shop' } }`,
      'src/api/page/routes/page.js': 'module.exports = { routes: [] }',
    })
    expect((await ask('/shop/total/3')).status).toBe(404)
  })

  it.each([
    [
      'needs a missing package',
      `const knex = require('knex')`,
      /strapi-server\.js: The plugin shop can't be loaded, so it is left out: .*knex/,
    ],
    [
      'throws while it loads',
      `\nthrow new Error('no key')`,
      /strapi-server\.js.*: The plugin shop can't be loaded, so it is left out: .*no key/,
    ],
    [
      'exports nothing',
      'module.exports = 1',
      /The plugin shop can't be loaded, so it is left out: .* must export an object with the parts of a plugin/,
    ],
    [
      'needs knex in register',
      `module.exports = {\n register({ strapi }) { strapi.db.connection.raw('') } }`,
      /^src\/plugins\/shop\/strapi-server\.js:2: The plugin shop fails in register, so it is left out: strapi\.db\.connection/m,
    ],
    [
      'throws in bootstrap',
      `module.exports = {\n async bootstrap() { throw new Error('offline') } }`,
      /^src\/plugins\/shop\/strapi-server\.js:2: The plugin shop fails in bootstrap, so it is left out: offline/m,
    ],
    [
      'has an invalid route',
      `module.exports = { routes: { a: { type: 'content-api', routes: [{ method: 'GET', path: '/x', handler: 'none.x' }] } } }`,
      /has a route that is not valid, so it is left out: .*plugin::shop\.none/,
    ],
    [
      'rejects its settings',
      `module.exports = { config: {\n validator() { throw new Error('currency is required') } } }`,
      /:2: The plugin shop can't be loaded, so it is left out: currency is required/,
    ],
    [
      'has a controller that throws',
      `module.exports = { controllers: {\n cart() { throw new Error('no cart') } } }`,
      /:2: The plugin shop can't create its controllers, so it is left out: no cart/,
    ],
  ])('are left out with a warning when one %s', async (_, server, warning) => {
    const files = { 'config/plugins.js': declared('shop'), 'src/plugins/shop/strapi-server.js': server }
    const project = await write(files)
    const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    api = await createContentApi({
      project,
      database: sqliteDatabase().connection,
      config: { log: { level: 'silent' } },
    })
    const afterStart = emitted.mock.calls.map(([line]) => String(line))
    emitted.mockRestore()
    expect((await api.fetch(new Request('http://service.example/api/pages'))).status).toBe(200)
    const { text, stops } = await examine(project)
    expect(stops).toBe(false)
    expect([...afterStart, ...text.split('\n').map((line) => line.trim())].join('\n')).toMatch(warning)
  })
})
