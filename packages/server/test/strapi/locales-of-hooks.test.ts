import { afterEach, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

const contentTypes = {
  'api::note.note': {
    info: { singularName: 'note', pluralName: 'notes' },
    pluginOptions: { i18n: { localized: true } },
    attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
  },
} as const

// The plugin i18n of Strapi 4.26.2 completes the data before its hooks run.
describe.each(await databases())('the locale that hooks of a create get on $name', ({ connection }) => {
  let api: ContentApi
  afterEach(() => api.close())

  it('is that of the request, otherwise the default one', async () => {
    const seen: unknown[] = []
    let host: ExtensionHost | undefined
    api = await createContentApi({
      contentTypes,
      database: connection,
      config: { i18n: { defaultLocale: 'en', locales: ['fr'] } },
      register({ strapi }) {
        host = strapi
        strapi.db.lifecycles.subscribe({
          models: ['api::note.note'],
          beforeCreate: ({ params }) => void seen.push((params.data as { readonly locale?: string }).locale),
        })
      },
    })
    const create = async (query: string, data: object) => {
      const request = new Request(`http://service.example/api/notes${query}`, {
        method: 'POST',
        body: JSON.stringify({ data }),
        headers: { 'content-type': 'application/json' },
      })
      return (await api.fetch(request)).status
    }
    expect(await create('', { title: 'a' })).toBe(200)
    expect(await create('?locale=fr', { title: 'b' })).toBe(200)
    expect(await create('', { title: 'c', locale: 'fr' })).toBe(200)
    await host?.entityService.create('api::note.note', { data: { title: 'd' } })
    expect(seen).toEqual(['en', 'fr', 'fr', 'en'])
  })
})
