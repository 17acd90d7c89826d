import { describe, expect, it } from 'vitest'
import { parseConfiguration } from '../profile/parse-configuration.js'
import type { Session } from '../target/session.js'
import { namedTypes, refuseUnlisted } from './named-types.js'

const paths = { '/tags': {}, '/tags/{id}': {}, '/articles': {}, '/articles/{id}': {} }
const missing = { status: 404, body: { data: null, error: {} } }
const ok = (body: unknown) => ({ status: 200, body })

/** A target that answers paths as they stand here, paged ones before others, and 404 to all others. */
function target(answers: Readonly<Record<string, object>>, token?: string, baseUrl = 'http://127.0.0.1'): Session {
  const requestHeaders = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const get = async (path: string, query?: unknown) => ({
    ...(answers[query === undefined ? path : `${path}?`] ?? answers[path] ?? missing),
    requestHeaders,
  })
  return { get, target: { client: { options: { baseUrl: new URL(baseUrl) } } } } as unknown as Session
}

describe('refuseUnlisted', () => {
  it('takes a collection, even one without entries', async () => {
    await expect(refuseUnlisted(target({ '/api/tags': ok({ data: [] }) }), 'tags')).resolves.toBeUndefined()
  })

  it('names the types that there are', async () => {
    const known = target({ '/openapi.json': ok({ paths }) })
    await expect(refuseUnlisted(known, 'artikles')).rejects.toThrow(
      "There is no content type 'artikles', did you mean 'articles'? There are tags, articles.",
    )
    await expect(refuseUnlisted(known, 'zebras')).rejects.toThrow("'zebras'. There are tags, articles.")
  })

  it('says where names stand when nothing tells which there are', async () => {
    const rejected = await refuseUnlisted(target({}), 'zebras').catch((error: unknown) => error)
    expect(rejected).toMatchObject({ name: 'UsageError' })
    expect(String(rejected)).toMatch(/\/api\/zebras answered 404\. Name the plural/)
    const below = target({}, undefined, 'http://127.0.0.1/cms/api')
    await expect(refuseUnlisted(below, 'zebras')).rejects.toThrow(/try http:\/\/127\.0\.0\.1\/cms instead/)
  })

  it('tells a single type, which need not take pagination, from a list', async () => {
    const home = ok({ data: { id: 1, attributes: {} } })
    const strict = target({ '/api/home?': { status: 400, body: { error: {} } }, '/api/home': home })
    await expect(refuseUnlisted(strict, 'home')).rejects.toThrow('single type')
    await expect(refuseUnlisted(target({ '/api/home': home }), 'home')).rejects.toThrow('single type')
    const empty = target({ '/api/home?': { status: 400, body: { error: {} } } })
    await expect(refuseUnlisted(empty, 'home')).rejects.toThrow("There is no content type 'home'")
  })

  it('says whether it is the token that may not read it', async () => {
    const closed = { '/api/tags': { status: 403, body: { error: {} } } }
    await expect(refuseUnlisted(target(closed), 'tags')).rejects.toThrow('may not be read without a token')
    await expect(refuseUnlisted(target(closed, 'secret'), 'tags')).rejects.toThrow('may not be read with this token')
    const unknown = target({ '/api/tags': { status: 401, body: { error: {} } } }, 'wrong')
    await expect(refuseUnlisted(unknown, 'tags')).rejects.toMatchObject({ reason: 'credentials' })
  })
})

describe('namedTypes', () => {
  it('are those to read, and the one to write to where the tier writes', () => {
    const writable = { type: 'notes', marker: 'a', attribute: 'b' }
    const configuration = parseConfiguration({ types: ['tags', { type: 'pages' }, 'tags'], writable }, 'test')
    expect(namedTypes(configuration, 0)).toEqual(['tags', 'pages'])
    expect(namedTypes(configuration, 1)).toEqual(['tags', 'pages', 'notes'])
  })
})
