import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestService, openService } from '../support/service.js'

let service: TestService
beforeAll(async () => {
  service = await openService({
    connection: { dialect: 'sqlite', file: ':memory:' },
    config: {
      i18n: { defaultLocale: 'fr', locales: ['en', 'pt-BR'] },
      permissions: { public: [], editor: ['plugin::i18n.locales.listLocales'] },
    },
  })
})
afterAll(() => service.close())

it('lists the configured locales to callers with the permission', async () => {
  const { status, body } = await service.ask('GET /api/i18n/locales', { token: await service.tokenOf('erin') })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { id: 1, name: 'French (fr)', code: 'fr', isDefault: true },
    { id: 2, name: 'English (en)', code: 'en', isDefault: false },
    { id: 3, name: 'Brazilian Portuguese (pt-BR)', code: 'pt-BR', isDefault: false },
  ])
  expect(new Date(body[0].createdAt).toISOString()).toBe(body[0].createdAt)
})

it('pages the list by `start` and `limit`, and takes no other parameters', async () => {
  const token = await service.tokenOf('erin')
  const { body } = await service.ask('GET /api/i18n/locales?start=1&limit=1', { token })
  expect(body).toMatchObject([{ code: 'en' }])
  const { status, body: failed } = await service.ask('GET /api/i18n/locales?limits=1', { token })
  expect([status, failed.error.message]).toEqual([400, 'Invalid parameter limits. Did you mean limit?'])
})

it('rejects other callers, and creates no locales', async () => {
  expect((await service.ask('GET /api/i18n/locales')).status).toBe(403)
  const { status, headers } = await service.ask('POST /api/i18n/locales', { body: { code: 'de' } })
  expect(status).toBe(405)
  expect(headers.get('allow')).toBe('HEAD, GET')
})
