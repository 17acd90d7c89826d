import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { make } from '../../fixtures/maker.js'
import type { Exchange } from '../../target/exchange.js'
import type { ScenarioContext } from '../scenario-context.js'
import { protecting } from './cell.js'
import { companions, expectBlind, expectHidden, makeVersion } from './observe.js'

const { many, one } = namesOf('article')
const categories = namesOf('category')
const cell = protecting('drafts', ['draftAndPublish'])

/** A published article and a draft, and entries with relations to both. */
const content = (t: ScenarioContext) =>
  t.fixtures.get('protected-drafts', async (session) => {
    const live = `published ${session.marker}`
    const draft = `unpublished ${session.marker}`
    const category = await make(session, 'category', { name: 'shelf' })
    const published = await make(session, 'article', { title: live, category: category.id })
    const hidden = await makeVersion(session, 'article', { title: draft, category: category.id }, { draft: true })
    const owner = await make(session, 'article', { title: 'owner', related: [published.id, hidden.id] })
    return {
      marker: session.marker,
      live,
      draft,
      published: published.id,
      hidden: hidden.id,
      owner: owner.id,
      category: category.id,
    }
  })

/** An article whose component and zone are linked to the draft, and one whose are linked to the published article. */
const inComponents = (t: ScenarioContext) =>
  t.fixtures.get('protected-drafts-in-components', async (session) => {
    const live = `published ${session.marker}`
    const draft = `unpublished ${session.marker}`
    const published = await make(session, 'article', { title: live })
    const hidden = await makeVersion(session, 'article', { title: draft }, { draft: true })
    const owners = []
    for (const { id: article } of [hidden, published]) {
      const guard = { note: 'guard', article }
      owners.push(
        await make(session, 'article', { title: 'owner', guard, zone: [{ __component: 'conf.guard', ...guard }] }),
      )
    }
    return { marker: session.marker, live, draft, owners: owners.map(({ id }) => id) }
  })

type Content = Awaited<ReturnType<typeof content>>

const within = (name: string) => `A draft is visible ${name}`

/** The forms of populate that reach the draft from the owner. */
const forms = [
  ['related'],
  '*',
  { related: true },
  { related: { fields: ['title'] } },
  { related: { sort: ['title'] } },
  { related: { filters: { title: { $notNull: 'true' } } } },
  { related: { populate: ['category'] } },
]

/** The forms of populate that reach the relation in a component or a zone. */
const componentForms = [
  { guard: { populate: ['article'] } },
  ['guard.article'],
  { guard: { populate: { article: { fields: ['title'] } } } },
]
const zoneForms = [
  { zone: { populate: '*' } },
  { zone: { on: { 'conf.guard': { populate: ['article'] } } } },
  { zone: { on: { 'conf.guard': { populate: { article: { fields: ['title'] } } } } } },
]

async function populatedComponents(t: ScenarioContext, name: string, populates: readonly unknown[]): Promise<void> {
  const { marker, live, draft, owners } = await inComponents(t)
  for (const populate of populates) {
    const what = within(`behind a relation of a ${name}`)
    const list = await t.mine('article', { filters: { title: 'owner' }, populate }, { marker })
    expectHidden(t, t.status(list, 200), { what, hidden: [draft], shown: [live] })
    for (const [index, id] of owners.entries()) {
      const entry = t.status(await t.read('article', id, { populate }), 200)
      expectHidden(t, entry, { what, hidden: [draft], shown: index === 0 ? [] : [live] })
    }
  }
}

/** Requests the articles of the fixture by GraphQL. `args` are further arguments. */
const askMany = (t: ScenarioContext, { marker }: Pick<Content, 'marker'>, args: string, selection: string) =>
  t.graphql(`query ($m: String) { ${many}(filters: { marker: { eq: $m } }${args}) { ${selection} } }`, { m: marker })

const askOne = (t: ScenarioContext, id: unknown, selection: string): Promise<Exchange> =>
  t.graphql(`query ($id: ID) { ${one}(id: $id) { data { id attributes { ${selection} } } } }`, { id })

export const draftProtectionScenarios = [
  cell(
    'list',
    ['4.3/state-default', '3/select'],
    'A list hides drafts, whatever its other parameters are',
    async (t) => {
      const { marker, live, draft } = await content(t)
      for (const query of companions('category', 'title')) {
        const response = t.status(await t.mine('article', query, { marker }), 200)
        expectHidden(t, response, { what: within('in a list'), hidden: [draft], shown: [live] })
      }
      for (const query of [{}, { populate: ['category'] }, { sort: 'updatedAt:desc', pagination: { pageSize: 100 } }]) {
        const response = await t.list('article', query)
        for (const value of t.column(response, 'publishedAt'))
          t.that(response, value !== null, within('in a list without filters'), 'publishedAt with a timestamp', value)
      }
    },
  ),
  cell('one', ['4.3/state-single'], 'A draft is not found by its id, whatever the other parameters are', async (t) => {
    const { live, draft, published, hidden } = await content(t)
    for (const query of [{}, { populate: ['category'] }, { populate: '*' }, { fields: ['title'] }]) {
      const found = t.status(await t.read('article', published, query), 200)
      expectHidden(t, found, { what: within('by its id'), hidden: [draft], shown: [live] })
      const response = await t.read('article', hidden, query)
      expectHidden(t, response, { what: within('by its id'), hidden: [draft] })
      t.that(response, response.status === 404, within('by its id'), 'status 404', `status ${response.status}`)
    }
  }),
  cell('relation-list', ['4.3/state-relations'], 'A list populates no drafts, in every form of populate', async (t) => {
    const { marker, live, draft } = await content(t)
    const what = within('behind a relation of a list')
    for (const populate of forms) {
      const response = await t.mine('article', { filters: { title: 'owner' }, populate }, { marker })
      expectHidden(t, t.status(response, 200), { what, hidden: [draft], shown: [live] })
    }
    const inverse = t.status(await t.mine('category', { populate: ['articles'] }, { marker }), 200)
    expectHidden(t, inverse, { what, hidden: [draft], shown: [live] })
    const nested = { category: { populate: { articles: { fields: ['title'] } } } }
    const deep = t.status(await t.mine('article', { populate: nested }, { marker }), 200)
    expectHidden(t, deep, { what, hidden: [draft], shown: [live] })
  }),
  cell(
    'relation-one',
    ['4.3/state-relations'],
    'One entry populates no drafts, in every form of populate',
    async (t) => {
      const { live, draft, owner, category } = await content(t)
      const what = within('behind a relation of an entry')
      for (const populate of forms) {
        const response = t.status(await t.read('article', owner, { populate }), 200)
        expectHidden(t, response, { what, hidden: [draft], shown: [live] })
      }
      const inverse = t.status(await t.read('category', category, { populate: ['articles'] }), 200)
      expectHidden(t, inverse, { what, hidden: [draft], shown: [live] })
    },
  ),
  cell('component', ['4.3/state-relations'], 'A relation of a component populates no drafts', (t) =>
    populatedComponents(t, 'component', componentForms),
  ),
  cell('zone', ['4.3/state-relations'], 'A relation in a dynamic zone populates no drafts', (t) =>
    populatedComponents(t, 'dynamic zone', zoneForms),
  ),
  cell(
    'count',
    ['4.3/state-default', '4.2/total'],
    'total counts no drafts, whatever the other parameters are',
    async (t) => {
      const { marker } = await content(t)
      for (const query of [
        {},
        { populate: ['category'] },
        { pagination: { pageSize: 1 } },
        { pagination: { start: 0, limit: 1 } },
        { sort: 'title', fields: ['title'], pagination: { pageSize: 1 } },
      ]) {
        const response = t.status(await t.mine('article', query, { marker }), 200)
        t.equal(response, 'total counts a draft', read(response.body, 'meta.pagination.total'), 2)
      }
    },
  ),
  cell('filter', ['4.3/state-filter'], 'A filter through a relation does not match drafts', async (t) => {
    const { marker, live, draft } = await content(t)
    const what = 'A filter through a relation matches a draft'
    for (const [type, relation] of [
      ['article', 'related'],
      ['category', 'articles'],
    ] as const) {
      const ask = (title: unknown) => t.mine(type, { filters: { [relation]: { title: { $eq: title } } } }, { marker })
      const control = await ask(live)
      t.equal(control, 'A filter through a relation finds nothing', t.entries(control).length, 1)
      await expectBlind(t, what, [draft, `${draft} no more`], ask)
    }
  }),
  cell('search', ['4.3/state-default'], 'A search finds no drafts', async (t) => {
    const { marker, draft } = await content(t)
    const response = await t.mine('article', { _q: draft }, { marker })
    // The text is in the request, and an error may repeat it.
    if (response.status === 200) expectHidden(t, response, { what: within('in a search'), hidden: [draft] })
  }),
  cell(
    'graphql-list',
    ['4.5/many-state', '3/select'],
    'A GraphQL list hides drafts with every selection',
    async (t) => {
      const found = await content(t)
      for (const [args, selection] of [
        ['', 'data { id attributes { title } }'],
        ['', 'data { id attributes { title category { data { id } } } } meta { pagination { total } }'],
        [', sort: "title:desc"', 'data { attributes { title } }'],
        [', pagination: { start: 0, limit: 50 }', 'data { attributes { title } }'],
        [', publicationState: LIVE', 'data { attributes { title tags { data { id } } } }'],
      ] as const) {
        const response = await askMany(t, found, args, selection)
        t.data(response)
        expectHidden(t, response, { what: within('in a GraphQL list'), hidden: [found.draft], shown: [found.live] })
      }
    },
  ),
  cell('graphql-one', ['4.3/state-single'], 'A GraphQL query for one entry does not find a draft', async (t) => {
    const { live, draft, published, hidden } = await content(t)
    for (const selection of ['title', 'title category { data { id } }']) {
      expectHidden(t, await askOne(t, published, selection), { what: '', hidden: [draft], shown: [live] })
      expectHidden(t, await askOne(t, hidden, selection), { what: within('by its id in GraphQL'), hidden: [draft] })
    }
  }),
  cell('graphql-relation', ['4.3/state-relations'], 'A GraphQL query shows no drafts behind relations', async (t) => {
    const found = await content(t)
    const { live, draft, owner } = found
    const what = within('behind a relation in GraphQL')
    for (const args of [
      '',
      '(sort: "title")',
      '(filters: { title: { notNull: true } })',
      '(pagination: { limit: 50 })',
    ]) {
      const selection = `title related${args} { data { attributes { title } } }`
      expectHidden(t, await askOne(t, owner, selection), { what, hidden: [draft], shown: [live] })
      const listed = await askMany(t, found, '', `data { attributes { ${selection} } }`)
      expectHidden(t, listed, { what, hidden: [draft], shown: [live] })
    }
    const inverse = await t.graphql(
      `query ($m: String) { ${categories.many}(filters: { marker: { eq: $m } }) { data { attributes { articles { data { attributes { title } } } } } } }`,
      { m: found.marker },
    )
    expectHidden(t, inverse, { what, hidden: [draft], shown: [live] })
  }),
  ...(['component', 'zone'] as const).map((position) =>
    cell(
      `graphql-${position}`,
      ['4.3/state-relations'],
      `A GraphQL query shows no drafts in a ${position}`,
      async (t) => {
        const found = await inComponents(t)
        const inner = 'article { data { attributes { title } } }'
        const selection = position === 'zone' ? `zone { ... on ComponentConfGuard { ${inner} } }` : `guard { ${inner} }`
        const response = await askMany(t, found, '', `data { attributes { ${selection} } }`)
        const expected = { what: within(`behind a relation of a ${position} in GraphQL`), hidden: [found.draft] }
        expectHidden(t, response, { ...expected, shown: [found.live] })
      },
    ),
  ),
  cell('graphql-count', ['4.5/many-state'], 'total of a GraphQL list counts no drafts', async (t) => {
    const found = await content(t)
    for (const [args, selection] of [
      ['', 'meta { pagination { total } }'],
      [', pagination: { limit: 1 }', 'data { id } meta { pagination { total } }'],
    ] as const) {
      const response = await askMany(t, found, args, selection)
      const total = read(t.data(response)[many], 'meta.pagination.total')
      t.equal(response, 'total counts a draft in GraphQL', total, 2)
    }
  }),
  cell(
    'graphql-filter',
    ['4.3/state-filter'],
    'A GraphQL filter through a relation does not match drafts',
    async (t) => {
      const { marker, live, draft } = await content(t)
      const ask = (title: unknown) =>
        t.graphql(
          `query ($m: String, $t: String) { ${many}(filters: { marker: { eq: $m }, related: { title: { eq: $t } } }) { data { id } meta { pagination { total } } } }`,
          { m: marker, t: title },
        )
      const control = await ask(live)
      const total = read(t.data(control)[many], 'meta.pagination.total')
      t.equal(control, 'A filter through a relation finds nothing', total, 1)
      await expectBlind(t, 'A GraphQL filter through a relation matches a draft', [draft, `${draft} no more`], ask)
    },
  ),
]
