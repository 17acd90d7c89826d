import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type ExtensionHost, createContentApi } from '../../src/index.js'
import type { HostContainer } from '@content-api/strapi-project/code/host/open-host'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const shop = 'api::shop.shop'
const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true }',
  'config/prices.js': `module.exports = ({ env }) => ({ vat: env.int('NO_SUCH_VAT', 19), currency: { code: 'EUR' } })`,
  'config/server.js': `module.exports = () => ({ url: 'https://shop.example', port: 1, app: { name: 'shop' } })`,
  'config/plugins.js': `module.exports = { email: { config: { settings: { defaultFrom: 'a@example.com' } } } }`,
  'config/database.js': `module.exports = ({ env }) => ({ connection: { client: env('NO_CLIENT', 'sqlite') } })`,
  'config/admin.js': `throw new Error('it fails quietly')`,
  'src/api/shop/content-types/shop/schema.json': JSON.stringify({
    kind: 'singleType',
    info: { singularName: 'shop', pluralName: 'shops', displayName: 'Shop' },
    options: { draftAndPublish: true },
    attributes: {
      name: { type: 'string' },
      twin: { type: 'relation', relation: 'oneToOne', target: shop },
    },
  }),
  'src/api/shop/services/shop.js': `
    const { factories } = require('@strapi/strapi')
    module.exports = factories.createCoreService('${shop}', ({ strapi }) => ({
      async sign() {
        const entry = await super.find()
        return (entry ? entry.name : 'closed') + ' ' + strapi.config.get('prices.currency.code')
      },
    }))`,
}

describe.each(await databases())('`strapi` in project code, on $name', ({ connection }) => {
  const project = mkdtempSync(join(tmpdir(), 'host-'))
  let api: ContentApi
  let strapi: ExtensionHost
  beforeAll(async () => {
    await writeProject(project, files)
    api = await createContentApi({
      project,
      database: connection,
      config: { auth: { jwt: { secret: 'a secret of the tests, thirty-two bytes' } } },
      register: (tools) => void (strapi = tools.strapi),
    })
  })
  afterAll(async () => {
    await api.close()
    rmSync(project, { recursive: true, force: true })
  })

  it('has the settings of the project and of the service', () => {
    expect(strapi.config.get('prices')).toEqual({ vat: 19, currency: { code: 'EUR' } })
    expect(strapi.config.get('prices.discount', 5)).toBe(5)
    expect(strapi.config.has('prices.discount')).toBe(false)
    expect(strapi.config.get('plugin::graphql.endpoint')).toBe('/graphql')
    expect(strapi.config.get('api.rest.prefix')).toBe('/api')
    expect(strapi.config.get('server.url')).toBe('https://shop.example')
    expect(strapi.config['server']).toMatchObject({ app: { name: 'shop' }, port: 1, host: '127.0.0.1' })
    expect(strapi.plugin('email').config('settings.defaultFrom')).toBe('a@example.com')
    expect(strapi.config['environment']).toBe(process.env['NODE_ENV'])
    expect(strapi.config.get('database.connection.client')).toBe('sqlite')
    expect(strapi.config.get('admin.url', '/admin')).toBe('/admin')
    expect(strapi.config.get('plugin.users-permissions.jwt')).toEqual({ expiresIn: '30d' })
    expect(strapi.config.get('plugin.users-permissions.jwtSecret')).toBe('a secret of the tests, thirty-two bytes')
    expect(strapi['dirs'].app.src).toBe(join(project, 'src'))
  })

  it('changes what the settings return, but not those of the service', () => {
    const { config } = strapi
    expect(config.set('prices.vat', 7).get('prices')).toEqual({ vat: 7, currency: { code: 'EUR' } })
    config.set('plugin.email.settings.replyTo', 'b@example.com').set('database.connection.client', 'none')
    expect(strapi.plugin('email').config('settings')).toEqual({
      defaultFrom: 'a@example.com',
      replyTo: 'b@example.com',
    })
    expect(config.get('database.connection.client')).toBe('none')
    expect(config.set('server.port', 5)['server']).toMatchObject({ port: 5, app: { name: 'shop' } })
    expect(api.config.port).not.toBe(5)
    config.set('prices.vat', 19)
  })

  it('has a container for parts of the project', () => {
    const { container } = strapi as unknown as { container: HostContainer }
    let made = 0
    container.register('clock', ({ strapi: host }: { strapi: unknown }) => ({ made: ++made, isHost: host === strapi }))
    expect([container.get('clock'), container.get('clock')]).toEqual([
      { made: 1, isHost: true },
      { made: 1, isHost: true },
    ])
    expect(() => container.register('clock', {})).toThrow('"clock" already')
    expect(() => container.get('webhooks')).toThrow("strapi.container.get('webhooks') does not exist here")
  })

  it('has the configuration of the admin panel, and accepts its actions', async () => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { admin } = strapi as unknown as { admin: { config: object; services: any } }
    const { actionProvider } = admin.services.permission
    expect(await actionProvider.registerMany([{ uid: 'read', section: 'plugins' }])).toBeUndefined()
    expect(await actionProvider.register({ uid: 'read', section: 'plugins' })).toBeUndefined()
    expect(() => admin.services.user).toThrow('there is no admin panel')
    expect(admin.config).toEqual({})
    strapi.config.set('admin.channel', 'news')
    expect(admin.config).toEqual({ channel: 'news' })
  })

  it('has the service of a single type, which may call its generated functions', async () => {
    const service = strapi.service(shop)
    expect([await service.sign(), await service.find(), await service.delete()]).toEqual(['closed EUR', null, null])
    const made = await service.createOrUpdate({ data: { name: 'Corner' } })
    expect(made).toMatchObject({ name: 'Corner', publishedAt: expect.any(String) })
    expect(await service.createOrUpdate({ data: { name: 'Shop' } })).toMatchObject({ id: made.id, name: 'Shop' })
    expect(await strapi.services[shop].sign()).toBe('Shop EUR')
    expect(Object.keys(strapi['api'])).toEqual(['shop'])
    expect(await strapi['api'].shop.services.shop.sign()).toBe('Shop EUR')
    expect(strapi['api'].shop.contentTypes.shop).toBe(strapi.contentType(shop))
    expect(await strapi.entityService.findMany(shop)).toMatchObject({ id: made.id, name: 'Shop' })
    const published = { publishedAt: { $lte: new Date() } }
    expect(await strapi.db.query(shop).count({ where: published })).toBe(1)
    expect(await service.delete()).toMatchObject({ name: 'Shop' })
    expect(await strapi.db.entityManager.count(shop)).toBe(0)
    expect([await strapi.db.query(shop).count(), await strapi.db.query(shop).findMany()]).toEqual([0, []])
    expect(await strapi.entityService.findMany(shop)).toBeNull()
  })

  it('ignores unknown names in populate of a query, as Strapi does, but no condition', async () => {
    const query = strapi.query(shop)
    const first = await query.create({ data: { name: 'a' } })
    const { id } = await query.create({ data: { name: 'b', twin: first['id'] } })
    const read = async (populate: unknown) => query.findOne({ where: { id }, populate })
    const unknown = { nope: 1, sort: 'id', fields: ['name'], populate: ['nope', 'twin.nope'] }
    expect(await read({ nope: true, name: true, twin: unknown })).toMatchObject({ name: 'b', twin: { name: 'a' } })
    expect(await read(['nope', 'name', 'twin.nope.nope'])).toMatchObject({ name: 'b', twin: { name: 'a' } })
    expect(await read({ twin: { filters: { name: 'a' } } })).toMatchObject({ twin: { name: 'a' } })
    expect(await read({ twin: { where: { name: 'a' }, filters: { name: 'x' } } })).toMatchObject({ twin: null })
    for (const condition of ['where', 'filters']) {
      expect(await read({ twin: { [condition]: { name: undefined } } })).toMatchObject({ twin: null })
    }
    await query.deleteMany()
  })

  it('rejects invalid parameters of queries and names valid ones', async () => {
    const query = strapi.query(shop)
    expect(await query.findMany({ sort: 'id' })).toEqual([])
    await expect(query.update({ data: { name: 'x' } })).rejects.toThrow('update needs the parameter "where"')
    await expect(query.delete({})).rejects.toThrow('delete needs the parameter "where"')
    await expect(query.deleteMany({ filters: { name: 'x' } })).rejects.toThrow('"filters" does not exist')
    await expect(query.deleteMany({ where: undefined })).rejects.toThrow('is undefined')
    await expect(query.findMany({ where: { nmae: 'x' } })).rejects.toThrow('Did you mean name?')
    await expect(query.findMany({ where: { name: { $like: 'x' } } })).rejects.toThrow('$like')
    await expect(query.findMany({ orderBy: 3 })).rejects.toThrow('orderBy must be')
    await expect(query.create({})).rejects.toThrow('needs the object "data"')
    await expect(query.createMany({ data: { name: 'x' } })).rejects.toThrow('needs a list as "data"')
    expect(() => (query as unknown as { upsert(): void }).upsert()).toThrow('There are: findOne, findMany,')
  })
})
