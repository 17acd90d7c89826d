import { expect, it } from 'vitest'
import { hasOnlyQueries } from './only-queries.js'

const has = (body: unknown) => hasOnlyQueries(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const tags = '{ tags { name } }'
const mutation = 'mutation { deleteTag(documentId: "a") { documentId } }'

it('only a body whose operations are all queries may be sent twice', () => {
  expect(has({ query: tags })).toBe(true)
  expect(has([{ query: tags }, { query: `query A ${tags} fragment B on Tag { name }` }])).toBe(true)
  for (const body of [
    { query: mutation },
    { query: `query A ${tags} ${mutation}`, operationName: 'A' },
    { query: 'subscription { tags { name } }' },
    [{ query: tags }, { query: mutation }],
    { extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
    { query: '{' },
    'null',
    '{"query"',
  ]) {
    expect(has(body), JSON.stringify(body)).toBe(false)
  }
})
