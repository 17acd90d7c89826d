import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { type ContentApi, type ContentApiOptions, createContentApi } from '../../src/index.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

describe('the folders of a project', () => {
  const schema = {
    kind: 'collectionType',
    collectionName: 'pages',
    info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
    attributes: { title: { type: 'string' }, slug: { type: 'string', required: true } },
  }
  const type = 'src/api/page/content-types/page'
  let folder: string
  let api: ContentApi | undefined
  afterEach(async () => {
    await api?.close()
    api = undefined
    await rm(folder, { recursive: true, force: true })
  })
  const serve = async (files: Readonly<Record<string, string>>, config: ContentApiOptions['config'] = {}) => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-code-'))
    await writeProject(folder, { ...files, [`${type}/schema.json`]: JSON.stringify(schema) })
    api = await createContentApi({ project: folder, database: sqliteDatabase().connection, config })
    return async (line: string, data?: object) => {
      const [method = '', path = ''] = line.split(' ')
      const init = data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }
      const response = await api?.fetch(new Request(`http://service.example/api${path}`, { method, ...init }))
      const sent = (await response?.text()) ?? ''
      return { status: response?.status, body: /^[[{]/.test(sent) ? JSON.parse(sent) : sent }
    }
  }

  it('replace single actions of accounts, and leave the other actions at the same path', async () => {
    const ask = await serve({
      'src/extensions/users-permissions/strapi-server.js': `
        module.exports = (plugin) => {
          const { user } = plugin.controllers
          user.find = async (ctx) => { ctx.body = ['replaced'] }
          user.findOne = async (ctx) => { ctx.body = { replaced: ctx.params.id } }
          plugin.routes['content-api'].routes.push(
            { method: 'GET', path: '/greeting', handler: 'user.greet', config: { prefix: '', roles: ['anyone'] } },
            { method: 'GET', path: '/first', handler: 'user.first', config: { prefix: '' } },
          )
          user.first = async (ctx) => { ctx.body = await strapi.query('plugin::users-permissions.user').findOne() }
          user.greet = async (ctx) => { ctx.body = { hello: 'you' } }
          return plugin
        }`,
    })
    expect((await ask('GET /users')).body).toEqual(['replaced'])
    expect((await ask('GET /users/5')).body).toEqual({ replaced: '5' })
    expect((await ask('GET /greeting')).body).toEqual({ hello: 'you' })
    await api?.accounts.createUser({ username: 'ada', email: 'ada@example.com' })
    const { body: sent } = await ask('GET /first')
    expect(sent).toMatchObject({ username: 'ada', confirmationToken: null, resetPasswordToken: null })
    expect(sent).not.toHaveProperty('password')
    await api?.accounts.deleteUser('ada')
    // Without credentials there is no own user.
    expect((await ask('GET /users/me')).body.error).toMatchObject({ status: 401, message: 'Unauthorized' })
    expect((await ask('GET /users/count')).body).toBe('0')
    expect((await ask('DELETE /users/5')).status).toBe(404)
    expect((await ask('POST /users')).status).toBe(400)
    expect((await ask('PATCH /users/5')).body.error.message).toMatch(
      /Allowed: .*GET.*PUT.*DELETE|Allowed: .*PUT.*DELETE.*GET/,
    )
  })

  it('return a new plugin with copies of its parts', async () => {
    const ask = await serve({
      'src/extensions/users-permissions/strapi-server.js': `
        module.exports = (plugin) => {
          const { 'content-api': api, ...others } = plugin.routes
          const routes = api.routes.filter(({ handler }) => handler !== 'user.count').map((route) => ({ ...route }))
          return {
            ...plugin,
            controllers: {
              ...plugin.controllers,
              user: { ...plugin.controllers.user, async find(ctx) { ctx.body = ['replaced'] } },
              greeting: () => ({ show: (ctx) => { ctx.body = 'hello' } }),
            },
            routes: {
              ...others,
              'content-api': { ...api, routes },
              own: { type: 'content-api', prefix: '/own', routes: [
                { method: 'GET', path: '/greeting', handler: 'greeting.show', config: { auth: { strategies: ['api-token'] } } },
                { method: 'GET', path: '/open', handler: 'greeting.show', config: { prefix: '', auth: false } },
              ] },
            },
            services: { ...plugin.services, greeter: () => ({ greet: () => 'hi' }) },
            bootstrap({ strapi }) { globalThis.greeted = strapi.service('plugin::users-permissions.greeter').greet() },
          }
        }`,
      'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => ({
        ...plugin,
        contentTypes: { ...plugin.contentTypes, file: { schema: {
          ...plugin.contentTypes.file.schema,
          attributes: { ...plugin.contentTypes.file.schema.attributes, blurhash: { type: 'text' } },
        } } },
      })`,
    })
    expect((await ask('GET /users')).body).toEqual(['replaced'])
    expect((await ask('GET /users/count')).body).not.toBe('0')
    expect((await ask('POST /auth/local')).status).toBe(400)
    expect((await ask('GET /own/greeting')).status).toBe(401)
    expect((await ask('GET /open')).body).toBe('hello')
    expect(Reflect.get(globalThis, 'greeted')).toBe('hi')
    expect(api?.registry.contentType('plugin::upload.file').attributes['blurhash']?.type).toBe('text')
  })

  it('may have extensions of built-in types without a schema, whose lifecycles never run', async () => {
    const extensions = 'src/extensions/users-permissions/content-types'
    const ask = await serve({
      [`${extensions}/user/lifecycles.js`]: `module.exports = { beforeCreate() { throw new Error('never') } }`,
      [`${extensions}/role/.gitkeep`]: '',
    })
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    expect(text).toContain(`${extensions}/role/schema.json: is missing, so the folder has no effect`)
    expect(text).toMatch(
      /user\/lifecycles\.js: never runs.*strapi\.db\.lifecycles\.subscribe\(.*'plugin::users-permissions\.user'/,
    )
    expect(text.slice(0, text.indexOf('\n\n'))).not.toContain('lifecycles')
    expect((await ask('POST /auth/local/register')).status).toBe(400)
  })

  it('have no GraphQL without its plugin, as in Strapi', async () => {
    const dependencies = { '@strapi/strapi': '4.26.2' }
    const middlewares = `module.exports = ['strapi::body', 'strapi::public']`
    const ask = await serve({ 'package.json': JSON.stringify({ dependencies }), 'config/middlewares.js': middlewares })
    const response = await api?.fetch(new Request('http://service.example/graphql', { method: 'POST' }))
    expect([response?.status, (await ask('GET /pages')).status]).toEqual([405, 200])
  })

  it('honour the auth of routes, whose scope is the handler if it is empty', async () => {
    const route = (path: string, auth: string) =>
      `{ method: 'GET', path: '/${path}', handler: 'page.find', config: { auth: ${auth} } },`
    const files = {
      'src/api/page/controllers/page.js': `
        module.exports = require('@strapi/strapi').factories.createCoreController('api::page.page')`,
      'src/api/page/routes/page.js': `
        module.exports = require('@strapi/strapi').factories.createCoreRouter('api::page.page', {
          config: { find: { auth: { strategies: ['api-token'], mode: 'strict' } }, findOne: { auth: { scope: [] } } },
        })`,
      'src/api/page/routes/more.js': `
        module.exports = { routes: [
          ${route('more/tokens', "{ strategies: ['api-token'] }")}
          ${route('more/admins', "{ scope: ['api::page.page.find'], strategies: ['admin'] }")}
          ${route('more/empty', '{ scope: [] }')}
          ${route('more/other', '{}')}
          ${route('more/open', 'false')}
        ] }`,
    }
    const ask = await serve(files, {
      permissions: {},
      auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } },
    })
    const token = await api?.accounts.createToken({ name: 'reads', type: 'read-only' })
    const statuses = async (path: string) => {
      const init = { headers: { authorization: `Bearer ${token}` } }
      const response = await api?.fetch(new Request(`http://service.example/api${path}`, init))
      return [(await ask(`GET ${path}`)).status, response?.status]
    }
    expect(await statuses('/pages')).toEqual([401, 200])
    expect(await statuses('/pages/1')).toEqual([403, 404])
    expect(await statuses('/more/tokens')).toEqual([401, 200])
    expect(await statuses('/more/admins')).toEqual([401, 401])
    expect(await statuses('/more/empty')).toEqual([403, 200])
    expect(await statuses('/more/other')).toEqual([403, 200])
    expect(await statuses('/more/open')).toEqual([200, 200])
    const { text } = await examine(folder)
    expect(text).toContain('The key "mode" of auth of the config of the route GET /pages has no effect')
    expect(text).toContain('the strategy "admin" does not exist')
  })

  it.each([["'api-token'"], ["[{ name: 'own', authenticate: () => ({ authenticated: true }) }]"]])(
    'do not start with the strategies %s, which would be ignored',
    async (strategies) => {
      const files = {
        'src/api/page/routes/more.js': `module.exports = { routes: [
          { method: 'GET', path: '/more', handler: () => 1, config: { auth: { scope: [], strategies: ${strategies} } } },
        ] }`,
      }
      await expect(serve(files)).rejects.toThrow('auth.strategies of the config of the route GET /more must be a list')
    },
  )

  it('change the routes of accounts, and add services, policies, middlewares and controllers', async () => {
    const ask = await serve({
      'src/extensions/users-permissions/strapi-server.js': `
        module.exports = (plugin) => {
          const calls = []
          if (plugin.controllers.own || plugin.services.own || plugin.routes.own) throw new Error('unexpected')
          const { routes } = plugin.routes['content-api']
          const at = (handler) => routes.findIndex((route) => route.handler === handler)
          plugin.config = { ...plugin.config, layout: undefined }
          plugin.policies.sorted = (ctx) => ctx.query.sort !== undefined
          plugin.middlewares.mark = () => async (ctx, next) => { await next(); ctx.body = { marked: ctx.body } }
          plugin.services.greeter = ({ strapi }) => ({ greet: () => 'hello from ' + typeof strapi.plugin })
          plugin.controllers.greeting = ({ strapi }) => ({
            show: (ctx) => { ctx.body = strapi.service('plugin::users-permissions.greeter').greet() },
            started: (ctx) => { ctx.body = calls },
            count: (ctx) => { ctx.body = strapi.plugin('users-permissions').service('jwt').extra() },
          })
          routes[at('user.count')].config.middlewares = ['mark']
          routes[at('user.find')].config = { prefix: '', policies: ['sorted'] }
          routes[at('user.create')] = { method: 'POST', path: '/users', handler: 'greeting.show', config: { prefix: '' } }
          routes.splice(at('user.destroy'), 1)
          routes.unshift({ method: 'GET', path: '/greetings', handler: 'greeting.show', config: { prefix: '' } })
          plugin.contentTypes.user = {}
          const original = plugin.services.jwt({ strapi })
          plugin.services.jwt = () => ({ ...original, extra: () => 'more ' + typeof original.issue })
          routes.push({ method: 'GET', path: '/started', handler: 'greeting.started', config: { prefix: '', auth: false } })
          routes.push({
            method: 'POST', path: '/limited', handler: 'greeting.count',
            config: { prefix: '', auth: false, middlewares: [{ name: 'plugin::users-permissions.rateLimit', config: { max: 2 } }] },
          })
          plugin.register = ({ strapi }) => { calls.push('register ' + typeof strapi.plugin) }
          plugin.bootstrap = async ({ strapi }) => {
            calls.push(...await strapi.plugin('users-permissions').service('role').find())
          }
          plugin.destroy = () => {}
          return plugin
        }`,
    })
    expect((await ask('GET /greetings')).body).toBe('hello from function')
    expect((await ask('POST /users')).body).toBe('hello from function')
    expect((await ask('GET /users/count')).body).toEqual({ marked: 0 })
    expect((await ask('GET /users')).body.error.name).toBe('PolicyError')
    expect((await ask('GET /users?sort=id')).body).toEqual([])
    expect((await ask('DELETE /users/5')).body.error.message).toBe('Not Found')
    const [registered, ...roles] = (await ask('GET /started')).body
    expect(registered).toBe('register function')
    expect(roles.map(({ type }: { type: string }) => type).toSorted()).toEqual(['authenticated', 'public'])
    const limited = []
    for (let count = 0; count < 3; count++) limited.push(await ask('POST /limited', { email: 'a@example.com' }))
    expect(limited.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(limited[0]?.body).toBe('more function')
    expect((await ask('POST /auth/local', {})).status).toBe(400)
    const { text } = await examine(folder)
    expect(text).toContain('plugin.contentTypes.user has no effect here')
    expect(text).toContain('plugin.destroy is not called here')
    expect(text).not.toContain('plugin.bootstrap')
  })

  const coreRouter = (text: string) => `module.exports = require('@strapi/strapi').factories.createCoreRouter(${text})`

  it('are read as Strapi 4 reads them', async () => {
    const ask = await serve({
      // CommonJS with the global `strapi` and the libraries of Strapi, as in its documentation.
      [`${type}/lifecycles.js`]: `
        const { ApplicationError } = require('@strapi/utils').errors
        module.exports = {
          async beforeCreate(event) {
            if (event.params.data.title === 'no') throw new ApplicationError('Not this one', { title: 'no' })
            const count = await strapi.entityService.count('api::page.page')
            event.params.data.slug = 'page-' + count
          },
        }`,
      'src/api/page/routes/page.js': `
        const { createCoreRouter } = require('@strapi/strapi').factories
        module.exports = createCoreRouter('api::page.page', {
          prefix: '',
          except: [],
          config: { find: { policies: [], middlewares: [] }, create: {} },
        })`,
      'src/api/page/routes/custom.ts': `
        export default {
          routes: [
            { method: 'GET', path: '/pages/titles', handler: 'page.titles', config: { policies: ['api::page.polite'] } },
            { method: 'POST', path: '/pages/shout', handler: 'api::page.page.shout', config: { auth: false } },
          ],
        }`,
      'src/api/page/controllers/page.js': `
        const { createCoreController } = require('@strapi/strapi').factories
        module.exports = createCoreController('api::page.page', ({ strapi }) => ({
          async titles(ctx) {
            const pages = await strapi.entityService.findMany('api::page.page', { sort: 'title' })
            ctx.body = this.join(pages)
          },
          join: (pages) => strapi.service('api::page.page').titlesOf(pages),
          shout(ctx) {
            const { title } = ctx.request.body.data ?? {}
            if (!title) return ctx.badRequest('What?')
            return title.toUpperCase()
          },
        }))`,
      'src/api/page/services/page.js': `
        const { createCoreService } = require('@strapi/strapi').factories
        module.exports = createCoreService('api::page.page', () => ({ uid: 'page', titlesOf: (pages) => pages.map(({ title }) => title) }))`,
      'src/api/page/policies/polite.js': `
        const { uid } = strapi.service('api::page.page')
        module.exports = (ctx) => ctx.query.please !== undefined && strapi.service('api::page.page').uid === uid`,
      'src/index.ts': `
        export default {
          register({ strapi }) {
            const ping = { method: 'GET', path: '/ping', handler: () => 'pong', config: { auth: false } }
            strapi.server.routes([{ ...ping, path: '/api/pong' }])
            strapi.server.routes({ type: 'content-api', routes: [ping] })
          },
          bootstrap({ strapi }) {
            strapi.db.lifecycles.subscribe({ models: ['api::page.page'], beforeCreate({ params }) { params.data.slug += '!' } })
          },
        }`,
    })
    expect((await ask('POST /pages', { title: 'b' })).body.data.attributes.slug).toBe('page-0!')
    expect((await ask('POST /pages', { title: 'a' })).body.data.attributes.slug).toBe('page-1!')
    expect((await ask('POST /pages', { title: 'no' })).body.error).toMatchObject({
      status: 400,
      name: 'ApplicationError',
      message: 'Not this one',
      details: { title: 'no' },
    })
    expect((await ask('GET /pages/titles?please')).body).toEqual(['a', 'b'])
    expect((await ask('GET /pages/titles')).body.error.name).toBe('PolicyError')
    expect((await ask('POST /pages/shout', { title: 'hey' })).body).toBe('HEY')
    expect((await ask('POST /pages/shout', {})).body.error).toMatchObject({ status: 400, message: 'What?' })
    expect((await ask('GET /ping')).body).toBe('pong')
    expect((await ask('GET /pong')).body).toBe('pong')
    expect(api?.accounts.actions()).toContain('api::page.page.titles')
  })

  it('have names in kebab case, whatever their case is', async () => {
    const shelf = { ...schema, info: { singularName: 'wide-shelf', pluralName: 'wide-shelves', displayName: 'Shelf' } }
    const ask = await serve({
      'src/api/wideShelf/content-types/wideShelf/schema.json': JSON.stringify({ ...shelf, collectionName: 'shelves' }),
      'src/api/wideShelf/content-types/wideShelf/lifecycles.js': `
        module.exports = { beforeCreate({ params }) { params.data.slug = strapi.service('api::wide-shelf.wide-shelf').slug() } }`,
      'src/api/wideShelf/services/wideShelf.js': `module.exports = () => ({ slug: () => 'top' })`,
      'src/api/wideShelf/controllers/topOnly.js': `module.exports = { show: (ctx) => ctx.state.shown }`,
      'src/api/wideShelf/policies/isOpen.js': `module.exports = () => true`,
      'src/policies/is free .js': `module.exports = () => true`,
      'src/api/wideShelf/middlewares/showAll.js': `
        module.exports = () => (ctx, next) => { ctx.state.shown = 'all'; return next() }`,
      'src/api/wideShelf/routes/topOnly.js': `
        module.exports = { routes: [{ method: 'GET', path: '/top', handler: 'top-only.show', config: {
          auth: false, policies: ['api::wide-shelf.is-open', 'global::is free '], middlewares: ['api::wide-shelf.show-all'],
        } }] }`,
    })
    expect((await ask('GET /top')).body).toBe('all')
    expect((await ask('POST /wide-shelves', { title: 'x' })).body.data.attributes.slug).toBe('top')
  })

  it('have services whose functions use other services, in any order', async () => {
    const ask = await serve({
      'src/api/page/services/first.js': `
        const second = 'api::page.second'
        module.exports = ({ strapi }) => ({ second: strapi.services[second], page: strapi.service('api::page.page'), text: 'a' })`,
      'src/api/page/services/second.js': `
        module.exports = ({ strapi }) => ({ text: () => 'b', third: () => strapi.service('api::page.first').text })`,
      'src/api/page/controllers/page.js': `
        module.exports = require('@strapi/strapi').factories.createCoreController('api::page.page', ({ strapi }) => ({
          async text() {
            const { second, page } = strapi.service('api::page.first')
            return second.text() + second.third() + typeof page.find
          },
        }))`,
      'src/api/page/routes/text.js': `
        module.exports = { routes: [{ method: 'GET', path: '/text', handler: 'page.text', config: { auth: false } }] }`,
    })
    expect((await ask('GET /text')).body).toBe('bafunction')
  })

  it.each([
    ['{ "dependencies": { "@strapi/strapi": "4.26.2" } }', 404],
    ['{}', 200],
  ])('generate the routes of types without a router unless the package is %s', async (manifest, status) => {
    const ask = await serve({
      'package.json': manifest,
      'src/api/page/controllers/page.js': `module.exports = { first: (ctx) => 'first' }`,
      'src/api/page/routes/first.js': `
        module.exports = { routes: [{ method: 'GET', path: '/first', handler: 'page.first', config: { auth: false } }] }`,
    })
    expect((await ask('GET /first')).body).toBe('first')
    expect((await ask('GET /pages')).status).toBe(status)
    expect((await ask('GET /pages/1')).status).toBe(404)
  })

  it('have global middlewares that read the route of every request', async () => {
    const ask = await serve({
      'config/middlewares.js': `module.exports = ['global::note', 'strapi::favicon', 'strapi::public']`,
      'src/middlewares/note.js': `
        module.exports = () => async (ctx, next) => {
          await next()
          const { path, handler, info } = ctx.state.route ?? {}
          ctx.body = { path, handler, info }
        }`,
      'src/api/page/controllers/page.js': `module.exports = { first: (ctx) => 'first' }`,
      'src/api/page/routes/page.js': coreRouter(`'api::page.page'`),
      'src/api/page/routes/first.js': `
        module.exports = { routes: [{ method: 'GET', path: '/first', handler: 'page.first', config: { auth: false } }] }`,
    })
    const routeOf = async (line: string, data?: object) => (await ask(line, data)).body
    const ofPage = { apiName: 'page', type: 'content-api' }
    expect(await routeOf('GET /first')).toEqual({ path: '/first', handler: 'page.first', info: ofPage })
    expect(await routeOf('GET /pages/1')).toEqual({
      path: '/pages/:id',
      handler: 'api::page.page.findOne',
      info: ofPage,
    })
    const info = { pluginName: 'users-permissions', type: 'content-api' }
    expect(await routeOf('GET /users/count')).toEqual({ path: '/users/count', handler: 'user.count', info })
    expect(await routeOf('GET /users/5')).toEqual({ path: '/users/:id', handler: 'user.findOne', info })
    const ofFiles = { path: '/((?!uploads/).+)', info: { type: 'api' } }
    expect(await routeOf('GET /nothing')).toEqual(ofFiles)
    expect(await routeOf('POST /nothing', {})).toEqual({})
    expect(await routeOf('GET /../robots.txt')).toEqual(ofFiles)
    expect(await routeOf('GET /../')).toEqual({ ...ofFiles, path: '/' })
    expect(await routeOf('GET /../uploads/a.txt')).toMatchObject({ path: '/uploads/(.*)', handler: [null, null] })
    expect(await routeOf('GET /../favicon.ico')).toEqual({})
    expect(await routeOf('GET /../graphql')).toEqual({ info: { type: 'content-api' } })
  })

  it('have functions for responses of a status', async () => {
    const ask = await serve({
      'config/middlewares.js': `
        module.exports = [{
          name: 'strapi::responses',
          config: { handlers: { 404: (ctx) => { ctx.body = { missing: ctx.path } } } },
        }]`,
      'src/api/page/routes/page.js': coreRouter(`'api::page.page'`),
    })
    expect((await ask('GET /pages/9')).body).toEqual({ missing: '/api/pages/9' })
    expect((await ask('GET /pages')).body).toMatchObject({ data: [] })
  })

  it('may have files without routes, which doctor names', async () => {
    const ask = await serve({ 'src/api/page/routes/later.js': '// module.exports = { routes: [] }' })
    expect((await ask('GET /pages')).status).toBe(200)
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    expect(text).toContain('src/api/page/routes/later.js: This file exports no routes, so it has no effect.')
  })

  it('start with changes of plugins that have no effect here', async () => {
    const changes = ['upload', 'email', 'sentry'].map((plugin) => [
      `src/extensions/${plugin}/strapi-server.js`,
      'oops(',
    ])
    const ask = await serve(Object.fromEntries(changes))
    expect((await ask('GET /pages')).status).toBe(200)
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    for (const [file] of changes) expect(text).toContain(`${file}: Changes of the plugin `)
  })

  it('start with hooks that never run, which doctor names', async () => {
    const ask = await serve({
      [`${type}/lifecycles.js`]: `
        module.exports = { beforCreate() {}, beforeCreate({ params }) { params.data.slug = 'own' } }`,
      'src/index.js': `
        module.exports = { register({ strapi }) {
          strapi.db.lifecycles.subscribe({ models: ['api::page.page'], afterCreate({ result }) { result.title += '!' } })
          strapi.db.lifecycles.subscribe({
            models: ['plugin::users-permissions.user', 'plugin::upload.file', 'plugin::gone.gone'],
            afterCreate() {}, afterCreateMany() {},
          })
        } }`,
    })
    expect((await ask('POST /pages', { title: 'a' })).body.data.attributes).toMatchObject({ title: 'a!', slug: 'own' })
    const { text, stops } = await examine(folder)
    expect(stops).toBe(false)
    expect(text).toContain('Did you mean "beforeCreate"?')
    expect(text).toContain('src/index.js:4: plugin::users-permissions.user has no reads and writes of')
    expect(text).toContain('src/index.js:4: Writes of plugin::upload.file run no hooks.')
    expect(text).toContain('src/index.js:4: The content type "plugin::gone.gone" does not exist')
  })
})
