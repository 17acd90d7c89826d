import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { scenario } from '../scenario.js'

export const httpScenarios = [
  scenario({
    id: 'http.client-errors',
    title: 'Missing entries, invalid bodies and forbidden requests get status 4xx',
    clauses: ['7/client-error', '7/error'],
    run: async (t) => {
      const { id } = await t.make('tag', { name: 'x' })
      const { id: rule } = await t.make('rule', { name: 'x' })
      const rules = namesOf('rule').path
      const missing = t.view.hasVersions ? 'a'.repeat(24) : 2_147_483_600
      for (const [bad, control] of [
        [() => t.read('tag', missing), () => t.read('tag', id)],
        [() => t.update('tag', missing, { name: 'y' }), () => t.update('tag', id, { name: 'y' })],
        [() => t.create('rule', {}), () => t.create('rule', { name: 'y' })],
        [() => t.update('rule', rule, { rating: 11 }), () => t.update('rule', rule, { rating: 10 })],
        [() => t.session.request('POST', rules, { body: {} }), () => t.create('rule', { name: 'z' })],
        [() => t.session.request('POST', rules, { body: '{ "data": ' }), () => t.create('rule', { name: 'z' })],
        [() => t.session.get('/api/surely-not-there'), () => t.list('tag')],
      ] as const)
        await t.rejected(bad, control)
      if (t.session.target.profile.capabilities.has('permissions'))
        await t.rejected(
          () => t.list('vault', {}, { as: 'public' }),
          () => t.list('tag', {}, { as: 'public' }),
        )
    },
  }),
  scenario({
    id: 'http.graphql-path',
    title: 'The GraphQL endpoint is at its path',
    clauses: ['1/graphql-base', '8/endpoint'],
    run: async (t) => {
      const response = await t.graphql('{ __typename }')
      t.equal(response, 'It does not respond to queries', read(t.data(response), '__typename'), 'Query')
    },
  }),
  scenario({
    id: 'http.playground',
    title: 'A browser gets the query page at the GraphQL path',
    clauses: ['1/playground'],
    run: async (t) => {
      const response = await t.session.get(t.configuration.graphqlPath, undefined, { headers: { accept: 'text/html' } })
      t.status(response, 200)
      t.that(
        response,
        (response.headers['content-type'] ?? '').includes('text/html') && /<html|<!doctype html/i.test(response.text),
        'It is not a page',
        'text/html',
        response.headers['content-type'],
      )
    },
  }),
  scenario({
    id: 'http.plural-path',
    title: 'The path segment is the plural API id',
    clauses: ['2.5/path', '2.5/kind', '2.5/info', '1/base'],
    run: async (t) => {
      t.status(await t.session.get('/api/conf-categories'), 200)
      for (const path of ['/api/conf-category', '/conf-categories', '/api/conf_categories']) {
        const response = await t.session.get(path)
        t.that(
          response,
          !Array.isArray(read(response.body, 'data')),
          'It is also listed there',
          'no list',
          response.body,
        )
      }
    },
  }),
  scenario({
    id: 'http.trailing-slash',
    title: 'A trailing slash and capitals make no difference',
    clauses: ['1/trailing-slash'],
    run: async (t) => {
      const { id } = await t.make('tag', { name: 'x' })
      for (const path of [`/api/conf-tags/${id}/`, `/API/Conf-Tags/${id}`]) {
        const response = await t.session.get(path)
        t.equal(response, 'Another entry', t.entry(response).id, id)
      }
    },
  }),
]
