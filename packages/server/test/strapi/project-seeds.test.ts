import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type ExtensionHost, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

const page = 'api::page.page'
const role = 'plugin::users-permissions.role'
const permission = 'plugin::users-permissions.permission'

describe.each(await databases())('seeds in bootstrap on $name', ({ connection }) => {
  let api: ContentApi
  let strapi: ExtensionHost
  const status = async (path: string) => (await api.fetch(new Request(`http://service.example${path}`))).status
  beforeAll(async () => {
    api = await createContentApi({
      database: connection,
      config: {
        permissions: { editor: [] },
        auth: { jwt: { secret: 'a secret of at least 32 bytes, for tests' }, register: { enabled: false } },
        mail: { from: 'Club <club@example.com>' },
      },
      contentTypes: {
        [page]: {
          info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
          pluginOptions: { i18n: { localized: true } },
          attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
        },
      },
      register: (tools) => void (strapi = tools.strapi),
    })
  })
  afterAll(() => api.close())

  it('grant permissions to a role', async () => {
    expect(await status('/api/pages')).toBe(403)
    const found = await strapi.query(role).findOne({ where: { type: 'public' } })
    const actions = ['find', 'findOne'].map((name) => `${page}.${name}`)
    const made = await Promise.all(
      actions.map((action) => strapi.query(permission).create({ data: { action, role: found?.['id'] } })),
    )
    expect(made).toMatchObject(actions.map((action) => ({ id: expect.any(Number), action })))
    expect(await status('/api/pages')).toBe(200)
    const ofRole = { where: { role: { type: 'public' }, action: { $startsWith: page } } }
    // Either of the concurrent creates may be the first.
    const granted = await strapi.db.query(permission).findMany({ ...ofRole, populate: ['role'] })
    expect(new Set(granted.map(({ action }) => action))).toEqual(new Set(actions))
    expect(granted).toMatchObject(actions.map(() => ({ role: { type: 'public' } })))
    expect(await strapi.db.query(permission).count({ where: { role: found?.['id'], action: actions } })).toBe(2)
    expect(await strapi.db.query(permission).deleteMany({ where: { action: `${page}.find` } })).toEqual({ count: 1 })
    expect(await status('/api/pages')).toBe(403)
    await expect(strapi.db.query(permission).create({ data: { action: 'x', role: 999 } })).rejects.toThrow('role')
  })

  it('add a locale for entries', async () => {
    const locales = strapi.query('plugin::i18n.locale')
    expect(await locales.create({ data: { code: 'fr', name: 'French (fr)' } })).toMatchObject({ id: 2, code: 'fr' })
    expect(await locales.findMany()).toMatchObject([{ code: 'en' }, { code: 'fr' }])
    const made = await strapi.entityService.create(page, { data: { title: 'Accueil', locale: 'fr' } })
    expect(await strapi.entityService.findMany(page, { locale: 'fr' })).toMatchObject([{ id: made.id }])
    await expect(locales.create({ data: { code: 'no locale' } })).rejects.toThrow('locale')
  })

  it('read the settings of accounts in the shape of Strapi', async () => {
    const store = strapi.store({ type: 'plugin', name: 'users-permissions' })
    const settings = {
      unique_email: true,
      allow_register: false,
      email_confirmation: false,
      default_role: 'authenticated',
    }
    expect(await store.get({ key: 'advanced' })).toMatchObject(settings)
    expect(await strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' }).get()).toMatchObject(
      settings,
    )
    expect(await store.get({ key: 'grant' })).toMatchObject({ email: { enabled: true }, google: { enabled: false } })
    expect(await store.get({ key: 'email' })).toMatchObject({
      reset_password: { options: { from: { name: 'Club', email: 'club@example.com' }, object: 'Reset your password' } },
    })
  })

  it('keep values in a store, in every form', async () => {
    const setup = strapi.store({ environment: strapi.config['environment'], type: 'type', name: 'setup' })
    expect(await setup.get({ key: 'done' })).toBeNull()
    await setup.set({ key: 'done', value: true })
    expect(await strapi.store({ type: 'type', name: 'setup', key: 'done' }).get()).toBe(true)
    await strapi.store({ type: 'type', name: 'setup', key: 'done' }).set({ value: { at: 1 } })
    expect(await strapi.store.get({ type: 'type', name: 'setup', key: 'done' })).toEqual({ at: 1 })
    expect(await strapi.store().get()).toBeNull()
    await setup.delete({ key: 'done' })
    expect(await setup.get({ key: 'done' })).toBeNull()
  })
})
