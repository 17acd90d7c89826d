// The tests read members of responses, for which types would only repeat the model.
// oxlint-disable typescript/no-explicit-any
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../../src/index.js'
import { askGraphql } from '../../support/ask-graphql.js'
import { databases } from '../../../../../tests/support/postgres.js'

const link = (options: object = {}) => ({ type: 'component', component: 'x.link', ...options })
const relation = (kind: string, options: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: 'api::tag.tag',
  ...options,
})
const localized = { pluginOptions: { i18n: { localized: true } } }
const type = (singularName: string, attributes: object, options: object = {}) => ({
  info: { singularName, pluralName: `${singularName}s` },
  options: { draftAndPublish: true },
  ...options,
  attributes,
})

const contentTypes = {
  'api::page.page': type('page', {
    title: { type: 'string', required: true },
    note: { type: 'string' },
    tag: relation('oneToOne', { required: true }),
    seo: { type: 'component', component: 'x.seo', required: true },
    steps: link({ repeatable: true, required: true, min: 2 }),
    needed: link({ repeatable: true, required: true }),
    extras: link({ repeatable: true, min: 2 }),
    zone: { type: 'dynamiczone', components: ['x.card', 'x.seo'], required: true, min: 1 },
  }),
  'api::tale.tale': type(
    'tale',
    {
      title: { type: 'string', ...localized },
      code: { type: 'string', required: true },
      seo: { type: 'component', component: 'x.seo' },
      tag: relation('oneToOne', { required: true }),
    },
    localized,
  ),
  'api::tag.tag': type('tag', { name: { type: 'string' } }, { options: {} }),
} as const
const components = {
  'x.link': {
    info: { displayName: 'link' },
    attributes: { label: { type: 'string', required: true }, url: { type: 'string' } },
  },
  'x.seo': {
    info: { displayName: 'seo' },
    attributes: {
      title: { type: 'string', required: true, minLength: 3 },
      note: { type: 'string' },
      canonical: link(),
    },
  },
  'x.card': {
    info: { displayName: 'card' },
    attributes: {
      text: { type: 'string', required: true },
      links: link({ repeatable: true, min: 2 }),
      by: relation('oneToOne', { required: true }),
    },
  },
} as const

const now = '2024-06-01T00:00:00.000Z'
const two = [{ label: 'a' }, { label: 'b' }]

describe.each(await databases())('required values on $name', ({ connection }) => {
  let api: ContentApi
  let strapi: ExtensionHost
  let graphql: ReturnType<typeof askGraphql>
  let page: number
  let complete: Record<string, unknown>

  beforeAll(async () => {
    api = await createContentApi({
      contentTypes: contentTypes as never,
      components,
      database: connection,
      config: { i18n: { locales: ['fr'] } },
      register: (tools) => void ({ strapi } = tools),
    })
    graphql = askGraphql(api)
    const tag = (await send('POST /api/tags', { name: 't' })).body.data.id as number
    complete = {
      title: 'page',
      tag,
      seo: { title: 'seo', note: 'old', canonical: { label: 'c', url: 'u' } },
      steps: two,
      needed: two,
      extras: two,
      zone: [
        { __component: 'x.card', text: 'card', by: tag, links: two },
        { __component: 'x.seo', title: 'in zone' },
      ],
    }
  })
  afterAll(() => api.close())
  beforeEach(async () => void (page = (await send('POST /api/pages', complete)).body.data.id))

  async function send(line: string, data?: unknown): Promise<{ status: number; body: any }> {
    const [method = '', path = ''] = line.split(' ')
    // The body of a new localization has no member `data`.
    const sent = path.endsWith('/localizations') ? data : { data }
    const body = data === undefined ? {} : { body: JSON.stringify(sent) }
    const headers = { 'content-type': 'application/json' }
    const response = await api.fetch(new Request(`http://service.test${path}`, { method, headers, ...body }))
    return { status: response.status, body: await response.json() }
  }
  const put = (data: unknown, id = page) => send(`PUT /api/pages/${id}`, data)
  const deep = `publicationState=preview&${['steps', 'needed', 'extras', 'tag'].map((name) => `populate[${name}]=true`).join('&')}&populate[seo][populate]=*&populate[zone][populate]=*`
  const read = async (id = page) => (await send(`GET /api/pages/${id}?${deep}`)).body.data.attributes
  const messages = (body: any): string[] => body.error.details.errors.map(({ message }: any) => message)
  /** Sends an update in each of the three ways, and returns the messages of each. */
  async function everyUpdate(data: Record<string, any>): Promise<string[][]> {
    const rest = await put(data)
    const typed = { ...data, ...(data['zone'] && { zone: data['zone'].map(forGraphql) }) }
    const asked = await graphql(
      'mutation ($id: ID!, $data: PageInput!) { updatePage(id: $id, data: $data) { data { id } } }',
      {
        id: page,
        data: typed,
      },
    )
    const thrown = await strapi.entityService.update('api::page.page', page, { data }).catch((error: unknown) => error)
    expect(rest.status).toBe(400)
    return [
      messages(rest.body),
      (asked as any).errors[0].extensions.error.details.errors.map(({ message }: any) => message),
      (thrown as any).details.errors.map(({ message }: any) => message),
    ]
  }
  const names: Record<string, string> = { 'x.card': 'ComponentXCard', 'x.seo': 'ComponentXSeo' }
  const forGraphql = ({ __component, ...values }: any) => ({ __typename: names[__component], ...values })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a component', { seo: { note: 'n' } }, ['seo.title must be defined.']],
    [
      'a nested component',
      { seo: { title: 'new', canonical: { url: 'u' } } },
      ['seo.canonical.label must be defined.'],
    ],
    ['a list', { needed: [{ label: 'a' }, { url: 'u' }] }, ['needed[1].label must be defined.']],
    [
      'a zone',
      { zone: [{ __component: 'x.seo', note: 'n' }, { __component: 'x.card' }] },
      ['zone[0].title must be defined.', 'zone[1].text must be defined.', 'zone[1].by must be defined.'],
    ],
    [
      'a component in a zone',
      { zone: [{ __component: 'x.seo', title: 'new', canonical: {} }] },
      ['zone[0].canonical.label must be defined.'],
    ],
    ['a list without its minimum', { extras: [{ label: 'a' }] }, ['extras field must have at least 2 items']],
    ['no list', { needed: null }, ['needed is required and must not be null']],
    ['no zone', { zone: null }, ['zone is required and must not be null']],
  ])('must be in the new content of a published entry: %s', async (_what, data, expected) => {
    const before = await read()
    expect(await everyUpdate(data)).toEqual([expected, expected, expected])
    expect(await read()).toEqual(before)
  })

  it('are kept by components with their id, at every depth', async () => {
    const { seo, zone, steps } = await read()
    const [card, inZone] = zone
    const data = {
      seo: { id: seo.id, note: 'new', canonical: { id: seo.canonical.id, url: 'v' } },
      steps: [{ id: steps[1].id }, { id: steps[0].id, url: 'w' }],
      zone: [
        { __component: 'x.seo', id: inZone.id, note: 'z' },
        { __component: 'x.card', id: card.id, links: [{ id: card.links[0].id, url: 'x' }, { label: 'new' }] },
      ],
    }
    expect((await put(data)).status).toBe(200)
    expect(await read()).toMatchObject({
      seo: { id: seo.id, title: 'seo', note: 'new', canonical: { id: seo.canonical.id, label: 'c', url: 'v' } },
      steps: [
        { id: steps[1].id, label: 'b', url: null },
        { id: steps[0].id, label: 'a', url: 'w' },
      ],
      zone: [
        { id: inZone.id, title: 'in zone', note: 'z' },
        { id: card.id, text: 'card', links: [{ label: 'a', url: 'x' }, { label: 'new' }], by: { data: { id: 1 } } },
      ],
    })
    expect(await everyUpdate({ seo: { id: seo.id, title: null } })).toEqual(
      Array.from({ length: 3 }, () => ['seo.title is required and must not be null']),
    )
  })

  it('may be missing where an update changes nothing', async () => {
    // `strapi.db.query` stores what it gets, as old content or a changed schema would.
    const data = { publishedAt: now, seo: {}, zone: [{ __component: 'x.card' }] }
    const { id } = (await strapi.db.query('api::page.page').create({ data })) as { id: number }
    const { seo, zone } = await read(id)
    const tag = Number((await send('POST /api/tags', { name: 'u' })).body.data.id)
    expect(await put({ note: 'n' }, id)).toMatchObject({ status: 200 })
    expect(await put({ seo: { id: seo.id, note: 'n' } }, id)).toMatchObject({ status: 200 })
    expect(await put({ tag: { connect: [tag], disconnect: [tag + 1] } }, id)).toMatchObject({ status: 200 })
    const held = [{ __component: 'x.card', id: zone[0].id, by: { connect: [tag], disconnect: [tag + 1] } }]
    expect(await put({ zone: held }, id)).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({
      title: null,
      note: 'n',
      seo: { title: null, note: 'n' },
      tag: { data: { id: tag } },
    })
  })

  it('include relations of components, which a disconnect may empty', async () => {
    const { zone } = await read()
    const [card, inZone] = zone
    const by = { disconnect: [card.by.data.id] }
    const emptied = [
      { __component: 'x.seo', id: inZone.id },
      { __component: 'x.card', id: card.id, by },
    ]
    const expected = ['zone[1].by must be defined.']
    const answer = await put({ zone: emptied })
    expect([answer.status, messages(answer.body)]).toEqual([400, expected])
    expect((await read()).zone[0].by.data).toMatchObject({ id: card.by.data.id })
  })

  it('are all named when a draft is published', async () => {
    const draft = (await send('POST /api/pages', { publishedAt: null, seo: { note: 'n' }, extras: two })).body.data.id
    await strapi.db.query('api::page.page').update({ where: { id: draft }, data: { extras: [] } })
    const missing = [
      'title must be defined.',
      'tag must be defined.',
      'seo.title must be defined.',
      'steps field must have at least 2 items',
      'zone field must have at least 1 items',
    ]
    page = draft
    expect(await everyUpdate({ publishedAt: now })).toEqual([missing, missing, missing])
    const others = missing.slice(1)
    const body = { publishedAt: now, title: null, extras: null }
    expect(await everyUpdate(body)).toEqual(
      Array.from({ length: 3 }, () => ['title is required and must not be null', ...others]),
    )
    const { needed: _empty, ...filled } = complete
    expect(await put({ ...filled, publishedAt: now })).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ needed: [], publishedAt: now })
  })

  it('also matter to a draft that shares them with a published localization', async () => {
    const tale = { code: 'c', seo: { title: 'seo' }, tag: 1 }
    const { id } = (await send('POST /api/tales', tale)).body.data
    const localization = { locale: 'fr', title: 'f', publishedAt: null }
    const { id: french } = (await send(`POST /api/tales/${id}/localizations`, localization)).body
    const because = (name: string) => `because a published localization shares ${name}`
    const rejected: [object, string][] = [
      [{ seo: { note: 'n' } }, `seo.title must be defined, ${because('seo')}`],
      [{ code: null }, `code is required and must not be null, ${because('code')}`],
      [{ code: null, publishedAt: null }, `code is required and must not be null, ${because('code')}`],
      [{ tag: { disconnect: [1] } }, `tag must be defined, ${because('tag')}`],
    ]
    for (const [data, message] of rejected) {
      const { status, body } = await send(`PUT /api/tales/${french}`, data)
      expect([status, messages(body)]).toEqual([400, [message]])
    }
    expect(await send(`PUT /api/tales/${id}`, { publishedAt: null })).toMatchObject({ status: 200 })
    for (const [data] of rejected) expect(await send(`PUT /api/tales/${french}`, data)).toMatchObject({ status: 200 })
  })

  it.each<[string, (data: Record<string, unknown>) => Promise<unknown>]>([
    ['REST', (data) => put(data)],
    [
      'GraphQL',
      (data) =>
        graphql('mutation ($id: ID!, $data: PageInput!) { updatePage(id: $id, data: $data) { data { id } } }', {
          id: page,
          data: { ...data, zone: (data['zone'] as object[] | undefined)?.map(forGraphql) ?? data['zone'] },
        }),
    ],
    ['entityService', (data) => strapi.entityService.update('api::page.page', page, { data })],
    ['db.query', (data) => strapi.db.query('api::page.page').update({ where: { id: page }, data })],
  ])('null clears lists and zones: %s', async (_way, update) => {
    const [card] = (await read()).zone
    await update({ extras: null, zone: [{ __component: 'x.card', id: card.id, links: null }] })
    expect(await read()).toMatchObject({ extras: [], zone: [{ id: card.id, text: 'card', links: [] }], needed: two })
    await update({ publishedAt: null })
    await update({ needed: null, steps: null, zone: null })
    expect(await read()).toMatchObject({ publishedAt: null, needed: [], steps: [], zone: [], title: 'page' })
  })

  it('null makes empty lists and zones in a new entry', async () => {
    const data = { publishedAt: null, extras: null, zone: null, steps: two }
    const { id } = (await send('POST /api/pages', data)).body.data
    expect(await read(id)).toMatchObject({ extras: [], zone: [], steps: two })
    const live = await send('POST /api/pages', { ...complete, zone: null, needed: null, extras: null })
    expect([live.status, messages(live.body)]).toEqual([
      400,
      ['needed is required and must not be null', 'zone is required and must not be null'],
    ])
  })
})
