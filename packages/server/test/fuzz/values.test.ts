import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openWorld } from './world.js'

const runs = Number(process.env['VALUE_RUNS'] ?? 10)
const seed = Number(process.env['FUZZ_SEED'] ?? 4_711)

/** A value as a client sends it, and as the service returns it. */
type Sent = readonly [sent: string | number, returned: string | number]

const float = fc.double({ noNaN: true, noDefaultInfinity: true })
const same = (value: string | number): Sent => [value, value]

/** SQL has no negative zero. */
const withoutSign = (value: number) => (Object.is(value, -0) ? 0 : value)

/** A decimal keeps only the digits that a double can represent, because JSON clients use doubles. */
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), fc.constantFrom(1, 10, 100))
  .map(([digits, scale]) => withoutSign(digits / scale))

/** Numbers that both databases format like JavaScript, including numbers with rounding errors. */
const spelt = fc.oneof(
  fc.constantFrom(0.1 + 0.2, 0.1 + 0.7, 1.1 + 2.2, 4.35 * 100, 1e-3 / 3, -2 / 3),
  fc
    .tuple(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), fc.integer({ min: 0, max: 10 }))
    .map(([digits, decimals]) => withoutSign(digits / 10 ** decimals))
    .filter((value) => value === 0 || Math.abs(value) >= 1e-4),
)

const kinds: readonly { readonly name: string; readonly values: fc.Arbitrary<Sent> }[] = [
  { name: 'flt', values: fc.oneof(float, fc.integer()).map((value): Sent => [value, withoutSign(value)]) },
  { name: 'big', values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => same(String(value))) },
  { name: 'big', values: fc.maxSafeInteger().map((value): Sent => [value, String(withoutSign(value))]) },
  { name: 'dec', values: fc.oneof(decimal, float).map((value): Sent => [value, withoutSign(value)]) },
  { name: 'int', values: fc.integer().map(same) },
  { name: 'str', values: fc.string({ unit: 'binary', maxLength: 40 }).filter(isText).map(same) },
  { name: 'str', values: fc.string({ unit: 'grapheme', maxLength: 40 }).map(same) },
  { name: 'txt', values: fc.string({ unit: 'grapheme', minLength: 500, maxLength: 600 }).map(same) },
]

/** PostgreSQL can't store NUL, and the service rejects NUL and unpaired surrogates. */
function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

describe.each(await databases())(`${runs} values of each kind on $name (seed ${seed})`, ({ connection }) => {
  let api: ContentApi

  beforeAll(async () => {
    api = await openWorld(connection)
  })
  afterAll(() => api.close())

  async function ask(method: string, path: string, data?: object) {
    const headers = { 'content-type': 'application/json' }
    const init = data === undefined ? { method } : { method, headers, body: JSON.stringify({ data }) }
    const response = await api.fetch(new Request(`http://service${path}`, init))
    return { status: response.status, body: (await response.json()) as { data: Entry & Entry[] } }
  }

  it.each(kinds)(
    '$name is returned as it was written, and found by its value',
    { timeout: 600_000 + runs * 30 },
    async ({ name, values }) => {
      const { body } = await ask('POST', '/api/specimens', {})
      const { id } = body.data
      const path = `/api/specimens/${id}`
      const check = fc.asyncProperty(values, async ([sent, returned]) => {
        expect(await ask('PUT', path, { [name]: sent })).toMatchObject({ status: 200 })
        const read = await ask('GET', `${path}?fields=${name}`)
        expect(read.body.data.attributes[name]).toBe(returned)
        const input = encodeURIComponent(String(sent))
        const found = await ask('GET', `/api/specimens?fields=id&filters[id]=${id}&filters[${name}][$eq]=${input}`)
        expect([found.status, found.body.data.map((entry) => entry.id)]).toEqual([200, [id]])
        const others = await ask('GET', `/api/specimens?fields=id&filters[id]=${id}&filters[${name}][$ne]=${input}`)
        expect([others.status, others.body.data]).toEqual([200, []])
      })
      await fc.assert(check, { numRuns: runs, seed })
    },
  )

  it('flt is found by parts of the text that responses show for it', { timeout: 600_000 + runs * 30 }, async () => {
    const { body } = await ask('POST', '/api/specimens', {})
    const { id } = body.data
    const check = fc.asyncProperty(spelt, async (value) => {
      expect(await ask('PUT', `/api/specimens/${id}`, { flt: value })).toMatchObject({ status: 200 })
      const text = String(value)
      for (const [operator, part] of [
        ['$endsWith', text.slice(-4)],
        ['$endsWithi', text],
        ['$startsWith', text],
        ['$containsi', text.slice(1, -1)],
      ]) {
        const found = await ask('GET', `/api/specimens?fields=id&filters[id]=${id}&filters[flt][${operator}]=${part}`)
        expect([operator, part, found.status, found.body.data.map((entry) => entry.id)]).toEqual([
          operator,
          part,
          200,
          [id],
        ])
      }
    })
    await fc.assert(check, { numRuns: runs, seed })
  })
})

interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}
