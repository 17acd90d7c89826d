import { describe, expect, it } from 'vitest'
import type { Session } from '../target/session.js'
import { discoverType } from './discover-type.js'

/** A target that answers these paths and 404 to all others. */
function target(answers: Readonly<Record<string, unknown>>): Session {
  const get = async (path: string) =>
    Object.hasOwn(answers, path) ? { status: 200, body: answers[path] } : { status: 404, body: { error: {} } }
  return { get } as unknown as Session
}

const list = (...names: readonly string[]) => ({
  data: [{ id: 1, attributes: Object.fromEntries(names.map((name) => [name, 'x'])) }],
  meta: {},
})
const collection = { get: {} }

describe('discoverType', () => {
  it('takes the collection whose entries tell most', async () => {
    const paths = { '/tags': collection, '/tags/{id}': {}, '/articles': collection, '/articles/{id}': {} }
    const answers = { '/openapi.json': { paths }, '/api/tags': list('name'), '/api/articles': list('title', 'body') }
    expect(await discoverType(target(answers))).toBe('articles')
  })

  it('passes over single types, empty collections and those it may not read', async () => {
    const paths = {
      '/homepage': {},
      '/memos': {},
      '/memos/{id}': {},
      '/empty': {},
      '/empty/{id}': {},
      '/tags': {},
      '/tags/{id}': {},
    }
    const answers = {
      '/openapi.json': { paths },
      '/api/homepage': list('a', 'b', 'c'),
      '/api/empty': { data: [], meta: {} },
      '/api/tags': list('name'),
    }
    expect(await discoverType(target(answers))).toBe('tags')
  })

  it('says so when the token is refused', async () => {
    const get = async (path: string) =>
      path === '/openapi.json'
        ? { status: 200, body: { paths: { '/tags': collection, '/tags/{id}': {} } } }
        : { status: 401, body: { error: {} } }
    await expect(discoverType({ get } as unknown as Session)).rejects.toMatchObject({ reason: 'credentials' })
  })

  it('finds nothing without a document', async () => {
    expect(await discoverType(target({}))).toBeNull()
    expect(await discoverType(target({ '/openapi.json': { paths: {} } }))).toBeNull()
  })
})
