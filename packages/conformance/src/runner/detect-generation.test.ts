import { describe, expect, it } from 'vitest'
import { createSecondServer } from '../../../conformance-selftest/src/second-server/second-server.js'
import type { Fetch } from '../target/injected-fetch.js'
import { diagnose } from './doctor.js'
import { run } from './run.js'

const entries = [
  { id: 1, documentId: 'a'.repeat(24), title: 'one' },
  { id: 2, documentId: 'b'.repeat(24), title: 'two' },
]

/** A service with the interface of Strapi 5 and one content type, which may be empty. */
const strapi5 =
  (data: readonly unknown[]): Fetch =>
  (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const rejected = (status: number, details: object) =>
      Promise.resolve(Response.json({ data: null, error: { status, name: 'x', message: 'x', details } }, { status }))
    if (pathname !== '/api/articles') return rejected(404, {})
    if (searchParams.has('filters[surelyNotAField][$eq]'))
      return rejected(400, { key: 'surelyNotAField', path: null, source: 'query', param: 'filters' })
    return Promise.resolve(Response.json({ data, meta: { pagination: {} } }))
  }

const url = 'http://target.localhost'

describe('diagnose', () => {
  it.each([
    ['by its entries', entries],
    ['by its errors if there are no entries', []],
  ])('recognizes Strapi 5 %s', async (_, data) => {
    const { generation } = await diagnose(url, { fetch: strapi5(data), configuration: { types: ['articles'] } })
    expect(generation).toBe('strapi-5')
  })

  it('recognizes Strapi 4', async () => {
    const { fetch } = createSecondServer()
    const configuration = { tokens: { full: 'conformance-full-access' } }
    expect((await diagnose(url, { fetch, configuration })).generation).toBe('strapi-4')
  })

  it('reports that nothing shows it', async () => {
    expect((await diagnose(url, { fetch: strapi5([]) })).generation).toBeNull()
  })
})

describe('run', () => {
  it('rejects a profile for the other interface', async () => {
    const step = run({ url, fetch: strapi5(entries), configuration: { types: ['articles'], tier: 0 } }).next()
    await expect(step).rejects.toThrow(/entries like Strapi 5.*--profile strapi-5/)
  })
})
