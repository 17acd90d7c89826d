import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { Distribution, pairs, triples } from './distribution.js'
import type { Operation } from './graphql-hostile.js'
import { forms, graphqlProbes, hostiles, type GraphqlProbe, operators, types } from './graphql-request.js'
import { type TimedResponse, Work, leaked, leastTime, openServices, timedFetch } from './two-services.js'

const runs = Number(process.env['FUZZ_RUNS'] ?? 200)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)
/** Documents per seed. The seed of each portion is the initial seed plus the number of documents before it. */
const portion = 1_000
/**
 * The limit in milliseconds for any request, also with many operations. Short runs have none, because other
 * tests run at the same time.
 */
const hang = runs < 5_000 ? Number.POSITIVE_INFINITY : 10_000

const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }

/** Returns a request with the operations. Uses POST instead of GET for batches and long documents. */
function requestOf({ method, body }: GraphqlProbe): [target: string, init: RequestInit] {
  const text = JSON.stringify(body)
  if (method === 'GET' && !Array.isArray(body) && text.length < 8_000) {
    const input = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
    const query = new URLSearchParams(
      input.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    return [`/graphql?${query}`, { headers: { accept: headers.accept } }]
  }
  return ['/graphql', { method: 'POST', headers, body: text }]
}

interface JsonResponse {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/**
 * Returns the internal errors of a response, without those about drafts that lack a required value: GraphQL
 * has no other code for them.
 */
function failuresIn(responses: JsonResponse | readonly JsonResponse[]): unknown[] {
  return [responses]
    .flat()
    .flatMap(({ errors = [] }) => errors)
    .filter(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR')
    .filter(({ message }) => !message.startsWith('Cannot return null for non-nullable field'))
}

/**
 * Returns the operation with comments that make its document a new one. Writing an update twice gives the
 * same result, because the clock is fixed.
 */
function withComments(probe: GraphqlProbe, count: number): GraphqlProbe {
  const commented = (operation: Operation) => ({
    ...operation,
    query: `${String(operation.query)}${'\n#'.repeat(count)}`,
  })
  const { body } = probe
  return { ...probe, body: Array.isArray(body) ? body.map(commented) : commented(body as Operation) }
}

describe(`${runs} generated GraphQL documents (seed ${seed})`, () => {
  let both: Awaited<ReturnType<typeof openServices>>
  beforeAll(async () => {
    both = await openServices()
  })
  afterAll(() => both.close())

  it('get the same response on both databases, in time, without an internal error or a secret', {
    timeout: 600_000 + runs * 60,
  }, async () => {
    const seen = {
      'operator × type': new Distribution(pairs(operators, types)),
      'operator × form': new Distribution(pairs(operators, forms)),
      'type × form': new Distribution(pairs(types, forms)),
      'operator × type × form': new Distribution(triples(operators, types, forms)),
      attack: new Distribution(hostiles.map((name) => [name])),
    }
    const kinds = new Map<string, { all: number; succeeded: number }>()
    const statuses = new Map<number, number>()
    const work = new Work()
    let slowest = ''
    let longest = 0
    const check = async (probe: GraphqlProbe) => {
      const [target, init] = requestOf(probe)
      const responses: TimedResponse[] = []
      // Requests run one at a time, so that the processor time belongs to one request.
      for (const api of both.services) responses.push(await timedFetch(api, target, init))
      const [one, other] = responses as [TimedResponse, TimedResponse]
      const { kind, operator, type, form, hostile } = probe
      if (operator !== undefined && type !== undefined && form !== undefined) {
        seen['operator × type'].add(operator, type)
        seen['operator × form'].add(operator, form)
        seen['type × form'].add(type, form)
        seen['operator × type × form'].add(operator, type, form)
      }
      if (hostile) seen.attack.add(hostile)
      const count = kinds.get(kind) ?? { all: 0, succeeded: 0 }
      kinds.set(kind, { all: count.all + 1, succeeded: count.succeeded + (one.text.includes('"errors"') ? 0 : 1) })
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      if (one.took > longest) [longest, slowest] = [one.took, hostile ?? kind]
      const again = (time: number) =>
        timedFetch(both.services[0] as ContentApi, ...requestOf(withComments(probe, time)))
      await work.add(hostile ?? kind, probe.body, one, again)
      expect(one.status).toBeLessThan(500)
      for (const [place, api] of both.services.entries()) {
        const again = () => timedFetch(api, target, init)
        expect(await leastTime(hang, responses[place] as TimedResponse, again)).toBeLessThan(hang)
      }
      for (const { text } of responses) expect(text).not.toMatch(leaked)
      expect([other.status, JSON.parse(other.text)]).toEqual([one.status, JSON.parse(one.text)])
      expect(failuresIn(JSON.parse(one.text) as JsonResponse | JsonResponse[])).toEqual([])
    }
    const probes = graphqlProbes()
    // Fast-check keeps everything it has generated until it ends, so documents are split into portions. A
    // failure isn't shrunk: it may depend on earlier writes.
    for (let done = 0; done < runs; done += portion) {
      const options = { numRuns: Math.min(portion, runs - done), seed: seed + done, endOnFailure: true }
      await fc.assert(fc.asyncProperty(probes(), check), options)
      if (runs > portion) process.stdout.write(`${Math.min(done + portion, runs)} of ${runs}\n`)
    }
    const lines = [
      `status: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}; slowest ${Math.round(longest)} ms (${slowest})`,
      `without errors: ${[...kinds].map(([kind, { all, succeeded }]) => `${kind} ${succeeded} of ${all}`).join(', ')}`,
      work.toString(),
      ...Object.entries(seen).map(([name, distribution]) => `${name}: ${distribution.toString()}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(work.excessive).toEqual([])
    // A run in which every document fails would test little.
    const article = kinds.get('article') ?? { all: 1, succeeded: 0 }
    expect(article.succeeded / article.all).toBeGreaterThan(0.5)
    expect(seen.attack.least).toBeGreaterThanOrEqual(Math.floor((runs * 0.02) / hostiles.length))
  })
})
