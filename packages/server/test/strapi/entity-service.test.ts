import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExtensionHost, createContentApi } from '../../src/index.js'
import { type ExtendedService, openExtended } from '../support/extended-service.js'
import { databases, newDatabases } from '../../../../tests/support/postgres.js'

const article = 'api::article.article'

interface Answer {
  readonly id?: number
  readonly data: { readonly id: number; readonly attributes: Readonly<Record<string, unknown>> }
  readonly error?: unknown
}
const note = 'api::note.note'

describe.each(await databases())('entityService on $name', ({ connection }) => {
  let service: ExtendedService
  let strapi: ExtensionHost
  beforeAll(async () => {
    service = await openExtended({ database: connection, register: (tools) => void (strapi = tools.strapi) })
    const notes = Array.from({ length: 120 }, (_, index) => ({
      type: note,
      id: 1_000 + index,
      attributes: { text: `note ${index}` },
    }))
    await service.api.importEntries(notes)
  })
  afterAll(() => service.api.close())

  it('finds every entry unless a limit or a start is set', async () => {
    const lengths = async (parameters?: Record<string, unknown>) =>
      (await strapi.entityService.findMany(note, parameters)).length
    expect(await lengths()).toBe(120)
    expect(await lengths({ limit: 110 })).toBe(110)
    expect(await lengths({ start: 5, limit: -1 })).toBe(115)
    expect(await lengths({ start: 5 })).toBe(115)
    expect(await lengths({ page: 2, pageSize: 100 })).toBe(120)
    expect(await strapi.entityService.count(note)).toBe(120)
  })

  it.each([
    ['a list', ['tags', 'author']],
    ['an object', { tags: { sort: 'id' }, author: true }],
    ['fields of the related entry', { tags: { fields: ['name'] }, author: { fields: ['name'] } }],
    ['everything', '*'],
  ])('populates by %s', async (_what, populate) => {
    const [found] = await strapi.entityService.findMany(article, { filters: { title: { $eq: 'Alpha' } }, populate })
    expect(found).toMatchObject({ id: 1, title: 'Alpha', author: { name: 'Ada' } })
    expect((found as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name).toSorted()).toEqual([
      'green',
      'red',
    ])
  })

  it('hides the password of the entry of a polymorphic relation', async () => {
    const specimen = 'api::specimen.specimen'
    const secret = await strapi.entityService.create(specimen, { data: { str: 'secret', pass: 'Passw0rd' } })
    const subject = { id: secret.id, __type: specimen }
    const { id } = await strapi.entityService.create(note, { data: { text: 'about', subject } })
    const found = await strapi.entityService.findOne(note, id, { populate: ['subject'] })
    expect(found?.['subject']).toMatchObject({ ...subject, str: 'secret', pass: expect.stringMatching(/^\$/) })
    expect(JSON.stringify(found)).not.toContain('pass')
    for (const [type, one] of [
      [note, id],
      [specimen, secret.id],
    ] as const)
      await strapi.entityService.delete(type, one)
  })

  it('names the type of the entry of a polymorphic relation', async () => {
    const subject = { id: 1, __type: article }
    const { id } = await strapi.entityService.create(note, { data: { text: 'about', subject } })
    const parameters = { populate: { subject: { fields: ['title'] } } }
    expect(await strapi.entityService.findOne(note, id, parameters)).toMatchObject({
      subject: { ...subject, title: 'Alpha' },
    })
    expect(await strapi.db.query(note).findOne({ where: { id }, populate: ['subject'] })).toMatchObject({ subject })
    await strapi.entityService.delete(note, id)
  })

  it("reads the users of a role, which clients can't", async () => {
    const populate = { users: { fields: ['username'] } }
    const roles = await strapi.entityService.findMany('plugin::users-permissions.role', { populate })
    expect(roles.every(({ users }) => Array.isArray(users))).toBe(true)
  })

  it.each([['title:desc'], [['title:desc']], [{ title: 'desc' }], [[{ title: 'desc' }]]])(
    'sorts by %j',
    async (sort) => {
      const found = await strapi.entityService.findMany(article, { sort, fields: ['title'], limit: 2 })
      expect(found.map(({ title }) => title)).toEqual(['Draft', 'Delta'])
    },
  )

  it('leaves unknown filters out of reads, but never out of deleteMany', async () => {
    const { entityService } = strapi
    const unknown = [{ txet: 'x' }, { $or: [{ txet: 'x' }] }, { $not: { text: { $like: 'x' } } }, { text: { of: 1 } }]
    for (const filters of unknown) {
      expect(await entityService.count(note, { filters })).toBe(120)
      await expect(entityService.deleteMany(note, { filters })).rejects.toThrow('Invalid parameter')
    }
    expect(await entityService.count(note, { filters: { $or: [{ txet: 'x' }, { text: 'note 1' }] } })).toBe(1)
    const missing = { filters: undefined }
    await expect(entityService.deleteMany(note, missing)).rejects.toThrow('is undefined')
    const filters = { author: { nmae: 'x', id: undefined } }
    await expect(entityService.findMany(article, { filters })).rejects.toThrow('compares with undefined')
    expect(await entityService.deleteMany(note, { filters: { text: { $in: ['note 118', 'none'] } } })).toEqual({
      count: 1,
    })
    await entityService.create(note, { data: { text: 'note 118' } })
  })

  it('never drops a condition whose value is undefined or not a number', async () => {
    const { db, entityService } = strapi
    const titles = async (filters: object) => (await entityService.findMany(article, { filters })).length
    expect(await titles({})).toBeGreaterThan(1)
    expect(await titles({ title: undefined })).toBe(0)
    expect(await titles({ title: { $in: [undefined] } })).toBe(0)
    expect(await db.query(article).findOne({ where: {} })).not.toBeNull()
    expect(await db.query(article).findOne({ where: { title: undefined } })).toBeNull()
    const text = [{ title: { $contains: undefined } }, { title: { $gte: undefined } }]
    for (const where of [{ id: undefined }, { author: undefined }, { author: { id: { $eq: undefined } } }, ...text]) {
      await expect(db.query(article).findOne({ where })).rejects.toThrow('compares with undefined')
      await expect(entityService.findMany(article, { filters: where })).rejects.toThrow('compares with undefined')
    }
    await expect(db.query(article).findOne({ where: { id: Number.NaN } })).rejects.toThrow('id')
  })

  it('accepts locales, publicationState and ids as strings', async () => {
    const titles = async (parameters: Record<string, unknown>) =>
      (await strapi.entityService.findMany(article, { fields: ['title'], sort: 'id', ...parameters })).map(
        ({ title }) => title,
      )
    expect(await titles({ locale: 'fr' })).toEqual(['Alpha fr'])
    expect(await titles({ publicationState: 'preview', start: 4, limit: 5 })).toEqual(['Draft'])
    expect(await titles({ publicationState: undefined, start: 4, limit: 5 })).toEqual(['Draft'])
    expect(await titles({ publicationState: 'live', start: 4, limit: 5 })).toEqual([])
    expect(await strapi.entityService.findOne(note, '1000')).toMatchObject({ id: 1_000, text: 'note 0' })
    expect(await strapi.entityService.update(note, '1000', { data: { text: 'new' } })).toMatchObject({ text: 'new' })
    expect(await strapi.entityService.delete(note, '1000')).toMatchObject({ id: 1_000 })
    expect(await strapi.entityService.findOne(note, 1_000)).toBeNull()
    expect(await strapi.entityService.delete(note, '1000 or so')).toBeNull()
    const missing = undefined as unknown as number
    await expect(strapi.entityService.findOne(note, missing)).rejects.toThrow('The id of the entry is undefined')
    await expect(strapi.entityService.update(note, missing, { data: {} })).rejects.toThrow('The id of the entry')
  })

  describe('the locale of a write in REST, GraphQL and project code', () => {
    const rest = async (line: string, data?: object, bare = false) => {
      const [method = '', path = ''] = line.split(' ')
      const headers = { authorization: `Bearer ${service.everything}`, 'content-type': 'application/json' }
      const body = data && { body: JSON.stringify(bare ? data : { data }) }
      const response = await service.api.fetch(new Request(`http://e.example/api${path}`, { method, headers, ...body }))
      return { status: response.status, ...((await response.json()) as Answer) }
    }
    const mutate = (mutation: string) => service.ask(`mutation { ${mutation} }`, service.everything)
    const titleOf = async (id: number) => (await strapi.entityService.findOne(article, id))?.['title']
    const contradiction = { name: 'ValidationError', details: { errors: [{ path: ['locale'] }] } }
    const refused = { status: 400, error: contradiction }
    const failed = { errors: [{ extensions: { code: 'BAD_USER_INPUT', error: contradiction } }] }
    let en: number
    let fr: number
    beforeAll(async () => {
      en = (await rest('POST /articles', { title: 'English' })).data.id
      const localized = await rest(`POST /articles/${en}/localizations`, { locale: 'fr', title: 'Français' }, true)
      fr = Number(localized.id)
    })

    it.each([
      ['?locale=fr', {}, 'fr'],
      ['?locale=fr', { locale: 'fr' }, 'fr'],
      ['?locale=fr', { locale: null }, 'fr'],
      ['', { locale: 'fr' }, 'fr'],
      ['', {}, 'en'],
    ])('creates an entry by POST %s with %j', async (query, data, locale) => {
      const { status, data: entry } = await rest(`POST /articles${query}`, { title: 'New', ...data })
      expect([status, entry.attributes.locale]).toEqual([200, locale])
      const project = await strapi.entityService.create(article, {
        data: { title: 'New', ...data },
        ...(query !== '' && { locale: 'fr' }),
      })
      expect(project['locale']).toBe(locale)
    })

    it('rejects creates whose locales differ, and more than one locale', async () => {
      const data = { title: 'New', locale: 'en' }
      expect(await rest('POST /articles?locale=fr', data)).toMatchObject(refused)
      await expect(strapi.entityService.create(article, { data, locale: 'fr' })).rejects.toMatchObject(contradiction)
      expect(await rest(`POST /articles/${en}/localizations?locale=en`, { locale: 'fr' }, true)).toMatchObject(refused)
      expect(await rest('POST /articles?locale=all', { title: 'New' })).toMatchObject({
        error: { message: expect.stringContaining('Only one locale') },
      })
      expect(await rest('POST /articles?locale=xx', { title: 'New' })).toMatchObject({
        error: { message: expect.stringContaining('Invalid parameter locale') },
      })
    })

    it('rejects updates whose locale is unknown or differs, and names the other localization', async () => {
      const message = `locale is fr, but the entry ${en} has the locale en. Its localization in fr has the id ${fr}`
      const data = { title: 'Overwritten' }
      expect(await rest(`PUT /articles/${en}`, { ...data, locale: 'fr' })).toMatchObject({
        ...refused,
        error: { message },
      })
      expect(await rest(`PUT /articles/${en}?locale=fr`, data)).toMatchObject(refused)
      expect(await rest(`PUT /articles/${en}?locale=en`, { ...data, locale: 'fr' })).toMatchObject(refused)
      expect(await rest(`PUT /articles/${en}`, { ...data, locale: 'xx' })).toMatchObject({ status: 400 })
      expect(await rest(`PUT /articles/${en}?locale=xx`, data)).toMatchObject({ status: 400 })
      const update = `updateArticle(id: ${en}, locale: "fr", data: { title: "Overwritten" }) { data { id } }`
      expect(await mutate(update)).toMatchObject(failed)
      const { entityService, db } = strapi
      const localized = { ...data, locale: 'fr' }
      await expect(entityService.update(article, en, { data, locale: 'fr' })).rejects.toMatchObject(contradiction)
      await expect(entityService.update(article, en, { data: localized })).rejects.toMatchObject(contradiction)
      await expect(db.query(article).update({ where: { id: en }, data: localized })).rejects.toMatchObject(
        contradiction,
      )
      expect(await titleOf(en)).toBe('English')
      for (const [query, locale] of [
        ['?locale=en', 'en'],
        ['?locale=all', null],
        ['', 'en'],
      ] as const) {
        expect(await rest(`PUT /articles/${en}${query}`, { title: 'Edited', locale })).toMatchObject({ status: 200 })
      }
      expect(await titleOf(fr)).toBe('Français')
    })

    it('rejects deletes of an entry in another locale', async () => {
      expect(await rest(`DELETE /articles/${fr}?locale=en`)).toMatchObject(refused)
      expect(await rest(`DELETE /articles/${fr}?locale=xx`)).toMatchObject({ status: 400 })
      expect(await mutate(`deleteArticle(id: ${fr}, locale: "en") { data { id } }`)).toMatchObject(failed)
      await expect(strapi.entityService.delete(article, fr, { locale: 'en' })).rejects.toMatchObject(contradiction)
      expect(await rest('DELETE /articles/99999?locale=en')).toMatchObject({ status: 404 })
      expect(await titleOf(fr)).toBe('Français')
      expect(await rest(`DELETE /articles/${fr}?locale=fr`)).toMatchObject({ status: 200 })
      expect(await titleOf(fr)).toBeUndefined()
    })

    it('writes the entry of a single type in the locale of the query only', async () => {
      const headlines = async () =>
        (await strapi.db.query('api::homepage.homepage').findMany({ orderBy: 'id' })).map(
          ({ locale, headline }) => `${String(locale)}: ${String(headline)}`,
        )
      const before = await headlines()
      expect(await rest('PUT /homepage', { headline: 'Salut', locale: 'fr' })).toMatchObject(refused)
      expect(await rest('PUT /homepage?locale=fr', { headline: 'Hello', locale: 'en' })).toMatchObject(refused)
      expect(await headlines()).toEqual(before)
      expect(await rest('PUT /homepage?locale=fr', { headline: 'Salut', locale: 'fr' })).toMatchObject({ status: 200 })
      expect(await headlines()).toContain('fr: Salut')
    })
  })
})

describe.each(newDatabases)('filters by media on %s', (_name, newDatabase) => {
  const page = 'api::page.page'
  const directory = mkdtempSync(join(tmpdir(), 'filtered-media-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  it('are for code of the project, and never for clients', async () => {
    let strapi: ExtensionHost | undefined
    const api = await createContentApi({
      config: { database: (await newDatabase()).connection, upload: { directory } },
      contentTypes: {
        [page]: {
          info: { singularName: 'page', pluralName: 'pages' },
          attributes: {
            title: { type: 'string' },
            logo: { type: 'media' },
            gallery: { type: 'media', multiple: true },
            card: { type: 'component', component: 'shared.card' },
          },
        },
      },
      components: { 'shared.card': { attributes: { photo: { type: 'media' } } } },
      register: (tools) => void (strapi = tools.strapi),
    })
    const form = new FormData()
    for (const name of ['a.txt', 'b.txt']) form.append('files', new File([name], name))
    const ask = (path: string, init?: RequestInit) => api.fetch(new Request(`http://service.example${path}`, init))
    const [a, b] = (await (await ask('/api/upload', { method: 'POST', body: form })).json()) as { id: number }[]
    const { entityService, db } = strapi as unknown as ExtensionHost
    for (const data of [
      { title: 'with', logo: a?.id, gallery: [a?.id, b?.id], card: { photo: b?.id } },
      { title: 'other', logo: b?.id },
      { title: 'without', card: {} },
    ])
      await entityService.create(page, { data })
    const cases: [filters: Record<string, unknown>, titles: string[]][] = [
      [{ logo: { $notNull: true } }, ['other', 'with']],
      [{ logo: { $null: true } }, ['without']],
      [{ logo: { id: { $notNull: true } } }, ['other', 'with']],
      [{ logo: { id: { $null: true } } }, ['without']],
      [{ logo: { id: a?.id } }, ['with']],
      [{ logo: a?.id }, ['with']],
      [{ logo: { name: 'b.txt' } }, ['other']],
      [{ logo: { name: { $contains: '.txt' } } }, ['other', 'with']],
      [{ gallery: { $notNull: true } }, ['with']],
      [{ gallery: { $null: true } }, ['other', 'without']],
      [{ gallery: { name: 'b.txt' } }, ['with']],
      [{ card: { photo: { name: 'b.txt' } } }, ['with']],
      // As in SQL, a missing file is neither this one nor another.
      [{ $not: { logo: { id: a?.id } } }, ['other']],
    ]
    const titlesOf = (found: readonly Record<string, unknown>[]) => found.map(({ title }) => String(title)).toSorted()
    for (const [filters, titles] of cases) {
      const found = await entityService.findMany(page, { filters })
      expect([filters, titlesOf(found)]).toEqual([filters, titles])
      const queried = await db.query(page).findMany({ where: filters })
      expect([filters, titlesOf(queried)]).toEqual([filters, titles])
      expect(await entityService.count(page, { filters })).toBe(titles.length)
    }
    expect((await ask('/api/pages?filters[logo][$notNull]=true')).status).toBe(400)
    expect((await ask('/api/pages?filters[card][photo][name]=b.txt')).status).toBe(400)
    await api.close()
  })
})

const toTags = { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' }

describe.each(newDatabases)('components on %s', (_name, newDatabase) => {
  it('are flat at every depth, for entityService and db.query', async () => {
    let strapi: ExtensionHost | undefined
    const named = (name: string) => ({ singularName: name, pluralName: `${name}s` })
    const api = await createContentApi({
      config: { database: (await newDatabase()).connection },
      contentTypes: {
        'api::tag.tag': { info: named('tag'), attributes: { name: { type: 'string' } } },
        'api::page.page': {
          info: named('page'),
          attributes: {
            card: { type: 'component', component: 'shared.card' },
            parts: { type: 'dynamiczone', components: ['shared.card'] },
          },
        },
      },
      components: {
        'shared.card': {
          attributes: { tags: toTags, inner: { type: 'component', repeatable: true, component: 'shared.inner' } },
        },
        'shared.inner': { attributes: { tag: { ...toTags, relation: 'oneToOne' }, file: { type: 'media' } } },
      },
      register: (tools) => void (strapi = tools.strapi),
    })
    const { entityService, db } = strapi as unknown as ExtensionHost
    await entityService.create('api::tag.tag', { data: { name: 'red' } })
    const card = { tags: [1], inner: [{ tag: 1 }] }
    const populate = { card: deep, parts: deep }
    const data = { card, parts: [{ __component: 'shared.card', ...card }] }
    const written = await entityService.create('api::page.page', { data, populate })
    const tag = { id: 1, name: 'red' }
    const flat = { tags: [tag], inner: [{ tag, file: null }] }
    expect(written).toMatchObject({ id: 1, card: flat, parts: [{ __component: 'shared.card', ...flat }] })
    expect(await entityService.findOne('api::page.page', 1, { populate })).toEqual(written)
    expect(await entityService.findMany('api::page.page', { populate })).toEqual([written])
    expect(await db.query('api::page.page').findMany({ populate })).toEqual([written])
    expect(await entityService.delete('api::page.page', 1, { populate })).toEqual(written)
    await api.close()
  })
})

/** Every attribute of a card. */
const deep = { populate: { tags: true, inner: { populate: { tag: true, file: true } } } }
