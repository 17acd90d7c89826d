import { describe, expect, it } from 'vitest'
import { parseConfiguration } from '../profile/parse-configuration.js'
import type { Session } from '../target/session.js'
import { namedTypes, rejectUnlisted } from './named-types.js'

const paths = { '/tags': {}, '/tags/{id}': {}, '/articles': {}, '/articles/{id}': {} }
const missing = { status: 404, body: { data: null, error: {} } }
const ok = (body: unknown) => ({ status: 200, body })

/**
 * A target with these responses by path. A key that ends with `?` is for requests with a query. Other paths
 * get 404.
 */
function target(responses: Readonly<Record<string, object>>, token?: string, baseUrl = 'http://127.0.0.1'): Session {
  const requestHeaders = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const get = async (path: string, query?: unknown) => ({
    ...(responses[query === undefined ? path : `${path}?`] ?? responses[path] ?? missing),
    requestHeaders,
  })
  const client = { options: { baseUrl: new URL(baseUrl) } }
  return { get, target: { client, configuration: {} } } as unknown as Session
}

describe('rejectUnlisted', () => {
  it('accepts a collection, even without entries', async () => {
    await expect(rejectUnlisted(target({ '/api/tags': ok({ data: [] }) }), 'tags')).resolves.toBeUndefined()
  })

  it('names the existing types', async () => {
    const known = target({ '/openapi.json': ok({ paths }) })
    await expect(rejectUnlisted(known, 'artikles')).rejects.toThrow(
      "Unknown content type 'artikles', did you mean 'articles'? The content types are tags, articles.",
    )
    await expect(rejectUnlisted(known, 'zebras')).rejects.toThrow("'zebras'. The content types are tags, articles.")
  })

  it("says where to find names if the target doesn't list them", async () => {
    const rejected = await rejectUnlisted(target({}), 'zebras').catch((error: unknown) => error)
    expect(rejected).toMatchObject({ name: 'UsageError' })
    expect(String(rejected)).toMatch(/\/api\/zebras returned status 404\. Name the plural/)
    const below = target({}, undefined, 'http://127.0.0.1/cms/api')
    await expect(rejectUnlisted(below, 'zebras')).rejects.toThrow(/try http:\/\/127\.0\.0\.1\/cms instead/)
  })

  it('distinguishes single types, which may reject pagination, from lists', async () => {
    const home = ok({ data: { id: 1, attributes: {} } })
    const strict = target({ '/api/home?': { status: 400, body: { error: {} } }, '/api/home': home })
    await expect(rejectUnlisted(strict, 'home')).rejects.toThrow('single type')
    await expect(rejectUnlisted(target({ '/api/home': home }), 'home')).rejects.toThrow('single type')
    const empty = target({ '/api/home?': { status: 400, body: { error: {} } } })
    await expect(rejectUnlisted(empty, 'home')).rejects.toThrow("Unknown content type 'home'")
  })

  it('says whether the token lacks the permission', async () => {
    const closed = { '/api/tags': { status: 403, body: { error: {} } } }
    await expect(rejectUnlisted(target(closed), 'tags')).rejects.toThrow('may not be read without a token')
    await expect(rejectUnlisted(target(closed, 'secret'), 'tags')).rejects.toThrow('may not be read with this token')
    const unknown = target({ '/api/tags': { status: 401, body: { error: {} } } }, 'wrong')
    await expect(rejectUnlisted(unknown, 'tags')).rejects.toMatchObject({ reason: 'credentials' })
  })
})

describe('namedTypes', () => {
  it('are those to read and, for tiers that write, the one to write to', () => {
    const writable = { type: 'notes', marker: 'a', attribute: 'b' }
    const configuration = parseConfiguration({ types: ['tags', { type: 'pages' }, 'tags'], writable }, 'test')
    expect(namedTypes(configuration, 0)).toEqual(['tags', 'pages'])
    expect(namedTypes(configuration, 1)).toEqual(['tags', 'pages', 'notes'])
  })
})
