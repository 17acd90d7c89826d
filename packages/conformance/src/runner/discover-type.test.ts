import { describe, expect, it } from 'vitest'
import { viewOf } from '../target/entry-view.js'
import type { Session } from '../target/session.js'
import { listCollections } from './collections.js'
import { discoverType } from './discover-type.js'

/** A target that responds to these paths, and with 404 to all others. */
function target(responses: Readonly<Record<string, unknown>>): Session {
  const get = async (path: string) =>
    Object.hasOwn(responses, path) ? { status: 200, body: responses[path] } : { status: 404, body: { error: {} } }
  return { get, view: viewOf('strapi-4') } as unknown as Session
}

const entry = (names: readonly string[]) => ({
  id: 1,
  attributes: Object.fromEntries(names.map((name) => [name, 'x'])),
})
const list = (...names: readonly string[]) => ({ data: [entry(names), entry(names)], meta: {} })

describe('listCollections', () => {
  it('finds types with a path of their own and one per entry', async () => {
    const paths = { '/homepage': {}, '/tags': {}, '/tags/{id}': {}, '/tags/{id}/publish': {} }
    expect(await listCollections(target({ '/openapi.json': { paths } }))).toEqual(['tags'])
  })

  it('finds nothing without a document', async () => {
    expect(await listCollections(target({}))).toEqual([])
    expect(await listCollections(target({ '/openapi.json': { paths: {} } }))).toEqual([])
  })
})

describe('discoverType', () => {
  it('chooses the collection whose entries have the most attributes', async () => {
    const responses = { '/api/tags': list('name'), '/api/articles': list('title', 'body') }
    expect(await discoverType(target(responses), ['tags', 'articles'])).toBe('articles')
  })

  it('skips those that it may not read, and those with fewer than two entries', async () => {
    const responses = {
      '/api/empty': { data: [], meta: {} },
      '/api/lonely': { data: [entry(['a', 'b', 'c'])], meta: {} },
      '/api/tags': list('name'),
    }
    expect(await discoverType(target(responses), ['memos', 'empty', 'lonely', 'tags'])).toBe('tags')
    expect(await discoverType(target(responses), ['memos', 'empty', 'lonely'])).toBeNull()
  })

  it('reports a rejected token', async () => {
    const get = async () => ({ status: 401, body: { error: {} }, requestHeaders: {} })
    await expect(discoverType({ get } as unknown as Session, ['tags'])).rejects.toMatchObject({ reason: 'credentials' })
  })
})
