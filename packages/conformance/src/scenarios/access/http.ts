import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'

export const httpScenarios = [
  scenario({
    id: 'http.graphql-path',
    title: 'The GraphQL endpoint is at its path',
    clauses: ['1/graphql-base', '8/endpoint'],
    run: async (t) => {
      const answer = await t.graphql('{ __typename }')
      t.equal(answer, 'It does not respond to queries', read(t.data(answer), '__typename'), 'Query')
    },
  }),
  scenario({
    id: 'http.playground',
    title: 'A browser gets the query page at the GraphQL path',
    clauses: ['1/playground'],
    run: async (t) => {
      const answer = await t.session.get(t.configuration.graphqlPath, undefined, { headers: { accept: 'text/html' } })
      t.status(answer, 200)
      t.that(
        answer,
        (answer.headers['content-type'] ?? '').includes('text/html') && /<html|<!doctype html/i.test(answer.text),
        'It is not a page',
        'text/html',
        answer.headers['content-type'],
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
        const answer = await t.session.get(path)
        t.that(answer, !Array.isArray(read(answer.body, 'data')), 'It is also listed there', 'no list', answer.body)
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
        const answer = await t.session.get(path)
        t.equal(answer, 'Another entry', t.entry(answer).id, id)
      }
    },
  }),
]
