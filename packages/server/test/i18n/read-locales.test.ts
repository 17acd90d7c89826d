import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { askGraphql } from '../support/ask-graphql.js'

const localized = { i18n: { localized: true } }
const contentTypes = {
  'api::page.page': {
    kind: 'collectionType',
    info: { singularName: 'page', pluralName: 'pages' },
    options: { draftAndPublish: true },
    pluginOptions: localized,
    attributes: { title: { type: 'string', pluginOptions: localized } },
  },
}

interface Body {
  readonly data?: unknown
  readonly error?: { readonly message: string; readonly details: object }
}

// In lenient mode `locale` has no effect by id, as the recorded exchanges of Strapi show.
describe.each(await databases())('the locale of reads in strict mode, on $name', ({ connection }) => {
  let api: ContentApi
  let ask: ReturnType<typeof askGraphql>
  let [en, fr, hidden] = [0, 0, 0]

  beforeAll(async () => {
    const config = { i18n: { defaultLocale: 'en', locales: ['fr', 'de', 'es'] } }
    api = await createContentApi({ database: connection, contentTypes, config })
    ask = askGraphql(api)
    const create = async (path: string, body: object) =>
      (await (await send(path, { method: 'POST', body: new Blob([JSON.stringify(body)], json) })).json()) as {
        id: number
        data: { id: number }
      }
    const publishedAt = '2026-01-01T00:00:00.000Z'
    en = (await create('/api/pages', { data: { title: 'Sea' } })).data.id
    fr = (await create(`/api/pages/${en}/localizations`, { locale: 'fr', title: 'Mer', publishedAt })).id
    hidden = (await create(`/api/pages/${en}/localizations`, { locale: 'de', title: 'See' })).id
  })
  afterAll(() => api?.close())

  const json = { type: 'application/json' }
  const send = (path: string, init?: RequestInit) => api.fetch(new Request(`http://service.example${path}`, init))
  const get = async (path: string) => {
    const response = await send(path)
    return { status: response.status, body: (await response.json()) as Body }
  }

  it('belongs to the id of one entry', async () => {
    for (const query of ['', '?locale=en', '?locale=all']) {
      expect(await get(`/api/pages/${en}${query}`)).toMatchObject({ status: 200, body: { data: { id: en } } })
    }
    expect(await get(`/api/pages/${fr}?locale=fr`)).toMatchObject({ status: 200, body: { data: { id: fr } } })
    expect(await ask(`{ page(id: ${fr}, locale: "fr") { data { id } } }`)).toMatchObject({
      data: { page: { data: { id: String(fr) } } },
    })
  })

  it('names the localization to read if the entry has another locale', async () => {
    const message = `locale is fr, but the entry ${en} has the locale en. Its localization in fr has the id ${fr}`
    expect(await get(`/api/pages/${en}?locale=fr`)).toMatchObject({
      status: 400,
      body: { error: { name: 'ValidationError', message, details: { errors: [{ path: ['locale'] }] } } },
    })
    const { errors } = await ask(`{ page(id: ${en}, locale: "fr") { data { id } } }`)
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('shows no draft: neither the entry nor its localization', async () => {
    const message = (code: string) =>
      `locale is ${code}, but the entry ${en} has the locale en. Leave locale out, or create a localization`
    for (const code of ['de', 'es']) {
      expect((await get(`/api/pages/${en}?locale=${code}`)).body.error?.message).toBe(message(code))
    }
    expect((await get(`/api/pages/${hidden}?locale=en`)).status).toBe(404)
    const { body } = await get(`/api/pages/${en}?locale=de&publicationState=preview`)
    expect(body.error?.message).toContain(`Its localization in de has the id ${hidden}`)
    expect((await get('/api/pages/999?locale=fr')).status).toBe(404)
  })

  it('is a parameter of lists, whose filters alone find no other locale', async () => {
    const advice = (instead: string) =>
      `Invalid parameter locale: without locale=${instead}, the list has entries of the locale en only`
    for (const [query, message] of [
      ['filters[locale]=fr', advice('fr')],
      ['filters[$and][0][locale][$eq]=fr', advice('fr')],
      ['filters[locale][$in][0]=fr&filters[locale][$in][1]=de', advice('all')],
    ] as const) {
      expect(await get(`/api/pages?${query}`)).toMatchObject({ status: 400, body: { error: { message } } })
    }
    for (const query of [
      'locale=fr',
      'locale=all&filters[locale]=fr',
      'filters[locale]=en',
      'filters[locale][$ne]=fr',
    ]) {
      expect(await get(`/api/pages?${query}`)).toMatchObject({ status: 200, body: { data: [{}] } })
    }
    const { errors } = await ask('{ pages(filters: { locale: { eq: "fr" } }) { data { id } } }')
    expect(errors).toMatchObject([{ message: advice('fr') }])
  })
})
