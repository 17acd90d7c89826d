import { isRecord, read } from '../../check/read.js'
import { make } from '../../fixtures/maker.js'
import type { Session } from '../../target/session.js'
import { type Scenario, scenario } from '../scenario.js'
import type { Exchange } from '../../target/exchange.js'
import type { ScenarioContext } from '../scenario-context.js'
import { expectNotReturned } from './not-returned.js'

const component = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `rest.components.${id}`, clauses, title, needs: ['components'], run })

const seo = { metaTitle: 'Title', metaDescription: 'About', canonical: { label: 'here', url: 'https://here.example' } }
const links = [
  { label: 'one', url: 'https://one.example' },
  { label: 'two', url: 'https://two.example' },
]

async function makeWhole(session: Session) {
  const { id: category } = await make(session, 'category', { name: 'quoted' })
  const zone = [
    { __component: 'conf.quote', text: 'To be', stars: 5, category },
    { __component: 'conf.note', heading: 'Note', links },
    { __component: 'conf.quote', text: 'or not', stars: 1 },
  ]
  const { id } = await make(session, 'article', { title: 'whole', seo, links, zone })
  return { id, category }
}

/** An article with all components, for scenarios that only read it. */
const shared = (t: ScenarioContext) => t.fixtures.get('components', makeWhole)
/** An article with all components, for one scenario that changes it. */
const own = (t: ScenarioContext) => makeWhole(t.session)

const without = (value: unknown, ...keys: readonly string[]) =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) : value

const zoneOf = (attributes: unknown): unknown[] => {
  const zone = read(attributes, 'zone')
  return Array.isArray(zone) ? zone : []
}

/** Returns the id of the category inside a quote. */
const quoted = (t: ScenarioContext, response: Exchange, quote: unknown) =>
  t.related(response, { id: 0, attributes: isRecord(quote) ? quote : {} }, 'category')

export const componentScenarios = [
  component(
    'not-by-default',
    ['1/components-not-populated', '2.3/component-left-out', '2.3/zone-left-out'],
    'Components and zones are not returned unless populated',
    async (t) => {
      const { id } = await own(t)
      await expectNotReturned(t, id, ['seo', 'links', 'zone'])
    },
  ),
  component(
    'single',
    ['2.2/populated-component', '4.1/component-write'],
    'A component is an inline object with its id and its fields',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, { populate: ['seo'] })
      const found = read(t.entry(response).attributes, 'seo')
      t.that(response, typeof read(found, 'id') === 'number', 'It has no id', 'a number', found)
      t.equal(
        response,
        'Its fields differ',
        [read(found, 'metaTitle'), read(found, 'metaDescription')],
        ['Title', 'About'],
      )
      t.that(
        response,
        read(found, 'data') === undefined && read(found, 'attributes') === undefined,
        'It is wrapped',
        'inline',
        found,
      )
    },
  ),
  component('empty', ['2.2/populated-component-empty'], 'Empty ones are null, [] and []', async (t) => {
    const { id } = await t.make('article', { title: 'bare' })
    const response = await t.read('article', id, { populate: ['seo', 'links', 'zone'] })
    const { attributes } = t.entry(response)
    t.equal(response, 'They differ', [attributes['seo'], attributes['links'], attributes['zone']], [null, [], []])
  }),
  component(
    'repeatable',
    ['2.2/populated-repeatable', '4.1/component-write'],
    'A repeatable component is an array in the written order',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, { populate: ['links'] })
      const found = read(t.entry(response).attributes, 'links')
      t.equal(
        response,
        'Its items differ',
        Array.isArray(found) ? found.map((item) => without(item, 'id')) : found,
        links,
      )
      t.that(
        response,
        Array.isArray(found) && found.every((item) => typeof read(item, 'id') === 'number'),
        'An item has no id',
        'numbers',
        found,
      )
    },
  ),
  component(
    'zone',
    ['2.2/populated-zone', '2.2/zone-component-name', '4.1/zone-write'],
    'A zone is an array of components with id and __component, in the written order',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, { populate: ['zone'] })
      const zone = zoneOf(t.entry(response).attributes)
      t.equal(
        response,
        'Its components differ',
        zone.map((item) => read(item, '__component')),
        ['conf.quote', 'conf.note', 'conf.quote'],
      )
      t.that(
        response,
        zone.every((item) => typeof read(item, 'id') === 'number'),
        'An item has no id',
        'numbers',
        zone,
      )
      t.equal(
        response,
        'Its fields differ',
        [read(zone[0], 'text'), read(zone[1], 'heading'), read(zone[2], 'stars')],
        ['To be', 'Note', 1],
      )
    },
  ),
  component(
    'nested-dotted',
    ['4.3/populate-dotted'],
    'A dotted path populates a component of a component',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, { populate: ['seo', 'seo.canonical'] })
      t.equal(
        response,
        'The nested component differs',
        without(read(t.entry(response).attributes, 'seo.canonical'), 'id'),
        seo.canonical,
      )
    },
  ),
  component(
    'nested-left-out',
    ['1/components-not-populated'],
    'A component of a component is not returned unless named',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, { populate: ['seo'] })
      t.that(
        response,
        read(t.entry(response).attributes, 'seo.canonical') === undefined,
        'The nested component is populated',
        '(absent)',
        read(t.entry(response).attributes, 'seo.canonical'),
      )
    },
  ),
  component(
    'zone-populate-all',
    ['4.3/populate-zone'],
    'populate[zone][populate]=* populates within every component',
    async (t) => {
      const { id, category } = await shared(t)
      const response = await t.read('article', id, { populate: { zone: { populate: '*' } } })
      const zone = zoneOf(t.entry(response).attributes)
      t.equal(response, 'The relation inside the quote differs', quoted(t, response, zone[0]), category)
      t.equal(response, 'The links inside the note differ', read(zone[1], 'links.1.label'), 'two')
    },
  ),
  component('zone-on', ['4.3/populate-zone-on'], 'on sets a separate strategy for each component', async (t) => {
    const { id, category } = await shared(t)
    const response = await t.read('article', id, {
      populate: { zone: { on: { 'conf.quote': { populate: '*' }, 'conf.note': { fields: ['heading'] } } } },
    })
    const zone = zoneOf(t.entry(response).attributes)
    t.equal(response, 'The quote is not populated', quoted(t, response, zone[0]), category)
    t.that(response, read(zone[1], 'links') === undefined, 'The note is populated', '(absent)', read(zone[1], 'links'))
  }),
  component(
    'zone-on-fields',
    ['4.3/populate-zone-on-fields'],
    'fields below on selects the fields of that component',
    async (t) => {
      const { id } = await shared(t)
      const response = await t.read('article', id, {
        populate: { zone: { on: { 'conf.quote': { fields: ['text'] } } } },
      })
      const zone = zoneOf(t.entry(response).attributes)
      t.equal(response, 'The quote has other fields', without(zone[0], 'id'), {
        __component: 'conf.quote',
        text: 'To be',
      })
    },
  ),
  component('no-endpoint', ['1/no-component-endpoints'], 'Components have no endpoint', async (t) => {
    t.status(await t.list('article'), 200)
    for (const path of [
      '/api/conf-seos',
      '/api/conf.seo',
      '/api/components/conf.seo',
      '/api/seos',
      '/api/conf-links',
    ]) {
      const response = await t.session.get(path)
      t.that(response, response.status >= 400 && response.status < 500, 'The endpoint exists', '4xx', response.status)
    }
  }),
  component('update-merges', ['4.1/component-replace', '4.1/r3'], 'A component with its id is merged', async (t) => {
    const { id } = await own(t)
    const before = await t.read('article', id, { populate: ['seo'] })
    const seoId = read(t.entry(before).attributes, 'seo.id')
    const updated = await t.update(
      'article',
      id,
      { seo: { id: seoId, metaTitle: 'New' } },
      { query: { populate: ['seo'] } },
    )
    t.equal(updated, 'It was not merged', read(t.entry(updated).attributes, 'seo'), {
      id: seoId,
      metaTitle: 'New',
      metaDescription: 'About',
    })
  }),
  component(
    'update-replaces',
    ['4.1/component-replace'],
    'A component without its id replaces the old one',
    async (t) => {
      const { id } = await own(t)
      const updated = await t.update('article', id, { seo: { metaTitle: 'New' } }, { query: { populate: ['seo'] } })
      t.equal(updated, 'The old one is still there', without(read(t.entry(updated).attributes, 'seo'), 'id'), {
        metaTitle: 'New',
        metaDescription: null,
      })
    },
  ),
  component(
    'update-untouched',
    ['4.1/r3', '4.1/r3-relations'],
    'An update that does not name components and zone keeps them',
    async (t) => {
      const { id } = await own(t)
      const before = await t.read('article', id, { populate: ['seo', 'links', 'zone'] })
      t.entry(await t.update('article', id, { title: 'renamed' }))
      const after = await t.read('article', id, { populate: ['seo', 'links', 'zone'] })
      for (const name of ['seo', 'links', 'zone'])
        t.equal(after, `${name} changed`, t.entry(after).attributes[name], t.entry(before).attributes[name])
    },
  ),
  component(
    'clear',
    ['4.1/r3-null', '4.1/component-write', '4.1/zone-write'],
    'null clears a component, [] a repeatable one and a zone',
    async (t) => {
      const { id } = await own(t)
      t.entry(await t.update('article', id, { seo: null, links: [], zone: [] }))
      const response = await t.read('article', id, { populate: ['seo', 'links', 'zone'] })
      const { seo: one, links: several, zone } = t.entry(response).attributes
      t.equal(response, 'A value remains', [one ?? null, several ?? [], zone ?? []], [null, [], []])
    },
  ),
  component(
    'zone-unknown',
    ['4.1/zone-foreign', '7/no-5xx'],
    'A zone item of a component that the zone does not list is rejected',
    async (t) => {
      const foreign = [{ __component: 'conf.seo', metaTitle: 'x' }, { __component: 'conf.surely-not' }, { text: 'x' }]
      await t.eachRefused(
        foreign.map((item) => () => t.create('article', { zone: [item] })),
        () => t.create('article', { zone: [{ __component: 'conf.quote', text: 'x' }] }),
      )
    },
  ),
  component(
    'filter',
    ['4.3/filters-component', '4.3/filters-deep'],
    'A filter can use fields of components',
    async (t) => {
      await t.makeMany('article', [
        { title: 'hit', seo: { metaTitle: 'sought' }, links },
        { title: 'miss', seo: { metaTitle: 'other' } },
      ])
      t.holds(await t.mine('article', { filters: { seo: { metaTitle: { $eq: 'sought' } } } }), 'title', ['hit'])
      t.holds(await t.mine('article', { filters: { links: { label: { $eq: 'two' } } } }), 'title', ['hit'])
    },
  ),
]
