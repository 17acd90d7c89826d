import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import type { ScenarioContext } from '../scenario-context.js'
import { protecting } from './cell.js'
import { companions, expectHidden, makeVersion } from './observe.js'

const { many, one } = namesOf('page')
const cell = protecting('locales', ['i18n'])

/** Two entries of the default locale and one of the other. */
const content = (t: ScenarioContext) =>
  t.fixtures.get('protected-locales', async (session) => {
    const { locales } = t.configuration
    const titles = { default: `standard ${session.marker}`, other: `elsewhere ${session.marker}` }
    const entry = await makeVersion(session, 'page', { title: titles.default, shared: 'a' }, {})
    await makeVersion(session, 'page', { title: titles.default, shared: 'a' }, {})
    const other = await makeVersion(session, 'page', { title: titles.other, shared: 'a' }, { locale: locales.other })
    return { marker: session.marker, titles, entry: entry.id, other: other.id, locales }
  })

const visible = (position: string) => `An entry of another locale is visible ${position}`

/** Each locale with the parameters that request it, the title to show, and the title to hide. */
const requests = ({ titles, locales }: Awaited<ReturnType<typeof content>>) =>
  [
    [{}, titles.default, titles.other, 2],
    [{ locale: locales.default }, titles.default, titles.other, 2],
    [{ locale: locales.other }, titles.other, titles.default, 1],
  ] as const

const args = (parameters: { readonly locale?: string }) =>
  parameters.locale === undefined ? '' : `, locale: ${JSON.stringify(parameters.locale)}`

export const localeProtectionScenarios = [
  cell(
    'list',
    ['4.3/locale', '4.3/locale-default'],
    'A list contains one locale, whatever its other parameters are',
    async (t) => {
      const found = await content(t)
      for (const [parameters, shown, hidden] of requests(found)) {
        for (const query of companions('localizations', 'title')) {
          // The versions of an entry in other locales are what this relation contains.
          if ('populate' in query && query['populate'] !== '*') continue
          const response = t.status(await t.mine('page', { ...query, ...parameters }, { marker: found.marker }), 200)
          expectHidden(t, response, { what: visible('in a list'), hidden: [hidden], shown: [shown] })
        }
      }
    },
  ),
  cell('one', ['4.3/locale', '4.1/read'], 'One entry is returned in its own locale, not in another', async (t) => {
    const { titles, entry, other } = await content(t)
    for (const [id, shown, hidden] of [
      [entry, titles.default, titles.other],
      [other, titles.other, titles.default],
    ] as const) {
      const response = t.status(await t.read('page', id), 200)
      expectHidden(t, response, { what: visible('by the id of an entry'), hidden: [hidden], shown: [shown] })
    }
  }),
  cell('count', ['4.3/locale', '4.2/total'], 'total counts one locale', async (t) => {
    const found = await content(t)
    for (const [parameters, , , total] of requests(found)) {
      for (const query of [
        {},
        { pagination: { pageSize: 1 } },
        { pagination: { start: 0, limit: 1 } },
        { populate: '*' },
      ]) {
        const response = t.status(await t.mine('page', { ...query, ...parameters }, { marker: found.marker }), 200)
        t.equal(response, 'total counts another locale', read(response.body, 'meta.pagination.total'), total)
      }
    }
  }),
  cell('filter', ['4.3/locale', '4.3/filters-combine'], 'A filter finds entries of one locale', async (t) => {
    const found = await content(t)
    for (const [parameters, shown, hidden] of requests(found)) {
      for (const filters of [{ shared: 'a' }, { $or: [{ title: shown }, { title: hidden }] }]) {
        const response = t.status(await t.mine('page', { filters, ...parameters }, { marker: found.marker }), 200)
        expectHidden(t, response, { what: visible('through a filter'), hidden: [hidden], shown: [shown] })
      }
    }
  }),
  cell('search', ['4.3/locale'], 'A search finds entries of one locale', async (t) => {
    const found = await content(t)
    for (const [parameters, , hidden] of requests(found)) {
      const response = await t.mine('page', { _q: hidden, ...parameters }, { marker: found.marker })
      if (response.status === 200) expectHidden(t, response, { what: visible('in a search'), hidden: [hidden] })
    }
  }),
  cell('graphql-list', ['4.3/locale', '4.5/locale'], 'A GraphQL list contains one locale', async (t) => {
    const found = await content(t)
    for (const [parameters, shown, hidden] of requests(found)) {
      for (const more of ['', ', sort: "title"', ', pagination: { limit: 50 }']) {
        const query = `query ($m: String) { ${many}(filters: { marker: { eq: $m } }${args(parameters)}${more}) { data { attributes { title } } } }`
        const response = await t.graphql(query, { m: found.marker })
        t.data(response)
        expectHidden(t, response, { what: visible('in a GraphQL list'), hidden: [hidden], shown: [shown] })
      }
    }
  }),
  cell(
    'graphql-one',
    ['4.3/locale', '4.5/one'],
    'GraphQL returns one entry in its own locale, not in another',
    async (t) => {
      const { titles, entry, other } = await content(t)
      const query = `query ($id: ID) { ${one}(id: $id) { data { attributes { title } } } }`
      const what = visible('by the id of an entry in GraphQL')
      const own = await t.graphql(query, { id: entry })
      expectHidden(t, own, { what, hidden: [titles.other], shown: [titles.default] })
      expectHidden(t, await t.graphql(query, { id: other }), { what, hidden: [titles.default] })
    },
  ),
  cell('graphql-count', ['4.3/locale', '4.5/locale'], 'total of a GraphQL list counts one locale', async (t) => {
    const found = await content(t)
    for (const [parameters, , , total] of requests(found)) {
      const query = `query ($m: String) { ${many}(filters: { marker: { eq: $m } }${args(parameters)}) { meta { pagination { total } } } }`
      const response = await t.graphql(query, { m: found.marker })
      const counted = read(t.data(response)[many], 'meta.pagination.total')
      t.equal(response, 'total counts another locale in GraphQL', counted, total)
    }
  }),
  cell(
    'graphql-filter',
    ['4.3/locale', '4.5/many-filters'],
    'A GraphQL filter finds entries of one locale',
    async (t) => {
      const found = await content(t)
      for (const [parameters, shown, hidden] of requests(found)) {
        const query = `query ($m: String, $t: [String]) { ${many}(filters: { marker: { eq: $m }, title: { in: $t } }${args(parameters)}) { data { attributes { title } } } }`
        const response = await t.graphql(query, { m: found.marker, t: [shown, hidden] })
        expectHidden(t, response, { what: visible('through a GraphQL filter'), hidden: [hidden], shown: [shown] })
      }
    },
  ),
]
