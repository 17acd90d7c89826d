import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../src/runner/run.js'
import { recover } from '../src/runner/recover.js'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { FileJournal, type Journal, readJournal } from '../src/target/journal.js'
import { HttpClient } from '../src/target/http-client.js'
import { Session } from '../src/target/session.js'
import { create } from '../src/fixtures/maker.js'
import { parseConfiguration } from '../src/profile/parse-configuration.js'
import { serve } from './support/serve.js'
import { temporaryFolder } from './support/temporary-folder.js'

const token = 'conformance-full-access'
/** Scenarios that write content of every kind, and the entry of a single type. */
const writes = [
  'write.*',
  'rest.single.*',
  'rest.relations.many-*',
  'rest.drafts.*',
  'rest.page.*',
  'graphql.mutation.*',
]
/** All scenarios in the long run. `npm test` shuffles those that write. */
const shuffled = process.env['CONFORMANCE_SHUFFLES'] === undefined ? writes : []
type Fetch = (request: Request) => Promise<Response>

async function ask(fetch: Fetch, method: string, path: string, data?: unknown) {
  const response = await fetch(
    new Request(`http://target.localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { body: JSON.stringify({ data }) } : {}),
    }),
  )
  return (await response.json()) as { data: { id: number }[] & { id: number } }
}

const ids = async (fetch: Fetch, path: string, more = '') =>
  (await ask(fetch, 'GET', `${path}?pagination[pageSize]=100${more}`)).data.map(({ id }) => id)

/** Creates two entries with one request. */
const createTwo = (session: Session) =>
  session.creating(
    'POST',
    '/graphql',
    {
      query: `mutation ($data: ConfDetailInput!) { a: createConfDetail(data: $data) { data { id } } b: createConfDetail(data: $data) { data { id } } }`,
      variables: { data: { marker: session.marker } },
    },
    { attribute: 'marker', idAt: ['data.a.data.id', 'data.b.data.id'], entryPath: '/api/conf-details' },
  )

/** Creates entries as a run does, and stops before line `killedAt` of the journal, as if the process was killed. */
async function interrupted(fetch: Fetch, journal: string, killedAt: number) {
  const run = `run${killedAt}`
  const configuration = parseConfiguration({ tokens: { full: token }, journal }, 'test')
  const client = new HttpClient({
    baseUrl: new URL('http://target.localhost'),
    fetch,
    timeoutMilliseconds: 60_000,
    requestsPerSecond: Number.POSITIVE_INFINITY,
  })
  const file = new FileJournal(journal, run, new URL('http://target.localhost'))
  let lines = 0
  const killed = new Error('killed')
  const dies = () => {
    if (lines++ === killedAt) throw killed
  }
  const dying: Journal = {
    announce: async (line) => {
      dies()
      await file.announce(line)
    },
    write: (line) => {
      dies()
      file.write(line)
    },
    close: () => undefined,
  }
  const session = new Session(
    {
      client,
      configuration,
      profile: { capabilities: new Set(), source: 'declared', limits: configuration.limits },
      journal: dying,
      run,
      mayWrite: true,
    },
    `${run}-marker`,
  )
  const work = async () => {
    await create(session, 'tag', { name: 'a' })
    await create(session, 'article', { title: 'draft', publishedAt: null })
    await create(session, 'page', { title: 'other', locale: 'fr' })
    await create(session, 'tag', { name: 'b' })
    await createTwo(session)
  }
  await work().catch((error: unknown) => {
    if (error !== killed) throw error
  })
  return run
}

describe('clean after a crash', () => {
  it.each(Array.from({ length: 12 }, (_, index) => index))(
    'deletes all entries of the suite and no others after a kill at line %i',
    async (killedAt) => {
      const { fetch } = createSecondServer()
      const theirs = (await ask(fetch, 'POST', '/api/conf-tags', { name: 'theirs', marker: 'run-of-somebody-else' }))
        .data.id
      const journal = temporaryFolder()
      const runId = await interrupted(fetch, journal, killedAt)
      // After a kill before the first line there is no journal, and no request was sent.
      const journalled = readJournal(journal, runId).length > 0
      const leftovers = journalled
        ? (await recover({ run: runId, configuration: { tokens: { full: token }, journal }, fetch })).leftovers
        : []
      expect(leftovers).toEqual([])
      expect(await ids(fetch, '/api/conf-tags')).toEqual([theirs])
      expect(await ids(fetch, '/api/conf-articles', '&publicationState=preview')).toEqual([])
      expect(await ids(fetch, '/api/conf-pages', '&locale=all')).toEqual([])
      expect(await ids(fetch, '/api/conf-details')).toEqual([])
      expect(readdirSync(journal)).toEqual([])
    },
  )

  it('finds what was created even if only the synchronised lines remain', async () => {
    const { fetch } = createSecondServer()
    const theirs = (await ask(fetch, 'POST', '/api/conf-tags', { name: 'theirs', marker: 'run-of-somebody-else' })).data
      .id
    const journal = temporaryFolder()
    const run = await interrupted(fetch, journal, Number.POSITIVE_INFINITY)
    expect(await ids(fetch, '/api/conf-tags')).toHaveLength(3)
    const path = join(journal, `${run}.jsonl`)
    const survived = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /"at":"(run|reach)"/.test(line))
    writeFileSync(path, survived.join('\n'))
    const { leftovers, entries } = await recover({ run, configuration: { tokens: { full: token }, journal }, fetch })
    expect({ leftovers, entries }).toEqual({ leftovers: [], entries: 6 })
    expect(await ids(fetch, '/api/conf-tags')).toEqual([theirs])
    expect(await ids(fetch, '/api/conf-articles', '&publicationState=preview')).toEqual([])
  })

  it('does not delete an entry with the marker of others, and reports it', async () => {
    const { fetch } = createSecondServer()
    const theirs = (await ask(fetch, 'POST', '/api/conf-tags', { name: 'theirs', marker: 'not ours' })).data.id
    const journal = temporaryFolder()
    const file = new FileJournal(journal, 'wrong', new URL('http://target.localhost'))
    file.write({ at: 'made', path: '/api/conf-tags', marker: 'ours', attribute: 'marker', id: theirs })
    const { leftovers } = await recover({ run: 'wrong', configuration: { tokens: { full: token }, journal }, fetch })
    expect(leftovers).toMatchObject([{ id: theirs }])
    expect(await ids(fetch, '/api/conf-tags')).toEqual([theirs])
  })
})

describe('a run', () => {
  const configuration = { profile: 'full', tokens: { full: token, restricted: 'conformance-restricted' } } as const

  it.each([
    { seed: 1, concurrency: 1 },
    { seed: 2, concurrency: 8 },
  ])('passes and deletes everything, shuffled by $seed, $concurrency at a time', async ({ seed, concurrency }) => {
    const { fetch } = createSecondServer()
    const bad: string[] = []
    let passed = 0
    const selection = { only: shuffled }
    for await (const { id, verdict } of run({
      fetch,
      configuration: { ...configuration, concurrency },
      seed,
      selection,
    })) {
      if (verdict === 'pass') passed += 1
      else if (verdict !== 'not-applicable') bad.push(`${id} ${verdict}`)
    }
    expect(bad).toEqual([])
    expect(passed).toBeGreaterThanOrEqual(shuffled.length > 0 ? 140 : 900)
    for (const path of ['/api/conf-items', '/api/conf-tags', '/api/conf-articles', '/api/conf-categories']) {
      expect(await ids(fetch, path)).toEqual([])
    }
  })

  it('is not affected by another run on the same target', async () => {
    const { fetch } = createSecondServer()
    const bad: string[] = []
    const one = async () => {
      for await (const { id, verdict } of run({ fetch, configuration, selection: { only: writes } }))
        if (verdict !== 'pass' && verdict !== 'not-applicable') bad.push(`${id} ${verdict}`)
    }
    await Promise.all([one(), one()])
    expect(bad).toEqual([])
  })

  it('does not write to a host other than this machine unless it is named', async () => {
    const { fetch } = createSecondServer()
    const written: string[] = []
    const { url, close } = await serve((request) => {
      if (request.method === 'POST') written.push(request.url)
      return fetch(request)
    })
    // This address leads to this machine too, but the suite can't know that.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0')
    const { host } = new URL(elsewhere)
    const verdictsOf = async (allowWrites?: string) => {
      const verdicts: string[] = []
      const journal = temporaryFolder()
      const options = {
        configuration: { ...configuration, tier: 2 as const, journal },
        selection: { only: ['write.create'] },
      }
      for await (const { verdict } of run({ url: elsewhere, ...options, ...(allowWrites && { allowWrites }) }))
        verdicts.push(verdict)
      return verdicts
    }
    try {
      await expect(verdictsOf()).rejects.toThrow(
        `writes to ${host}, which is not this machine: add --allow-writes ${host}`,
      )
      await expect(verdictsOf('cms.example.org')).rejects.toThrow('which is not this machine')
      expect(written).toEqual([])
      expect(await verdictsOf(host)).toEqual(['pass'])
      expect(written).not.toEqual([])
    } finally {
      close()
    }
  })

  it('creates nothing at tier 0, even if it could', async () => {
    const { fetch } = createSecondServer()
    for (const name of ['a', 'b', 'c']) await ask(fetch, 'POST', '/api/conf-tags', { name })
    const written: string[] = []
    const watching: Fetch = (request) => {
      if (request.method !== 'GET' && request.url.includes('/api/conf-'))
        written.push(`${request.method} ${request.url}`)
      return fetch(request)
    }
    const readOnly = { ...configuration, tier: 0 } as const
    const verdicts = new Set<string>()
    const work = run({ fetch: watching, configuration: { ...readOnly, types: ['conf-tags'] } })
    for await (const { verdict } of work) verdicts.add(verdict)
    expect(verdicts).toContain('pass')
    const unnamed = async () => {
      for await (const _ of run({ fetch: watching, configuration: readOnly })) break
    }
    await expect(unnamed()).rejects.toThrow('Tier 0 creates no entries, so name a content type')
    expect(written).toEqual([])
  })

  it('gives up on a target that stops responding', async () => {
    const { fetch } = createSecondServer()
    let asked = 0
    const fallsSilent: Fetch = (request) => (++asked > 60 ? new Promise(() => undefined) : fetch(request))
    const verdicts: string[] = []
    const work = run({ fetch: fallsSilent, configuration: { ...configuration, timeout: 50, concurrency: 4 } })
    for await (const { verdict, message = '' } of work) verdicts.push(`${verdict} ${message}`)
    expect(verdicts).toContain('could-not-run The target has stopped responding.')
    expect(asked).toBeLessThan(200)
  })
})
