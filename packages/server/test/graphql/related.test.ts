import type { SchemaSources } from '@content-api/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type ContentApiOptions, createContentApi, type EntryLine } from '../../src/index.js'
import type { ExtensionService } from '@content-api/strapi-project/code/project-types'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'

const media = (multiple: boolean, more: object = {}) => ({ type: 'media', multiple, ...more })
const contentType = (singularName: string, attributes: object, more: object = {}) => ({
  [`api::${singularName}.${singularName}`]: {
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    attributes: { title: { type: 'string' }, ...attributes },
    ...more,
  },
})
const localized = { pluginOptions: { i18n: { localized: true } } }

/** Media in every place where an entry can have them. */
const sources = {
  contentTypes: {
    ...contentType(
      'page',
      {
        cover: media(false, localized),
        photos: media(true, localized),
        scans: media(true, { private: true, ...localized }),
        head: { type: 'component', component: 'parts.head', ...localized },
        secretHead: { type: 'component', component: 'parts.head', private: true, ...localized },
        rows: { type: 'component', component: 'parts.row', repeatable: true, ...localized },
        zone: { type: 'dynamiczone', components: ['parts.head', 'parts.row'], ...localized },
      },
      { options: { draftAndPublish: true }, ...localized },
    ),
    ...contentType('memo', { scan: media(false) }),
    ...contentType('plain', {}),
    ...contentType('poster', { image: media(false) }),
  },
  components: {
    'parts.head': { info: { displayName: 'Head' }, attributes: { text: { type: 'string' }, image: media(false) } },
    'parts.row': {
      info: { displayName: 'Row' },
      attributes: { heads: { type: 'component', component: 'parts.head', repeatable: true }, files: media(true) },
    },
  },
} as unknown as SchemaSources

const files = ['cover', 'photo', 'scan', 'head', 'secret', 'row', 'zone', 'unused', 'everywhere'] as const
const idOf = (name: (typeof files)[number]) => files.indexOf(name) + 1

const file = (name: string, index: number): EntryLine => ({
  type: 'plugin::upload.file',
  id: index + 1,
  attributes: { name, hash: name, mime: 'image/png', size: 1, url: `/uploads/${name}.png`, provider: 'local' },
})
const page = (id: number, attributes: object, more: object = {}): EntryLine => ({
  type: 'api::page.page',
  id,
  attributes: { title: `Page ${id}`, publishedAt: '2024-01-01T00:00:00.000Z', locale: 'en', ...attributes },
  ...more,
})
const everywhere = idOf('everywhere')
const head = (name: (typeof files)[number]) => ({ text: name, image: idOf(name) })

const content: readonly EntryLine[] = [
  ...files.map(file),
  page(1, { cover: idOf('cover'), photos: [idOf('photo'), everywhere] }),
  page(2, { cover: everywhere, photos: [everywhere], head: { image: everywhere } }),
  page(3, { cover: idOf('cover'), photos: [everywhere], publishedAt: null }),
  page(4, { scans: [idOf('scan'), everywhere], secretHead: head('secret') }),
  page(5, { head: head('head'), rows: [{ heads: [{ text: 'none' }, head('row')] }, { files: [idOf('row')] }] }),
  page(6, {
    zone: [
      { __component: 'parts.row', heads: [head('zone')] },
      { __component: 'parts.head', image: idOf('zone') },
    ],
  }),
  page(7, { locale: 'fr', cover: idOf('cover') }, { localizationOf: 1 }),
  { type: 'api::memo.memo', id: 1, attributes: { title: 'Memo', scan: everywhere } },
  { type: 'api::memo.memo', id: 2, attributes: { title: 'Memo 2', scan: idOf('cover') } },
  { type: 'api::poster.poster', id: 3, attributes: { title: 'Poster', image: everywhere } },
  { type: 'api::poster.poster', id: 2, attributes: { title: 'Poster 2', image: everywhere } },
]

const reading = (...names: string[]) => names.map((name) => `api::${name}.${name}.find`)
const upload = (action: string) => `plugin::upload.content-api.${action}`
const callers = {
  everything: null,
  pages: [...reading('page', 'poster'), upload('find'), upload('findOne')],
  files: [upload('find'), upload('findOne')],
  writer: [...reading('page'), 'api::page.page.update', 'api::page.page.findOne'],
}

async function openGallery(options: Partial<ContentApiOptions>, more: readonly EntryLine[] = []) {
  const api: ContentApi = await createContentApi({
    ...sources,
    config: {
      permissions: { public: [], authenticated: [] },
      i18n: { locales: ['fr'] },
      graphql: { config: { depthLimit: 12 } },
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
    },
    log: () => undefined,
    ...options,
  })
  await api.importEntries([...content, ...more])
  const tokens = new Map<string, string>()
  for (const [name, permissions] of Object.entries(callers)) {
    const kind = permissions ? { type: 'custom' as const, permissions } : { type: 'full-access' as const }
    tokens.set(name, await api.accounts.createToken({ name, ...kind }))
  }
  const ask = async (query: string, caller: keyof typeof callers = 'everything', variables: object = {}) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(caller)}` }
    const body = JSON.stringify({ query, variables })
    const response = await api.fetch(new Request('http://gallery.example/graphql', { method: 'POST', headers, body }))
    return response.json()
  }
  return { api, ask }
}

const titles = 'related { __typename ... on Page { title } ... on Memo { title } ... on Poster { title } }'

describe.each(await databases())('`related` of a file on $name', ({ connection }) => {
  let gallery: Awaited<ReturnType<typeof openGallery>>
  beforeAll(async () => {
    gallery = await openGallery({ database: connection })
  })
  afterAll(() => gallery.api.close())

  const usersOf = async (name: (typeof files)[number], caller?: keyof typeof callers) => {
    const query = `query ($id: ID) { uploadFile(id: $id) { data { attributes { ${titles} } } } }`
    const { data, errors } = await gallery.ask(query, caller, { id: idOf(name) })
    expect(errors).toBeUndefined()
    return data.uploadFile.data.attributes.related.map(({ title }: { title: string }) => title)
  }

  it.each([
    ['cover', ['Page 1', 'Page 7', 'Memo 2']],
    ['photo', ['Page 1']],
    ['head', ['Page 5']],
    ['row', ['Page 5']],
    ['zone', ['Page 6']],
    ['unused', []],
    // Each entry once, however often it uses the file.
    ['everywhere', ['Page 1', 'Page 2', 'Memo', 'Poster 2', 'Poster']],
    // Private attributes don't count as use.
    ['scan', []],
    ['secret', []],
  ] as const)('lists the entries that use %s', async (name, expected) => {
    expect(await usersOf(name)).toEqual(expected)
  })

  it('omits entries of types that the caller may not find', async () => {
    expect(await usersOf('everywhere', 'pages')).toEqual(['Page 1', 'Page 2', 'Poster 2', 'Poster'])
    expect(await usersOf('cover', 'pages')).toEqual(['Page 1', 'Page 7'])
    expect(await usersOf('everywhere', 'files')).toEqual([])
  })

  it('omits drafts, even when the file is selected in the response of a draft', async () => {
    const cover = `attributes { cover { data { attributes { ${titles} } } } }`
    const preview = `{ page(id: 3, publicationState: PREVIEW) { data { ${cover} } } }`
    const written = `mutation { updatePage(id: 3, data: { title: "Page 3" }) { data { ${cover} } } }`
    const expected = ['Page 1', 'Page 7']
    const titlesOf = (page: {
      data: { attributes: { cover: { data: { attributes: { related: { title: string }[] } } } } }
    }) => page.data.attributes.cover.data.attributes.related.map(({ title }) => title)
    expect(titlesOf((await gallery.ask(preview, 'writer')).data.page)).toEqual(expected)
    expect(titlesOf((await gallery.ask(written, 'writer')).data.updatePage)).toEqual(expected)
  })

  it('can be read with its own relations, like any entry', async () => {
    const query = `{ uploadFile(id: ${idOf('head')}) { data { id attributes { uses: related { ... on Page {
      title head { text image { data { id attributes { ${titles} } } } } photos(sort: "id:desc") { data { id } }
    } } } } } }`
    const again = { data: { id: '4', attributes: { related: [{ __typename: 'Page', title: 'Page 5' }] } } }
    const { statements } = gallery.api.database
    const before = statements()
    await gallery.ask(`{ uploadFile(id: ${idOf('head')}) { data { id } } }`)
    const alone = statements() - before
    expect((await gallery.ask(query)).data.uploadFile.data).toEqual({
      id: '4',
      attributes: { uses: [{ title: 'Page 5', head: { text: 'head', image: again }, photos: { data: [] } }] },
    })
    expect(statements() - before).toBe(2 * alone)
    const list = `{ uploadFiles(filters: { name: { in: ["photo", "unused"] } }) { data { attributes { related { ... on Page { photos(sort: "id:desc") { data { id } } } } } } } }`
    expect((await gallery.ask(list, 'pages')).data.uploadFiles.data).toEqual([
      { attributes: { related: [{ photos: { data: [{ id: '9' }, { id: '2' }] } }] } },
      { attributes: { related: [] } },
    ])
  })

  it('reflects every write', async () => {
    const change = 'mutation ($files: [ID]) { updatePage(id: 1, data: { photos: $files }) { data { id } } }'
    expect((await gallery.ask(change, 'everything', { files: [idOf('unused')] })).errors).toBeUndefined()
    expect(await usersOf('unused')).toEqual(['Page 1'])
    expect(await usersOf('photo')).toEqual([])
    await gallery.ask(change, 'everything', { files: [idOf('photo'), everywhere] })
    expect(await usersOf('unused')).toEqual([])
  })
})

describe.each(await databases())('`related` of a file with many entries on $name', ({ connection }) => {
  it('is limited to 100 entries, which count toward the limits of a request', async () => {
    const more = Array.from({ length: 130 }, (_, index) => ({
      type: 'api::poster.poster',
      id: 100 + index,
      attributes: { title: `Poster ${100 + index}`, image: everywhere },
    }))
    const { api, ask } = await openGallery({ database: connection }, more)
    const used = await ask(`{ uploadFile(id: ${everywhere}) { data { attributes { ${titles} } } } }`)
    const { related } = used.data.uploadFile.data.attributes
    expect(related).toHaveLength(100)
    expect(related.at(-1)).toEqual({ __typename: 'Poster', title: 'Poster 194' })
    const tooMuch = `{ uploadFiles(pagination: { limit: 100 }) { data { attributes { related {
      ... on Poster { image { data { attributes { related { ... on Poster { title } } } } } }
    } } } } }`
    const refused = await ask(tooMuch)
    expect(refused.data).toEqual({ uploadFiles: null })
    expect(refused.errors[0].message).toContain('requests more than 40000 entries')
    // For each file, each alias of the field looks in three types.
    const again = (times: number) =>
      `{ uploadFiles { data { attributes { ${Array.from({ length: times }, (_, index) => `r${index}: related { __typename }`).join(' ')} } } } }`
    expect((await ask(again(34))).errors).toBeUndefined()
    expect((await ask(again(35))).errors[0].message).toContain('requests more than 40000 entries')
    await api.close()
  })
})

describe('`related` of a file in an extended schema', () => {
  const extended = (use: (service: ExtensionService) => void) =>
    openGallery({
      database: sqliteDatabase().connection,
      register: ({ strapi }) => use(strapi.plugin('graphql').service('extension')),
    })

  const everyUse = `{ uploadFile(id: ${everywhere}) { data { attributes { ${titles} } } } }`

  it('omits entries that use the file in hidden fields, and does not exist when `related` is disabled', async () => {
    const { api, ask } = await extended((service) => {
      service.shadowCRUD('api::page.page').field('photos').disableOutput()
      service.shadowCRUD('api::poster.poster').disable()
    })
    const pages = `{ uploadFile(id: ${everywhere}) { data { attributes { related { ... on Page { title } ... on Memo { title } } } } } }`
    expect((await ask(pages)).data.uploadFile.data.attributes.related).toEqual([{ title: 'Page 2' }, { title: 'Memo' }])
    await api.close()
    const without = await extended((service) =>
      service.shadowCRUD('plugin::upload.file').field('related').disableOutput(),
    )
    expect((await without.ask(everyUse)).errors[0].message).toContain('Cannot query field "related"')
    await without.api.close()
  })

  it('may have fields with resolvers', async () => {
    const { api, ask } = await extended((service) =>
      service.use({
        types: [],
        resolvers: { Poster: { title: { resolve: ({ title }: { title: string }) => title.toUpperCase() } } },
      }),
    )
    expect((await ask(everyUse, 'pages')).data.uploadFile.data.attributes.related).toEqual([
      { __typename: 'Page', title: 'Page 1' },
      { __typename: 'Page', title: 'Page 2' },
      { __typename: 'Poster', title: 'POSTER 2' },
      { __typename: 'Poster', title: 'POSTER' },
    ])
    await api.close()
  })
})
