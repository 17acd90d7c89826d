import { describe, expect, it } from 'vitest'
import type { ConfigurationInput } from '../profile/configuration.js'
import { createSecondServer } from '../../../conformance-selftest/src/second-server/second-server.js'
import type { Fetch } from '../target/injected-fetch.js'
import { run, type RunOptions } from './run.js'

const token = 'conformance-full-access'

/** Runs tier 1 against a target. Returns the verdicts or the error, and how many entries were created and remain. */
async function tier1(
  writable: NonNullable<ConfigurationInput['writable']>,
  wrap = (fetch: Fetch) => fetch,
  selection: RunOptions['selection'] = {},
) {
  const { fetch } = createSecondServer()
  let made = 0
  const counting: Fetch = (request) => {
    if (request.method === 'POST' && request.url.includes('/api/conf-')) made += 1
    return fetch(request)
  }
  const verdicts = new Set<string>()
  const configuration = { tier: 1, profile: 'rest', tokens: { full: token }, writable } as const
  const error = await (async () => {
    for await (const { verdict } of run({ fetch: wrap(counting), configuration, selection })) verdicts.add(verdict)
    return undefined
  })().catch((thrown: unknown) => thrown)
  const headers = { authorization: `Bearer ${token}` }
  const list = await fetch(new Request(`http://target.localhost/api/${writable.type}`, { headers }))
  const left = ((await list.json()) as { data: unknown[] }).data.length
  return {
    verdicts: [...verdicts].toSorted(),
    error: error instanceof Error ? `${error.name}: ${error.message}` : '',
    made,
    left,
  }
}

const tags = { type: 'conf-tags', marker: 'marker', attribute: 'name' }

describe('the content type that tier 1 writes to', () => {
  it('is tried, and then written to', async () => {
    const { verdicts, error, made, left } = await tier1(tags)
    expect({ verdicts, error, left }).toEqual({ verdicts: ['not-applicable', 'pass'], error: '', left: 0 })
    expect(made).toBeGreaterThan(2)
  })

  it.each([
    ['a marker that is not an attribute', { ...tags, marker: 'markr' }, 0, /`writable.marker` is not a text attribute/],
    ['an unknown attribute', { ...tags, attribute: 'nam' }, 0, /`writable.attribute` is not a text attribute/],
    ['the marker as the attribute', { ...tags, attribute: 'marker' }, 0, /must differ from the marker/],
    [
      'a missing value',
      { ...tags, type: 'conf-rules', attribute: 'short' },
      1,
      /can't be created.*returned status 400.*`writable.values`/,
    ],
  ])('is rejected once for %s, and nothing remains', async (_, writable, made, message) => {
    const said = await tier1(writable)
    expect(said).toMatchObject({ verdicts: [], made, left: 0 })
    expect(said.error).toMatch(message)
    expect(said.error).toMatch(/^UsageError/)
  })

  it('is not tried if nothing is selected', async () => {
    const { error, made } = await tier1(tags, undefined, { only: ['write.creat'] })
    expect(error).toMatch(/selects no scenario, did you mean write.create/)
    expect(made).toBe(0)
  })

  it('is rejected with the name of the entry that could not be deleted', async () => {
    const keeps =
      (fetch: Fetch): Fetch =>
      (request) =>
        request.method === 'DELETE' ? Promise.resolve(Response.json({ error: {} }, { status: 403 })) : fetch(request)
    const { error, made, left } = await tier1(tags, keeps)
    expect({ made, left }).toEqual({ made: 2, left: 2 })
    expect(error).toMatch(/^UsageError: \/api\/conf-tags\/\d+, made to try `writable`, was not deleted: .*403/)
  })

  it('is read by the scenarios of tier 0 before anything is written to it', async () => {
    const { fetch } = createSecondServer()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (const name of ['alder', 'birch', 'cedar']) {
      const body = JSON.stringify({ data: { marker: `theirs ${name}`, name } })
      await fetch(new Request('http://target.localhost/api/conf-tags', { method: 'POST', headers, body }))
    }
    const configuration: ConfigurationInput = {
      tier: 1,
      profile: 'rest',
      types: ['conf-tags'],
      tokens: { full: token },
      writable: tags,
    }
    const order: number[] = []
    const failed: string[] = []
    for await (const { id, tier, verdict, message } of run({
      fetch,
      configuration: { ...configuration, concurrency: 8 },
    })) {
      order.push(tier)
      if (verdict !== 'pass' && verdict !== 'not-applicable') failed.push(`${id}: ${message}`)
    }
    expect(failed).toEqual([])
    expect(new Set(order)).toEqual(new Set([0, 1]))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})
