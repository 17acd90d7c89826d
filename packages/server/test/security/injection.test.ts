import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { valueOperators } from '@content-api/engine/plan'
import { databases, newDatabases } from '../../../../tests/support/postgres.js'
import { House } from './house.js'

describe.each(await databases())('injection on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  const specimen = async (attributes: object) => (await house.ask('POST /api/specimens', attributes)).body?.data.id

  it('INJ-01: a key below a JSON attribute is rejected and never becomes SQL', async () => {
    await house.expectRefused([
      'GET /api/articles?filters[extra][a::text) or 1=1--][$eq]=1',
      'GET /api/articles?filters[extra][k][$eq]=1',
      'GET /api/articles?filters[extra][k::int][$gt]=0',
    ])
  })

  it('INJ-02: a path into a JSON attribute is rejected and never becomes SQL', async () => {
    await house.expectRefused([
      "GET /api/articles?filters[extra.a')) OR 1=1--][$eq]=1",
      'GET /api/articles?filters[extra.k][$eq]=1',
      'GET /api/articles?sort=extra.k',
      'GET /api/articles?fields[0]=extra.k',
    ])
  })

  it('INJ-04: a filter that is not an object is rejected', async () => {
    await house.expectRefused([
      'GET /api/articles?filters=1',
      'GET /api/articles?filters[]=1=1',
      'GET /api/articles?filters[0]=1=1',
      'GET /api/articles?filters=title',
      'GET /api/articles?filters={"where":"1=1"}',
      'GET /api/articles?filters',
      'GET /api/articles/1?x',
      'GET /api/articles?{"where":"1=1"}',
    ])
  })

  it('INJ-05: a value that looks like a placeholder is a string', async () => {
    const names = [':id', '?', '$1', '@p1', ':password', "'", '\\', "''", '--']
    for (const str of names) {
      const id = await specimen({ str })
      for (const operator of ['$eq', '$eqi', '$contains', '$startsWithi']) {
        const query = `filters[str][${operator}]=${encodeURIComponent(str)}&filters[id]=${id}`
        expect(await house.ids(`/api/specimens?${query}`)).toEqual([id])
      }
      expect(await house.ids(`/api/articles?filters[title][$eq]=${encodeURIComponent(str)}`)).toEqual([])
    }
  })

  it('INJ-07: only the documented operators exist', async () => {
    const others = [
      '$col',
      '$raw',
      '$literal',
      'Op.or',
      '$regexp',
      '$any',
      'val',
      '$like',
      '$iLike',
      '$fn',
      '$eq ',
      '$EQ',
    ]
    await house.expectRefused(others.map((operator) => `GET /api/articles?filters[title][${operator}]=a`))
    await house.expectRefused(others.map((operator) => `GET /api/articles?filters[${operator}][0][title]=a`))
  })

  it('INJ-08: a value that is not scalar is rejected', async () => {
    await house.expectRefused([
      'GET /api/articles?filters[title][$eq][toString]=1',
      'GET /api/articles?filters[title][$eq][length]=1',
      'GET /api/articles?filters[title][$in][0][a]=1',
      'GET /api/articles?filters[title][$between][0][0]=a&filters[title][$between][1]=b',
      'GET /api/articles?_q[a]=1',
      'GET /api/articles?locale[a]=en',
      ['PUT /api/articles/1', { title: { toString: 1, length: 9 } }],
      ['PUT /api/articles/1', { title: ['Alpha'] }],
      ['PUT /api/articles/1', { rating: { valueOf: 1 } }],
    ])
  })

  it('INJ-10: a search of 60,000 characters is rejected', async () => {
    for (const operator of ['$contains', '$containsi', '$startsWith', '$endsWithi', '$eqi', '$eq']) {
      const url = `http://service/api/articles?filters[title][${operator}]=${'a%'.repeat(30_000)}`
      expect((await house.api.fetch(new Request(url))).status).toBe(400)
      // The longest accepted search runs.
      const longest = `http://service/api/articles?filters[title][${operator}]=${'é'.repeat(4_096)}`
      expect((await house.api.fetch(new Request(longest))).status).toBe(200)
    }
    expect((await house.ask(`GET /api/articles?filters[title]=${'a'.repeat(60_000)}`)).status).toBe(431)
  })

  it('INJ-11: $contains is case-sensitive', async () => {
    const id = await specimen({ txt: 'Hello' })
    expect(await house.ids('/api/specimens?filters[txt][$contains]=hELL')).toEqual([])
    expect(await house.ids('/api/specimens?filters[txt][$containsi]=hELL')).toEqual([id])
    expect(await house.ids('/api/specimens?filters[txt][$contains]=Hell')).toEqual([id])
  })

  it('INJ-13: $in accepts up to a thousand values', async () => {
    const list = (count: number) =>
      `http://service/api/articles?${Array.from({ length: count }, (_, index) => `filters[id][$in][]=${index}`).join('&')}`
    const status = async (count: number) => (await house.api.fetch(new Request(list(count)))).status
    expect(await status(1_000)).toBe(200)
    for (const count of [1_001, 40_000, 70_000]) expect(await status(count)).toBe(400)
  })

  it('INJ-14: NUL is rejected', async () => {
    await house.expectRefused([
      'GET /api/articles?filters[title][$eq]=a%00b',
      'GET /api/articles?filters[ti%00tle][$eq]=a',
      'GET /api/articles?_q=%00',
      ['POST /api/specimens', { str: 'a\0b' }],
      ['POST /api/specimens', { obj: { k: 'a\0b' } }],
      ['POST /api/specimens', { obj: { 'a\0b': 1 } }],
    ])
  })

  it('INJ-16: unpaired surrogates are rejected', async () => {
    const json = { headers: { 'content-type': 'application/json' } }
    for (const data of [
      '{"str":"\\ud800"}',
      '{"obj":{"a":"\\ud800"}}',
      '{"obj":{"\\udc00":1}}',
      '{"txt":"a\\udc00b"}',
    ]) {
      const response = await house.send('POST', '/api/specimens', { ...json, body: `{"data":${data}}` })
      expect([data, response.status]).toEqual([data, 400])
    }
  })

  it('INJ-17: an id has only one valid notation', async () => {
    const forms = [
      '99999999999',
      '99999999999999999999',
      '-1',
      '0',
      '1.5',
      '1e3',
      '0x1',
      '01',
      '+1',
      '%201',
      '1%20',
      'NaN',
    ]
    const more = ['null', 'undefined', 'abc', '[object Object]', '1;2', '１', '1abc', "1'", '1%00', '1%0a', 'true', '*']
    for (const id of [...forms, ...more]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const data = method === 'PUT' ? { title: 'Changed' } : undefined
        const path = `/api/articles/${id.includes('%') ? id : encodeURIComponent(id)}`
        const response = await house.ask(`${method} ${path}`, data)
        expect([method, id, response.status]).toEqual([method, id, response.status === 400 ? 400 : 404])
      }
    }
    expect((await house.ask('GET /api/articles/1')).body?.data.attributes['title']).toBe('Alpha')
    expect(await house.ids('/api/articles?filters[id][$in][0]=99999999999999999999')).toEqual([])
  })

  it('INJ-19: numbers have a range and only one valid notation', async () => {
    const json = { headers: { 'content-type': 'application/json' } }
    for (const value of [
      '3000000000',
      '-3000000000',
      '1e400',
      '"12abc"',
      '"NaN"',
      '[1]',
      '{}',
      '1.5',
      '""',
      '"0x10"',
    ]) {
      const response = await house.send('POST', '/api/specimens', { ...json, body: `{"data":{"int":${value}}}` })
      expect([value, response.status]).toEqual([value, 400])
    }
    for (const attribute of ['flt', 'dec', 'big']) {
      for (const value of ['1e400', '"12abc"', '"NaN"', '"Infinity"', '[1]', '{}']) {
        const response = await house.send('POST', '/api/specimens', {
          ...json,
          body: `{"data":{"${attribute}":${value}}}`,
        })
        expect([attribute, value, response.status]).toEqual([attribute, value, 400])
      }
    }
  })

  it('INJ-20: a biginteger keeps its digits', async () => {
    for (const big of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
      const id = await specimen({ big })
      expect((await house.ask(`GET /api/specimens/${id}`)).body?.data.attributes['big']).toBe(big)
      expect(await house.ids(`/api/specimens?filters[big]=${big}&filters[id]=${id}`)).toEqual([id])
    }
    await house.expectRefused(
      ['9223372036854775808', '-9223372036854775809'].map((big) => ['POST /api/specimens', { big }]),
    )
  })

  it('INJ-21: filters compare numbers beyond 64 bits with the same result on every database', async () => {
    const numbers = ['9223372036854775807', '9223372036854775808', '1'.padEnd(30, '0')]
    for (const attribute of ['id', 'rating', 'author', 'tags']) {
      for (const number of numbers.flatMap((digits) => [digits, `-${digits}`, `${`-${digits}`.slice(0, -1)}9`])) {
        const filter = `/api/articles?filters[${attribute}]`
        expect([attribute, number, await house.ids(`${filter}[$eq]=${number}`)]).toEqual([attribute, number, []])
        expect([number, await house.ids(`${filter}[$in][0]=${number}`)]).toEqual([number, []])
      }
    }
  })

  it('INJ-22: long strings are stored completely or rejected, on every database', async () => {
    await house.expectRefused([
      ['POST /api/articles', { title: 'x'.repeat(61) }],
      ['POST /api/articles', { title: 'Long uid', slug: 'x'.repeat(10_000) }],
      ['POST /api/specimens', { uid: 'x'.repeat(10_000) }],
      ['POST /api/articles', { title: 'Long code', code: `AB-${'1'.repeat(64_000)}` }],
      ['POST /api/categories', { name: 'é'.repeat(64_000) }],
    ])
    await house.expectRefused([['POST /api/specimens', { str: 'x'.repeat(1_100_000) }]], 413)
    for (const length of [256, 500_000]) {
      const id = await specimen({ str: 'x'.repeat(length) })
      const { body } = await house.ask(`GET /api/specimens/${id}`)
      expect(body?.data.attributes['str']).toHaveLength(length)
    }
  })

  it('INJ-23: page numbers are validated and the page size is limited', async () => {
    const bad = ['page=-1', 'page=0', 'page=1.5', 'page=abc', 'page=1e20', 'pageSize=-1', 'pageSize=0', 'limit=-2']
    const worse = [
      'start=NaN',
      'start=99999999999999999999',
      'start=-1',
      'limit=0',
      'withCount=maybe',
      'offset=1',
      'page',
    ]
    await house.expectRefused(
      [...bad, ...worse].map((text) => `GET /api/articles?${text.replace(/^\w+/, 'pagination[$&]')}`),
    )
    await house.expectRefused([
      'GET /api/articles?pagination[limit]=5&pagination[pageSize]=5',
      'GET /api/articles?pagination=x',
      'GET /api/articles?limit=5',
      'GET /api/articles?pagination[page][a]=1',
    ])
    for (let index = 0; index < 110; index++) await house.ask('POST /api/details', { note: `note ${index}` })
    for (const text of ['pagination[pageSize]=1000000000', 'pagination[limit]=-1', 'pagination[limit]=1000000000']) {
      expect(await house.ids(`/api/details?${text}`)).toHaveLength(100)
    }
  })

  it('INJ-25: no request creates schemas', async () => {
    const data = { collectionName: 'x', attributes: {} }
    for (const path of [
      '/api/content-type-builder/content-types',
      '/content-type-builder/content-types',
      '/api/schema',
    ]) {
      expect((await house.ask(`POST ${path}`, data)).status).toBe(404)
      expect((await house.ask(`GET ${path}`)).status).toBe(404)
    }
  })

  it('INJ-26: SQL in values is stored as a string', async () => {
    const statements = [
      "'",
      "' ;",
      "\\'",
      "''; SELECT pg_sleep(600)--",
      "' || pg_sleep(600) || '",
      'randomblob(1000000000)',
    ]
    for (const [operator, { arity }] of Object.entries(valueOperators)) {
      for (const statement of statements) {
        const value = encodeURIComponent(statement)
        const key = `filters[str][${operator}]`
        const query = arity === 'two' ? `${key}[0]=${value}&${key}[1]=${value}` : `${key}=${value}`
        const response = await house.ask(`GET /api/specimens?${query}&pagination[pageSize]=1`)
        // A statement that sleeps would exceed the time limit and get 400.
        expect([query, response.status]).toEqual([query, 200])
      }
    }
    for (const parameter of [
      'sort',
      'fields',
      'populate',
      'locale',
      'publicationState',
      'pagination[page]',
      'filters[id]',
    ]) {
      for (const statement of statements) {
        const response = await house.ask(`GET /api/articles?${parameter}=${encodeURIComponent(statement)}`)
        expect([parameter, statement, response.status]).toEqual([parameter, statement, 400])
        expect(response.text).not.toContain('takes too long')
      }
    }
  })
})

const info = { singularName: 'thing', pluralName: 'things' }
const thing = { info, attributes: { a: { type: 'string' } } }

describe.each(newDatabases)('INJ-25: SQL in a schema is a name on %s', (_name, newDatabase) => {
  it.each([
    ['a collection name', { ...thing, collectionName: 'things"; DROP TABLE others; --' }],
    ['the name of an attribute', { ...thing, attributes: { 'a" TEXT); --': { type: 'string' } } }],
    ['the type of an attribute', { ...thing, attributes: { a: { type: "string'; --" } } }],
    ['a default', { ...thing, attributes: { a: { type: 'string', default: ['now()', { isRaw: true }] } } }],
  ])('that is %s', async (_what, schema) => {
    const other = { info: { singularName: 'other', pluralName: 'others' }, attributes: {} }
    const contentTypes = { 'api::thing.thing': schema, 'api::other.other': other }
    const api = await createContentApi({ contentTypes, config: { database: (await newDatabase()).connection } })
    for (const path of ['things', 'others']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' }
      expect((await api.fetch(new Request(`http://service.example/api/${path}`, init))).status).toBe(200)
      expect((await api.fetch(new Request(`http://service.example/api/${path}/1`))).status).toBe(200)
    }
    await api.close()
  })
})
