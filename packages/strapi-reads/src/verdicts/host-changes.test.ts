import { describe, expect, it } from 'vitest'
import { hostChanges } from './host-changes.js'
import { sourceModule } from './source/source-module.js'

const file = 'src/setup.js'
const changes = (source: string) => hostChanges([sourceModule({ file, source })])
const inBootstrap = (code: string) => `module.exports = { async bootstrap({ strapi }) {\n${code} } }`

describe('code that changes Strapi', () => {
  it.each([
    ['strapi.db.lifecycles.subscribe((event) => {})'],
    ['strapi.db.lifecycles.subscribe({ afterFindMany() {} })'],
    ['strapi.db.lifecycles.subscribe({ ...hooks })'],
    ['app.db.lifecycles.subscribe(handler)'],
    ['const { lifecycles } = strapi.db; lifecycles.subscribe(handler)'],
    ['strapi.entityService.decorate((service) => service)'],
    ['strapi.entityService.findMany = async () => []'],
    ['strapi.sanitizers.add("content-api.output", x)'],
    ['strapi.server.use(async (ctx, next) => next())'],
    ['strapi.server.routes([{ method: "GET", path: "/x", handler: f }])'],
    ['const { server } = strapi; server.use(f)'],
    ['strapi.hook("strapi::content-types.beforeSync").register(f)'],
    ['strapi.container.get("sanitizers")'],
    ['strapi.config.set("api.rest.maxLimit", 1)'],
    [`strapi.plugin('users-permissions').controllers.user.me = f`],
    [`strapi.plugins['users-permissions'].services.jwt.verify = f`],
    [`strapi.contentType('api::article.article').attributes.title.private = true`],
    ['const types = strapi.contentTypes; types[name].options = {}'],
    [`strapi.service('api::article.article').find = f`],
    [`Object.assign(strapi.controllers['api::article.article'], { find })`],
    [`strapi.api.article.routes.article.routes.push(route)`],
    [`delete strapi.controllers['api::article.article'].find`],
    [`require('some-package').install(strapi)`],
    [`const change = require('some-package'); change({ strapi })`],
    [`require('@strapi/utils').sanitize.contentAPI.output = f`],
    [`const { strapi: host } = context`],
    [`const own = (`],
  ])('concerns every read: %s', (code) => {
    const line = code === 'const own = (' ? 1 : 2
    expect(changes(`const a = 1\n${code}`).everything).toMatchObject([{ file, line }])
  })

  it.each([
    ['strapi.io = new Server(strapi.server.httpServer)'],
    [
      `strapi.db.lifecycles.subscribe({ models: ['plugin::users-permissions.user'], async afterCreate({ result }) {} })`,
    ],
    [`const entry = await strapi.entityService.findOne('api::a.a', 1); entry.title = 'x'`],
    [`const list = await strapi.db.query('api::a.a').findMany(); list.push(1); Object.assign(list[0], { a: 1 })`],
    [`strapi.log.info('x'); strapi.cron.add({}); strapi.eventHub.on('entry.create', f)`],
    [`require('./seed')({ strapi })`],
    [`await strapi.plugins['users-permissions'].services.user.add({})`],
    [`const clean = await require('@strapi/utils').sanitize.contentAPI.output({}); clean.x = 1`],
  ])('is not %s', (code) => {
    expect(changes(inBootstrap(code))).toEqual({ everything: [], graphql: [], types: new Map() })
  })

  it('concerns the types that a subscriber names', () => {
    const code = `strapi.db.lifecycles.subscribe({ models: ['api::article.article'], afterFindOne() {} })`
    const { everything, types } = changes(inBootstrap(code))
    expect(everything).toEqual([])
    expect([...types]).toMatchObject([['api::article.article', { file, line: 2 }]])
  })

  it.each([
    [`strapi.plugin('graphql').service('extension').use({})`],
    [`strapi.service('plugin::graphql.extension').shadowCRUD('api::a.a').disable()`],
    [`const { graphql } = strapi.plugins; strapi.plugins.graphql.services.extension.use({})`],
  ])('concerns GraphQL: %s', (code) => {
    const { everything, graphql } = changes(inBootstrap(code))
    expect(everything).toEqual([])
    expect(graphql).toMatchObject([{ file, line: 2 }])
  })
})
