import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type JsonResponse, House } from './house.js'

describe.each(await databases())('integrity on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  const create = async (path: string, data: object) => {
    const { status, body, text } = await house.ask(`POST ${path}`, data)
    expect([status, text]).toEqual([200, text])
    return body?.data.id as number
  }
  const tagsOf = async (article: number) => {
    const { body } = await house.ask(`GET /api/articles/${article}?fields=id&populate[tags][fields]=id`)
    const tags = body?.data.attributes['tags'] as { data: { id: number }[] } | undefined
    return tags?.data.map(({ id }) => id)
  }
  /** Returns the whole entry as text, to check that nothing has changed. */
  const snapshot = async (article: number) => (await house.ask(`GET /api/articles/${article}?populate=*`)).text

  it('INTG-01: a hundred concurrent writers each connect one entry to the same relation', async () => {
    const article = await create('/api/articles', { title: 'Contended' })
    const tags = await Promise.all(
      Array.from({ length: 100 }, (_, index) => create('/api/tags', { name: `t${index}` })),
    )
    const responses = await Promise.all(
      tags.map((tag) => insist(house, `PUT /api/articles/${article}`, { tags: { connect: [tag] } })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const list = await tagsOf(article)
    expect(list?.toSorted((a, b) => a - b)).toEqual(tags.toSorted((a, b) => a - b))
    // The order is stable between reads.
    expect(await tagsOf(article)).toEqual(list)
  })

  it('INTG-02: a position beside an entry that the same request disconnects is rejected', async () => {
    const article = await create('/api/articles', { title: 'Anchored', tags: [1, 2] })
    const before = await snapshot(article)
    const { status } = await house.ask(`PUT /api/articles/${article}`, {
      tags: { disconnect: [2], connect: [{ id: 3, position: { before: 2 } }] },
    })
    expect(status).toBe(400)
    expect(await snapshot(article)).toBe(before)
  })

  it('INTG-04: invalid positions are rejected', async () => {
    const article = await create('/api/articles', { title: 'Positions', tags: [1, 2] })
    const before = await snapshot(article)
    const positions = [
      {},
      { before: 1, after: 2 },
      { before: 999 },
      { after: 999 },
      { start: false },
      { end: false },
      { start: true, end: true },
      { before: 3 },
      { before: 'x' },
      { before: null },
      { middle: true },
      null,
      'start',
      [],
    ]
    await house.expectRefused(
      positions.map((position) => [`PUT /api/articles/${article}`, { tags: { connect: [{ id: 3, position }] } }]),
    )
    expect(await snapshot(article)).toBe(before)
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: 1_000_000 + index, position: { end: true } }))
    const response = await house.ask(`PUT /api/articles/${article}`, { tags: { connect: many } })
    expect(response.status).toBe(400)
    expect(response.worked).toBeLessThan(2_000)
    expect(await snapshot(article)).toBe(before)
  })

  it('INTG-05: mixed keys and invalid ids are rejected', async () => {
    const article = await create('/api/articles', { title: 'Mixed', tags: [1, 2] })
    const before = await snapshot(article)
    const relations = [
      { set: [1], connect: [2] },
      { set: [1], disconnect: [2] },
      { foo: [1] },
      '1abc',
      {},
      [null],
      [1, 1],
      { set: [2, 2] },
      { connect: [3, 3] },
      { connect: [{ position: { end: true } }] },
      { connect: ['0x1'] },
      [1.5],
      [-1],
      [999],
      true,
    ]
    await house.expectRefused(relations.map((tags) => [`PUT /api/articles/${article}`, { tags }]))
    expect(await snapshot(article)).toBe(before)
  })

  it("INTG-07: a component can't be taken from another entry", async () => {
    const seo = { metaTitle: 'Mine' }
    const owner = await create('/api/articles', { title: 'Owner', seo, links: [{ label: 'mine' }] })
    const thief = await create('/api/articles', { title: 'Thief', seo: { metaTitle: 'Own' } })
    const { body } = await house.ask(`GET /api/articles/${owner}?populate=*`)
    const held = body?.data.attributes as { seo: { id: number }; links: { id: number }[] } | undefined
    const mine = held?.seo.id
    const link = held?.links[0]?.id
    expect([typeof mine, typeof link]).toEqual(['number', 'number'])
    const [ownerBefore, thiefBefore] = [await snapshot(owner), await snapshot(thief)]
    await house.expectRefused([
      [`PUT /api/articles/${thief}`, { seo: { id: mine, metaTitle: 'Stolen' } }],
      [`PUT /api/articles/${thief}`, { links: [{ id: link, label: 'Stolen' }] }],
      [`PUT /api/articles/${thief}`, { seo: { id: 999_999, metaTitle: 'Nobody’s' } }],
      ['POST /api/articles', { title: 'New thief', seo: { id: mine, metaTitle: 'Stolen' } }],
    ])
    expect(await snapshot(owner)).toBe(ownerBefore)
    expect(await snapshot(thief)).toBe(thiefBefore)
  })

  it('INTG-08: a dynamic zone rejects other components and too many components', async () => {
    const quote = { __component: 'blocks.quote', text: 'x' }
    const count = async () =>
      (await house.ask('GET /api/articles?publicationState=preview')).body?.meta?.pagination?.total
    const before = await count()
    const zones = [
      [{ __component: 'nope.x' }],
      [{ __component: 'shared.seo', metaTitle: 'x' }],
      [{ text: 'x' }],
      [null],
      ['blocks.quote'],
      {},
      'blocks.quote',
      [{ ...quote, __component: ['blocks.quote'] }],
      [{ ...quote, __component: '__proto__' }],
      Array.from({ length: 6 }, () => quote),
      Array.from({ length: 1_000 }, () => quote),
    ]
    await house.expectRefused(zones.map((zone) => ['POST /api/articles', { title: 'Zone', zone }]))
    expect(await count()).toBe(before)
  })
})

/** Repeats the request after a 503: on PostgreSQL a hundred writers may wait too long for one of ten connections. */
async function insist(house: House, line: string, data: object): Promise<JsonResponse> {
  for (;;) {
    const response = await house.ask(line, data)
    if (response.status !== 503) return response
    expect(response.headers['retry-after']).toMatch(/^\d+$/)
  }
}
