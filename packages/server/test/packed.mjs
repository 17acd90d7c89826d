// Runs in an empty project with the packed package. An extension of the GraphQL schema works there: npm may
// install two versions of graphql, and a schema of one version fails with the other. The bundle finds the
// analyser of regular expressions, which is a file of another package.
import assert from 'node:assert/strict'
import { createContentApi } from '@content-api/server'

const contentTypes = {
  'api::article.article': {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: { title: { type: 'string' }, code: { type: 'string', regex: '^(?:ab|cd)+x$' } },
  },
}
const extension = {
  typeDefs: 'extend type Article { shout: String }',
  resolvers: { Article: { shout: ({ title }) => title.toUpperCase() } },
}
const api = await createContentApi({
  contentTypes,
  database: ':memory:',
  register: ({ strapi }) => strapi.plugin('graphql').service('extension').use(extension),
})
try {
  await api.importEntries([{ type: 'api::article.article', id: 1, attributes: { title: 'Hello' } }])
  const query = '{ articles { data { attributes { shout } } } }'
  for (const request of [
    new Request(`http://localhost/graphql?query=${encodeURIComponent(query)}`),
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  ]) {
    const response = await api.fetch(request)
    assert.deepEqual(await response.json(), { data: { articles: { data: [{ attributes: { shout: 'HELLO' } }] } } })
  }
} finally {
  await api.close()
}
