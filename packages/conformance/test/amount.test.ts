import { describe, expect, it } from 'vitest'
import { access } from '../src/content-model/access.js'
import { run } from '../src/runner/run.js'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import type { Fetch } from '../src/target/injected-fetch.js'

/**
 * Runs the scenario of the amount limit. Returns its verdict, and the numbers of create requests and of
 * remaining entries.
 */
async function amount(permits: (document: string) => boolean) {
  const { fetch } = createSecondServer()
  const headers = { authorization: `Bearer ${access.tokens.full.key}` }
  let creates = 0
  const counting: Fetch = async (request) => {
    const text = request.method === 'POST' ? await request.clone().text() : ''
    if (text.includes('createConfDetail') || request.url.endsWith('/api/conf-details')) creates += 1
    if (permits(text)) return fetch(request)
    return Response.json({ errors: [{ message: 'Too many aliases' }] }, { status: 400 })
  }
  const verdicts: string[] = []
  const configuration = { profile: 'full', tokens: { full: access.tokens.full.key } } as const
  const selection = { only: ['graphql.query.amount'] }
  for await (const { verdict } of run({ fetch: counting, configuration, selection })) verdicts.push(verdict)
  const left = await fetch(new Request('http://target.localhost/api/conf-details', { headers }))
  return { verdicts, creates, left: ((await left.json()) as { data: unknown[] }).data.length }
}

describe('graphql.query.amount', () => {
  it('creates its 101 entries with few requests, and deletes all of them', async () => {
    expect(await amount(() => true)).toEqual({ verdicts: ['pass'], creates: 11, left: 0 })
  })

  it('creates its entries one by one if a document may not contain several mutations', async () => {
    expect(await amount((document) => !document.includes('made1'))).toEqual({
      verdicts: ['pass'],
      creates: 102,
      left: 0,
    })
  })
})
