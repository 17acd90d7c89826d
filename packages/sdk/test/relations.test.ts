import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient, createLocalization, QueryError, relationChanges } from '../src/index.js'
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
  // JSON that only looks like a relation.
  { set: [{ x: 1 }, { x: 2 }] },
  { set: 'all', connect: {} },
]

describe.each(Object.entries(bodies))('a relation %s', (_, bodyWith) => {
  it.each(twice)('must not contain an entry twice: %j', async (change) => {
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
      expect(thrown).toMatchObject({ message: expect.stringMatching(/tags names an entry twice$/) as unknown })
    }
    expect(received).toEqual([])
  })

  it.each(once)('is sent unchanged: %j', async (change) => {
    const { url, received } = await startServer(() => ({ data: { id: 1, attributes: {} } }))
    const data = bodyWith(change)
    await createClient({ baseURL: url }).collection('articles').update(1, data)
    expect(received.map(({ text, headers }) => [JSON.parse(text), headers['content-type']])).toEqual([
      [{ data }, 'application/json'],
    ])
  })
})

/** Returns the order after the changes, applied one by one (specification §4.4). */
function applied(before: readonly number[], { connect, disconnect }: ReturnType<typeof relationChanges>): number[] {
  let order = before.filter((id) => !disconnect.includes(id))
  for (const { id, position } of connect) {
    order = order.filter((other) => other !== id)
    order.splice(position.after === undefined ? 0 : order.indexOf(position.after) + 1, 0, id)
  }
  return order
}

describe('the changes of a relation', () => {
  it('keep entries whose order does not change', () => {
    expect(relationChanges([1, 2, 3], [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual({ connect: [], disconnect: [] })
    expect(relationChanges([1, 2, 3, 4], [1, 3, 4])).toEqual({ connect: [], disconnect: [2] })
    expect(relationChanges([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], [4, 1, 2, 3])).toEqual({
      connect: [{ id: 4, position: { start: true } }],
      disconnect: [],
    })
    expect(relationChanges([1, 2], [1, 5, 2])).toEqual({ connect: [{ id: 5, position: { after: 1 } }], disconnect: [] })
  })

  it('turn any order into any other with as few changes as possible', () => {
    const order = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
    fc.assert(
      fc.property(order, order, (before, after) => {
        const changes = relationChanges(before, after)
        expect(applied(before, changes)).toEqual(after)
        expect(after.length - changes.connect.length).toBe(lengthOfCommonOrder(before, after))
      }),
    )
  })
})

/**
 * Returns the length of the longest common subsequence by its definition: it either skips the first id of
 * the first list, or contains it.
 */
function lengthOfCommonOrder([first, ...before]: readonly number[], after: readonly number[]): number {
  if (first === undefined || after.length === 0) return 0
  const without = lengthOfCommonOrder(before, after)
  const place = after.indexOf(first)
  return place === -1 ? without : Math.max(without, 1 + lengthOfCommonOrder(before, after.slice(place + 1)))
}
