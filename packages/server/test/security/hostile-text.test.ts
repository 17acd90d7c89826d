import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type Failure } from '../../src/index.js'
import { schemas } from '../fuzz/world.js'
import { type Alphabet, alphabets, hostileText } from '../reliability/hostile-alphabets.js'
import { type HostileRequest, hostileRequests } from '../reliability/hostile-requests.js'
import { textFields } from '../reliability/text-fields.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'

/**
 * Just below the limit on bodies. Work that grows with the square of the length would take minutes, so that
 * these tests would time out.
 */
const requests = hostileRequests(1_000_000)
/** Bodies of very many keys cost more than their bytes, so that these are shorter. */
const keys = hostileRequests(100_000)

/** Fields whose texts take different paths through the server. `pnpm verify:long --only alphabets` tries all fields. */
const sampled = new Set([
  'POST /api/auth/local identifier',
  'POST /api/auth/local/register email',
  'POST /api/auth/local/register username',
  'POST /api/auth/forgot-password email',
  'POST /api/auth/club/callback code',
  'POST /api/users username',
  'POST /api/users-permissions/roles name',
  'POST /api/articles slug',
  'POST /api/articles contactEmail',
  'POST /api/articles extra',
  'POST /graphql a string',
  'POST /graphql a name of a variable',
  'GET /api/articles?*=1',
  'GET /api/articles?sort=*',
  'GET /api/articles?filters[title][$containsi]=*',
  'GET /api/auth/club/callback?access_token=*',
  'GET /api/articles accept: ',
])

// The database has no part in this work, so that one is enough.
describe('long texts and very many keys', () => {
  let api: ContentApi
  const failures: Failure[] = []
  beforeAll(async () => {
    const { connection } = sqliteDatabase()
    api = await createContentApi({
      ...(await schemas()),
      database: connection,
      hooks: {
        'api::tag.tag': {
          beforeCreate({ params }) {
            const name = String(params.data?.['name'])
            if (name.length > 10_000) throw new Error(`rejected ${name}`)
          },
        },
      },
      log: (failure) => failures.push(failure),
    })
  })
  afterAll(() => api.close())

  async function send({ method, path, headers, body }: HostileRequest): Promise<readonly [number, string]> {
    const init = { method, headers, ...(body !== undefined && { body }) }
    const response = await api.fetch(new Request(`http://service${path}`, init))
    return [response.status, await response.text()]
  }

  /** Sends the requests of an attack. Each gets a short response, and none is an internal error. */
  async function expectShort(id: string, longest = 20_000): Promise<void> {
    for (const request of (id.endsWith('50') ? requests : keys)[id] ?? []) {
      const [status, text] = await send(request)
      expect([request.title, status, text.length > longest ? text.length : 'short']).toEqual([
        request.title,
        expect.toSatisfy((code: number) => code < 500),
        'short',
      ])
    }
    expect(failures).toEqual([])
  }

  it('GQL-50: suggestions in the text of a client', () => expectShort('GQL-50'))
  it('GQL-51: very many unknown keys of a variable', async () => {
    await expectShort('GQL-51')
    const [, text] = await send(keys['GQL-51']?.[0] as HostileRequest)
    // The beginning of the value is printed, and nothing else of it.
    const printed = String.raw`Variable \"$f\" got invalid value { titl0: 1, titl1: 1,`
    expect(text).toContain(printed)
    expect(text).toMatch(/titl\d+: [^"]{0,9}…; Field/)
  })
  it('GQL-52: very many names in a document', () => expectShort('GQL-52'))
  it('HTTP-50: addresses and names that are almost valid', () => expectShort('HTTP-50'))
  it('HTTP-51: paths and headers that look like secrets', () => expectShort('HTTP-51'))
  it('HTTP-52: very many unknown keys of a body', () => expectShort('HTTP-52'))
  it('HTTP-53: very many names in a query string', () => expectShort('HTTP-53'))

  it('HTTP-75: texts of hostile alphabets take about the time of plain text', async () => {
    const fields = textFields.filter(({ title }) => sampled.has(title))
    expect(fields).toHaveLength(sampled.size)
    const workOf = async (alphabet: Alphabet) => {
      const text = hostileText(alphabet, { bytes: 60_000, escaped: 4_000 })
      let least = Number.POSITIVE_INFINITY
      for (let round = 0; round < 2; round++) {
        const before = process.cpuUsage()
        for (const field of fields) await send(field.request(text))
        const { user, system } = process.cpuUsage(before)
        least = Math.min(least, user + system)
      }
      return least
    }
    const plain = await workOf('letters')
    // Work that grows with the square of a text would take hundreds of times as long.
    for (const alphabet of alphabets)
      expect([alphabet, await workOf(alphabet)]).toEqual([
        alphabet,
        expect.toSatisfy((work: number) => work < 30 * plain),
      ])
  })

  it('HTTP-54: an error of project code that contains the text of a client', async () => {
    for (const unit of ['a-', 'at /a', 'eyJa.', '://a', ' (/a', '/a:1', '\n    at ']) {
      const name = unit.repeat(Math.floor(500_000 / unit.length))
      const body = JSON.stringify({ data: { name } })
      const headers = { 'content-type': 'application/json' }
      const [status, text] = await send({ title: unit, method: 'POST', path: '/api/tags', headers, body })
      expect([unit, status]).toEqual([unit, 500])
      expect(text.length).toBeLessThan(1_000)
    }
    expect(failures.length).toBeGreaterThan(0)
  })
})
