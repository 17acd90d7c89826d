import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { House } from './house.js'

/** In processor milliseconds. The problems that these tests look for take many times as long. */
const soon = 1_500

describe.each(await databases())('query strings on $name', ({ connection }) => {
  let house: House
  let all: number[]
  beforeAll(async () => {
    house = await House.open(connection)
    all = await house.ids('/api/articles?pagination[pageSize]=100&sort=id')
  })
  afterAll(() => house.close())

  /** Sends requests without a socket, which limits headers to 16 kB. */
  const ask = async (query: string) => {
    const before = process.cpuUsage()
    const response = await house.api.fetch(new Request(`http://service/api/articles?${query}`))
    const body = (await response.json()) as { data: { id: number }[] | null }
    const { user, system } = process.cpuUsage(before)
    return { status: response.status, ids: body.data?.map(({ id }) => id), worked: (user + system) / 1_000 }
  }

  it('QS-01: prototypes never change', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join()
    await house.expectRefused([
      'GET /api/articles?filters[__proto__][x]=1',
      'GET /api/articles?a[__proto__][length]=100000000',
      'GET /api/articles?filters[constructor][prototype][y]=1',
      'GET /api/articles?filters[hasOwnProperty]=1',
      'GET /api/articles?filters[toString][$eq]=1',
      'GET /api/articles?__proto__[x]=1',
      'GET /api/articles?populate[__proto__]=true',
      'GET /api/articles?populate[constructor]=true',
      'GET /api/articles?sort=__proto__',
      'GET /api/articles?fields[0]=constructor',
      'GET /api/articles?pagination[__proto__]=1',
      ['POST /api/tags', JSON.parse('{"name":"x","__proto__":{"y":1}}')],
      ['POST /api/tags', { name: 'x', constructor: { prototype: { y: 1 } } }],
    ])
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('QS-02: long lists are rejected at the limit, and quickly', async () => {
    const many = Array.from({ length: 1_500 }, () => 'filters[id][$in][]=1').join('&')
    const indexed = Array.from({ length: 2_001 }, (_, index) => `filters[id][$in][${index}]=1`).join('&')
    const commas = `fields=${'title,'.repeat(20_000)}`
    await ask(many)
    for (const query of [many, indexed, `sort=${'title,'.repeat(50_000)}nope`]) {
      const { status, worked } = await ask(query)
      expect(status).toBe(400)
      expect(worked).toBeLessThan(soon)
    }
    const { worked } = await ask(commas)
    expect(worked).toBeLessThan(soon)
  })

  it('QS-04: an index is the position of an item, also above 20', async () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `filters[id][$in][${index}]=${index}`)
    for (const count of [1, 21, 22, 100, 999]) {
      const expected = all.filter((id) => id < count)
      expect((await ask(`${list(count).join('&')}&sort=id`)).ids).toEqual(expected)
    }
    expect((await ask('filters[id][$in][25]=1')).ids).toEqual([1])
    expect((await ask('filters[id][$in][999]=1')).ids).toEqual([1])
    for (const index of ['1000', '99999999999', '-1', '1.5', 'a']) {
      expect((await ask(`filters[id][$in][${index}]=1`)).status).toBe(400)
    }
    expect((await ask('filters[id][$in]=1&filters[id][$in]=2&sort=id')).ids).toEqual([1, 2])
  })

  it('QS-05: keys that are nested too deep are rejected, not folded', async () => {
    await house.expectRefused([
      'GET /api/articles?filters[a][b][c][d][e][f][g][$eq]=1',
      `GET /api/articles?filters${'[related]'.repeat(30)}[title][$eq]=Alpha`,
      `GET /api/articles?filters${'[$not]'.repeat(60)}[title][$eq]=Alpha`,
      `GET /api/articles?filters${'[$and][0]'.repeat(60)}[title][$eq]=Alpha`,
      `GET /api/articles?filters[title]${'[$not]'.repeat(60)}[$eq]=Alpha`,
      `GET /api/articles?sort=${'related.'.repeat(60)}title`,
    ])
    // Filters of seven levels work. qs by itself would fold the last levels into one name.
    const far = 'filters[related][related][related][related][related][related][title][$notNull]=true'
    expect((await ask(far)).status).toBe(200)
    expect((await ask(`filters${'[x]'.repeat(5_000)}=1`)).status).toBe(400)
  })

  it('QS-05: populate goes fifty levels deep, and beyond the cost or depth limit it gets a clear error', async () => {
    for (const levels of [1, 5, 14, 20, 50]) {
      const result = await house.ask(`GET /api/articles/1?populate${'[related][populate]'.repeat(levels)}=*&fields=id`)
      expect([levels, result.status]).toEqual([levels, 200])
    }
    // Related articles have related articles, so many levels may have more rows than the query cost allows.
    const deep = await house.ask(`GET /api/articles/1?populate${'[related][populate]'.repeat(500)}=*&fields=id`)
    expect(deep).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('The query costs') } },
    })
    // Without a socket, which limits a URL to 16 kB.
    for (const levels of [1_000, 1_050, 5_000]) {
      expect((await ask(`populate${'[related][populate]'.repeat(levels)}=*`)).status).toBe(400)
      expect((await ask(`populate=${'related.'.repeat(levels)}*`)).status).toBe(400)
    }
    // Merging parameters name by name needs more of the stack than one parameter.
    const both = (levels: number) =>
      ['fields', 'sort']
        .map((key) => `populate${'[related][populate]'.repeat(levels)}[related][${key}]=title`)
        .join('&')
    expect((await ask(both(50))).status).toBe(200)
    expect([200, 400]).toContain((await ask(both(400))).status)
    expect([200, 400]).toContain((await ask(both(999))).status)
    expect(house.failures).toEqual([])
  })

  it('QS-05: the work for a sort grows linearly with its relations', async () => {
    for (const links of [1, 3, 5]) {
      const result = await house.ask(`GET /api/articles?sort=${'related.'.repeat(links)}title`)
      expect([links, result.status]).toEqual([links, 200])
      expect(result.worked).toBeLessThan(soon)
    }
    await house.expectRefused([`GET /api/articles?sort=${'related.'.repeat(6)}title`])
  })

  it('QS-07: mixed notations of one key are rejected', async () => {
    await house.expectRefused([
      'GET /api/articles?sort=title&sort=id&sort[x]=rating',
      'GET /api/articles?pagination[page]=1&pagination[page]=2',
      'GET /api/articles?filters=a&filters[title]=b',
      'GET /api/articles?filters[title]=b&filters=a',
      'GET /api/articles?locale=en&locale=fr',
      'GET /api/articles?publicationState=live&publicationState=preview',
      'GET /api/articles?_q=a&_q=b',
      'GET /api/articles?pagination=1&pagination[page]=1',
      'GET /api/articles?populate[a]=1&populate=*',
      'GET /api/articles?filters[title][$null]=true&filters[title][$null][a]=1',
      'GET /api/articles?fields[a]=title',
    ])
  })

  it('QS-08: invalid UTF-8 in escapes is rejected in paths, and matches nothing in queries', async () => {
    for (const path of ['%E0%A4%A', '%', '%zz', '%C0%AF', '%FF']) {
      const result = await house.send('GET', `/api/articles/${path}`)
      expect([path, [400, 404].includes(result.status)]).toEqual([path, true])
      const inQuery = await house.send('GET', `/api/articles?filters[title][$eq]=${path}`)
      expect([path, inQuery.status, inQuery.body?.data]).toEqual([path, 200, []])
    }
  })

  it('QS-10: unknown names are rejected with a suggestion', async () => {
    const near: [string, string][] = [
      ['filter[title]=x', 'filters'],
      ['filters[titel]=x', 'title'],
      ['filters[category][nmae]=x', 'name'],
      ['filters[title][$contain]=x', '\\$contains'],
      ['populate=categroy', 'category'],
      ['populate[0]=tag', 'tags'],
      ['populate[category][feilds][0]=name', 'fields'],
      ['populate[category][fields][0]=nme', 'name'],
      ['sort=titel', 'title'],
      ['fields=titel', 'title'],
      ['pagination[pagesize]=1', 'pageSize'],
      ['publicationState=prevew', 'preview'],
    ]
    const responses = await house.expectRefused(near.map(([query]) => `GET /api/articles?${query}`))
    for (const [index, [, name]] of near.entries()) {
      expect(responses[index]?.body?.error?.message).toMatch(new RegExp(`Did you mean ${name}`))
    }
    await house.expectRefused(['GET /api/articles?populate=nope', 'GET /api/articles?nope=1', 'GET /api/articles?nope'])
  })

  it('filters have a maximum number of conditions, wherever they are', async () => {
    const or = (count: number, path: string) =>
      Array.from({ length: count }, (_, n) => `filters[$or][${n}]${path}[$eq]=a${n}`).join('&')
    const inside = or(200, '[tags][name]').replaceAll('filters', 'populate[related][filters]')
    const refused = [or(900, '[tags][name]'), or(501, '[title]'), `${or(200, '[title]')}&${inside}`]
    // Without a socket, which limits a URL to 16 kB.
    const send = (query: string) => house.api.fetch(new Request(`http://service/api/articles?${query}`))
    expect((await send(or(450, '[title]'))).status).toBe(200)
    for (const query of refused) {
      const response = await send(query)
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('500 conditions')])
    }
  })
})
