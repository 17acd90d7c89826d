import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type Listening, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

describe.each(await databases())('a project served from $name', ({ connection }) => {
  let api: ContentApi
  let server: Listening

  beforeAll(async () => {
    api = await createContentApi({
      project,
      database: connection,
      config: { i18n: { locales: ['fr'] } },
      development: true,
    })
    server = await api.listen({ port: 0 })
  })
  afterAll(() => api.close())

  interface JsonResponse {
    readonly status: number
    readonly body: {
      readonly data: { readonly id: number; readonly attributes: Record<string, unknown> }
      readonly error: { readonly name: string; readonly message: string }
      readonly meta: unknown
    }
  }

  async function ask(line: string, data?: unknown): Promise<JsonResponse> {
    const [method = '', path = ''] = line.split(' ')
    const body =
      data === undefined ? {} : { body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }
    const init = { method, ...body }
    const overSocket = await fetch(server.url + path, init)
    return { status: overSocket.status, body: (await overSocket.json()) as JsonResponse['body'] }
  }

  it('creates, reads, lists, updates and deletes', async () => {
    const created = await ask('POST /api/tags', { data: { name: 'first', weight: 3 } })
    expect(created).toMatchObject({
      status: 200,
      body: { data: { id: 1, attributes: { name: 'first', weight: 3 } }, meta: {} },
    })
    expect(await ask('GET /api/tags/1')).toMatchObject({ status: 200, body: { data: { id: 1 }, meta: {} } })
    await ask('POST /api/tags', { data: { name: 'second' } })
    expect(await ask('GET /api/tags?sort=name:desc&pagination[pageSize]=1')).toMatchObject({
      body: {
        data: [{ id: 2, attributes: { name: 'second' } }],
        meta: { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } },
      },
    })
    expect(await ask('PUT /api/tags/1?fields=name', { data: { name: 'changed' } })).toMatchObject({
      body: { data: { id: 1, attributes: { name: 'changed' } } },
    })
    expect(await ask('DELETE /api/tags/1')).toMatchObject({ status: 200, body: { data: { id: 1 } } })
    expect(await ask('GET /api/tags/1')).toMatchObject({ status: 404, body: { error: { name: 'NotFoundError' } } })
    expect(await ask('PUT /api/tags/1', { data: { name: 'x' } })).toMatchObject({ status: 404 })
    expect(await ask('DELETE /api/tags/1')).toMatchObject({ status: 404 })
  })

  it('gives the same responses without a socket', async () => {
    for (const path of [
      '/api/tags?sort=name',
      '/api/tags/2?fields=name',
      '/api/tags/99',
      '/api/tags?sort=nmae',
      '/api',
    ]) {
      const response = await api.fetch(new Request(`http://service${path}`))
      expect({ status: response.status, body: await response.json() }).toEqual(await ask(`GET ${path}`))
    }
  })

  it('writes nothing when the query of a write is invalid', async () => {
    const before = (await ask('GET /api/tags')).body
    for (const line of [
      'POST /api/tags?fields=nope',
      'PUT /api/tags/2?populate=nope',
      'DELETE /api/tags/2?fields=nope',
    ]) {
      expect(await ask(line, { data: { name: 'never' } })).toMatchObject({
        status: 400,
        body: { error: { name: 'ValidationError' } },
      })
    }
    expect((await ask('GET /api/tags')).body).toEqual(before)
  })

  it('suggests the right name', async () => {
    expect((await ask('GET /api/tags?sort=nmae')).body.error.message).toContain('Did you mean name?')
    expect((await ask('GET /api/tags?popluate=*')).body.error.message).toContain('Did you mean populate?')
    expect((await ask('POST /api/tags', { data: { name: 'x', colour: 'red' } })).body.error.message).toContain('color')
  })

  it('caches plans, but never responses', async () => {
    const read = async () => (await ask('GET /api/tags/2?fields=name')).body.data.attributes['name']
    expect(await read()).toBe('second')
    await ask('PUT /api/tags/2', { data: { name: 'other' } })
    expect(await read()).toBe('other')
    await ask('POST /api/tags', { data: { name: 'third' } })
    expect((await ask('GET /api/tags/3?fields=name')).body.data.attributes['name']).toBe('third')
  })

  it('reads with one statement, whatever is populated', async () => {
    for (const path of ['/api/articles?populate=*', '/api/articles?populate=*&sort=title', '/api/tags/2?populate=*']) {
      await ask(`GET ${path}`)
      const before = api.database.statements()
      await fetch(server.url + path)
      expect(api.database.statements() - before).toBe(1)
    }
  })

  it('creates a single type at the first write, one entry for each locale', async () => {
    expect(await ask('GET /api/homepage')).toMatchObject({ status: 404 })
    expect(await ask('DELETE /api/homepage')).toMatchObject({ status: 404 })
    const headline = (text: string) => ({ data: { headline: text } })
    const { id } = (await ask('PUT /api/homepage', headline('Welcome'))).body.data
    expect((await ask('PUT /api/homepage', headline('Hello'))).body.data.id).toBe(id)
    const french = (await ask('PUT /api/homepage?locale=fr', headline('Bienvenue'))).body.data
    expect(french).toMatchObject({ attributes: { headline: 'Bienvenue', locale: 'fr' } })
    expect(french.id).not.toBe(id)
    expect(await ask('GET /api/homepage?locale=fr&populate=localizations')).toMatchObject({
      body: { data: { id: french.id, attributes: { localizations: { data: [{ id }] } } } },
    })
    expect(await ask('GET /api/homepage?locale=all')).toMatchObject({ body: { data: [{ id }, { id: french.id }] } })
    expect(await ask('PUT /api/homepage?locale=all', headline('x'))).toMatchObject({ status: 400 })
    expect(await ask('PUT /api/homepage?locale=de', headline('x'))).toMatchObject({ status: 400 })
    await ask('PUT /api/homepage', { data: { publishedAt: null } })
    expect(await ask('GET /api/homepage')).toMatchObject({ status: 404 })
    expect(await ask('GET /api/homepage?publicationState=preview')).toMatchObject({ status: 200 })
    expect(await ask('DELETE /api/homepage?locale=fr')).toMatchObject({
      status: 200,
      body: { data: { id: french.id } },
    })
    expect(await ask('DELETE /api/homepage')).toMatchObject({ status: 200, body: { data: { id } } })
  })

  it('creates localizations from attributes without an envelope, and returns the entry without one', async () => {
    const { id } = (await ask('POST /api/articles', { data: { title: 'Base', rating: 9 } })).body.data
    const localize = (data: unknown) => ask(`POST /api/articles/${id}/localizations`, data)
    expect(await localize({ locale: 'fr', title: 'Bases' })).toMatchObject({
      status: 200,
      body: { title: 'Bases', locale: 'fr', rating: 9, publishedAt: null, localizations: [{ id, title: 'Base' }] },
    })
    const failures: [unknown, string][] = [
      [{ locale: 'fr', title: 'again' }, 'locale is already used'],
      [{ locale: 'en', title: 'again' }, 'locale is already used'],
      [{ locale: 'xx', title: 'again' }, 'locale is invalid'],
      [{ title: 'none' }, 'locale is missing'],
      [{ data: { locale: 'fr', title: 'wrapped' } }, 'locale is missing'],
    ]
    for (const [data, message] of failures) {
      expect(await localize(data)).toMatchObject({
        status: 400,
        body: { error: { name: 'ApplicationError', message: expect.stringContaining(message) } },
      })
    }
    expect(await ask('POST /api/articles/99999/localizations', { locale: 'fr', title: 'x' })).toMatchObject({
      status: 404,
      body: { error: { message: 'Entity not found' } },
    })
  })

  it('creates a localization from a copy of the entry, and rejects other values of shared attributes', async () => {
    const shared = {
      rating: 9,
      price: 1.5,
      featured: true,
      publishDate: '2024-01-02',
      extra: { a: [1] },
      tags: [(await ask('POST /api/tags', { data: { name: 'shared' } })).body.data.id],
      seo: { metaTitle: 'm', canonical: { label: 'c' } },
      zone: [{ __component: 'blocks.gallery', title: 'g', links: [{ label: 'l' }] }],
    }
    const populate = 'populate[tags]=true&populate[seo][populate]=*&populate[zone][on][blocks.gallery][populate]=links'
    const { data } = (await ask(`POST /api/articles?${populate}`, { data: { title: 'Basis', ...shared } })).body
    // A client reads relations in envelopes, and has to remove the envelopes.
    const tags = (data.attributes['tags'] as { data: { id: number }[] }).data.map(({ id }) => id)
    const { seo, zone } = JSON.parse(JSON.stringify(data.attributes)) as typeof shared & {
      seo: { metaImage?: unknown }
    }
    delete seo.metaImage
    const copy = { ...data.attributes, tags, seo, zone, category: null, locale: 'fr', title: 'Bases' }
    const localize = (values: object) => ask(`POST /api/articles/${data.id}/localizations`, { ...copy, ...values })
    const other = {
      rating: 8,
      featured: null,
      extra: { a: [2] },
      tags: [],
      seo: { ...seo, metaTitle: 'n' },
      zone: [],
      slug: 'x',
      secret: 'a secret',
    }
    for (const [name, value] of Object.entries(other)) {
      expect(await localize({ [name]: value }), name).toMatchObject({
        status: 400,
        body: { error: { name: 'ValidationError', details: { errors: [{ path: [name] }] } } },
      })
    }
    expect(await localize({})).toMatchObject({ status: 200, body: { locale: 'fr', rating: 9, slug: 'basis' } })
  })

  it('never returns a password', async () => {
    const written = await ask('POST /api/articles?populate=*', { data: { title: 'Secret', secret: 'swordfish' } })
    expect(written.status).toBe(200)
    expect(JSON.stringify(written.body)).not.toMatch(/swordfish|argon2/)
  })

  it('serves its model in development', async () => {
    const model = (await (await fetch(`${server.url}/content-api/model.json`)).json()) as Parameters<
      typeof createContentApi
    >[0]
    const twin = await createContentApi({ ...model, database: ':memory:' })
    expect([...twin.registry.contentTypes.keys()].toSorted()).toEqual([...api.registry.contentTypes.keys()].toSorted())
    await twin.close()
  })
})

it('createContentApi requires either a project or content types', async () => {
  await expect(createContentApi({})).rejects.toThrow('needs "project" or "contentTypes"')
  await expect(createContentApi({ project, contentTypes: {} })).rejects.toThrow('not both')
})
