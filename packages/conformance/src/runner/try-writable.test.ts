import { describe, expect, it } from 'vitest'
import type { ConfigurationInput } from '../profile/configuration.js'
import { createSecondServer } from '../../../conformance-selftest/src/second-server/second-server.js'
import type { Fetch } from '../target/injected-fetch.js'
import { run, type RunOptions } from './run.js'

const token = 'conformance-full-access'

/**
 * Runs tier 1 against a new server. Returns the verdicts or the error, and the numbers of created and
 * remaining entries.
 */
async function tier1(
  writable: NonNullable<ConfigurationInput['writable']>,
  wrap = (fetch: Fetch) => fetch,
  selection: RunOptions['selection'] = {},
) {
  const { fetch } = createSecondServer()
  let created = 0
  const counting: Fetch = (request) => {
    if (request.method === 'POST' && request.url.includes('/api/conf-')) created += 1
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
  const remaining = ((await list.json()) as { data: unknown[] }).data.length
  return {
    verdicts: [...verdicts].toSorted(),
    error: error instanceof Error ? `${error.name}: ${error.message}` : '',
    created,
    remaining,
  }
}

const tags = { type: 'conf-tags', marker: 'marker', attribute: 'name' }

describe('the content type that tier 1 writes to (`writable`)', () => {
  it('is checked with trial entries before scenarios write to it', async () => {
    const { verdicts, error, created, remaining } = await tier1(tags)
    expect({ verdicts, error, remaining }).toEqual({ verdicts: ['not-applicable', 'pass'], error: '', remaining: 0 })
    expect(created).toBeGreaterThan(2)
  })

  it.each([
    ['an unknown marker attribute', { ...tags, marker: 'markr' }, 0, /`writable.marker` is not a text attribute/],
    ['an unknown attribute', { ...tags, attribute: 'nam' }, 0, /`writable.attribute` is not a text attribute/],
    ['the same attribute as the marker', { ...tags, attribute: 'marker' }, 0, /must differ from the marker/],
    [
      'a missing required value',
      { ...tags, type: 'conf-rules', attribute: 'short' },
      1,
      /can't be created.*returned status 400.*`writable.values`/,
    ],
  ])('is rejected for %s, and no trial entry remains', async (_, writable, created, message) => {
    const result = await tier1(writable)
    expect(result).toMatchObject({ verdicts: [], created, remaining: 0 })
    expect(result.error).toMatch(message)
    expect(result.error).toMatch(/^UsageError/)
  })

  it('is not checked if no scenario is selected', async () => {
    const { error, created } = await tier1(tags, undefined, { only: ['write.creat'] })
    expect(error).toMatch(/selects no scenario, did you mean write.create/)
    expect(created).toBe(0)
  })

  it('is rejected with the path of a trial entry that could not be deleted', async () => {
    const keeps =
      (fetch: Fetch): Fetch =>
      (request) =>
        request.method === 'DELETE' ? Promise.resolve(Response.json({ error: {} }, { status: 403 })) : fetch(request)
    const { error, created, remaining } = await tier1(tags, keeps)
    expect({ created, remaining }).toEqual({ created: 2, remaining: 2 })
    expect(error).toMatch(/^UsageError: \/api\/conf-tags\/\d+, created to check `writable`, was not deleted: .*403/)
  })

  it('is read by all scenarios of tier 0 before tier 1 writes to it', async () => {
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
