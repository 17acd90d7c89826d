import { describe, expect, it } from 'vitest'
import { createClient, createLocalization, QueryError } from '../src/index.js'
import { startServer } from './support/start-server.js'

const bodies = {
  'of the entry itself': (change: object) => ({ tags: change }),
  'of a component': (change: object) => ({ seo: { tags: change } }),
  'of a repeated component': (change: object) => ({ blocks: [{ title: 'x' }, { tags: change }] }),
  'of a component in a zone': (change: object) => ({
    zone: [{ __component: 'blocks.quote', inner: { tags: change } }],
  }),
}

const twice = [
  { connect: [3, 3] },
  { connect: [3, { id: 3, position: { end: true } }] },
  { connect: [{ id: 3 }, { id: '3' }], disconnect: [4] },
  { set: [1, 2, 1] },
  { set: [{ id: 1 }, { id: 1 }] },
]
const once = [
  { connect: [3, 4], disconnect: [3] },
  { disconnect: [3, 3] },
  { set: [1, 2] },
  { set: [] },
  // JSON, which only looks like a relation.
  { set: [{ x: 1 }, { x: 2 }] },
  { set: 'all', connect: {} },
]

describe.each(Object.entries(bodies))('a relation %s', (_, bodyWith) => {
  it.each(twice)('names nobody twice: %j', async (change) => {
    const { url, received } = await startServer(() => ({}))
    const api = createClient({ baseURL: url })
    const data = bodyWith(change)
    for (const write of [
      () => api.collection('articles').create(data),
      () => api.collection('articles').update(1, data),
      () => api.single('homepage').update(data),
      () => createLocalization(api, 'articles', 1, { locale: 'fr', ...data }),
    ]) {
      const thrown: unknown = await Promise.resolve()
        .then(write)
        .catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(QueryError)
      expect(thrown).toMatchObject({ path: 'tags', message: 'tags has one twice' })
    }
    expect(received).toEqual([])
  })

  it.each(once)('is sent as it is: %j', async (change) => {
    const { url, received } = await startServer(() => ({ data: { id: 1, attributes: {} } }))
    const data = bodyWith(change)
    await createClient({ baseURL: url }).collection('articles').update(1, data)
    expect(received.map(({ text, headers }) => [JSON.parse(text), headers['content-type']])).toEqual([
      [{ data }, 'application/json'],
    ])
  })
})
