import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOperators } from '@content-api/engine/plan'
import { canary } from '../fuzz/world.js'
import { databases } from '../../../../tests/support/postgres.js'
import { House } from './house.js'

/** Right and wrong guesses, whose responses must be equal. */
const guesses = [canary, 'nothing like it', '$argon2', '$2']

describe.each(await databases())('private attributes on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  /** Expects every guess to be rejected with the same response; `probe` writes the guess into a request. */
  async function expectNothingTold(probe: (guess: string) => string): Promise<void> {
    const responses = await house.expectRefused(guesses.map((guess) => `GET ${probe(encodeURIComponent(guess))}`))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  }

  const everyOperator = Object.entries(valueOperators).flatMap(([operator, { arity }]) => {
    const key = `[${operator}]`
    return [(guess: string) => (arity === 'two' ? `${key}[0]=${guess}&X${key}[1]=${guess}` : `${key}=${guess}`)]
  })
  const filters = (path: string) =>
    everyOperator.map(
      (write) => (guess: string) => `/api/articles?filters${path}${write(guess).replace('X', `filters${path}`)}`,
    )

  it("LEAK-01: filters can't reach passwords through createdBy", async () => {
    for (const path of ['[createdBy][password]', '[owner][password]', '[createdBy][roles][users][password]']) {
      for (const probe of filters(path)) await expectNothingTold(probe)
    }
  })

  it("LEAK-02: filters can't reach other attributes through updatedBy", async () => {
    for (const name of ['resetPasswordToken', 'confirmationToken', 'email', 'id', 'username']) {
      for (const probe of filters(`[updatedBy][${name}]`)) await expectNothingTold(probe)
    }
  })

  it("LEAK-04: other parameters can't filter", async () => {
    for (const name of ['where', '_where', 'search', 'filter', 'query']) {
      await expectNothingTold((guess) => `/api/articles?${name}[updatedBy][resetPasswordToken][$startsWith]=${guess}`)
      await expectNothingTold((guess) => `/api/articles?${name}[internalNote]=${guess}`)
    }
  })

  it('LEAK-05: parameters of database libraries are rejected', async () => {
    const names = [
      'lookup',
      'include',
      'attributes',
      'having',
      'group',
      'raw',
      'transaction',
      'limit',
      'offset',
      'order',
      'paranoid',
    ]
    for (const name of names) {
      await expectNothingTold((guess) => `/api/articles?${name}[updatedBy][password][$startsWith]=${guess}`)
      await house.expectRefused([`GET /api/articles?${name}=1`])
    }
  })

  it("LEAK-07: private attributes and passwords can't be filtered by, at any depth", async () => {
    for (const way of ['', '[related]', '[category][articles]', '[$not]', '[$or][0]', '[related][$and][0]']) {
      for (const name of ['secret', 'internalNote'])
        for (const probe of filters(`${way}[${name}]`)) await expectNothingTold(probe)
      for (const probe of filters(`${way}[links][hidden]`)) await expectNothingTold(probe)
    }
    const unknown = (await house.expectRefused(['GET /api/articles?filters[internalNotf]=x']))[0]
    // The error doesn't suggest the private attribute either.
    expect(unknown?.text).not.toContain('internalNote')
  })

  it("LEAK-08: private attributes and passwords can't be sorted by", async () => {
    const keys = [
      'secret',
      'internalNote',
      'createdBy.password',
      'owner.password',
      'related.internalNote',
      'links.hidden',
    ]
    for (const key of keys) {
      await house.expectRefused([
        `GET /api/articles?sort=${key}:asc`,
        `GET /api/articles?sort=${key}:desc`,
        `GET /api/articles?sort[0]=title&sort[1]=${key}`,
        `GET /api/articles?sort${key
          .split('.')
          .map((name) => `[${name}]`)
          .join('')}=asc`,
      ])
    }
  })

  it('LEAK-10: creators are hidden by default, and never have secrets', async () => {
    await house.expectRefused([
      'GET /api/articles?populate[createdBy]=true',
      'GET /api/articles?populate[0]=updatedBy.roles.users',
      'GET /api/articles?populate=createdBy',
      'GET /api/articles?fields[0]=createdBy',
    ])
    for (const query of ['populate=*', 'populate[related][populate]=*', 'populate[links][populate]=*']) {
      const { status, text } = await house.ask(`GET /api/articles?${query}`)
      expect([query, status]).toEqual([query, 200])
      expect(/createdBy|updatedBy/.exec(text)).toBeNull()
    }
    // A type with `populateCreatorFields` has the keys, but the administrators behind them have no secrets.
    const { text } = await house.ask('GET /api/categories?populate=*')
    expect(text).toContain('createdBy')
    expect(/"(password|email|\w+Token)"/.exec(text)).toBeNull()
  })

  it("LEAK-11: populate can't read private attributes", async () => {
    for (const [link, name] of [
      ['related', 'internalNote'],
      ['related', 'secret'],
      ['links', 'hidden'],
    ]) {
      await house.expectRefused([
        `GET /api/articles?populate[${link}][fields][0]=${name}`,
        `GET /api/articles?populate[${link}][sort][0]=${name}`,
      ])
      await expectNothingTold((guess) => `/api/articles?populate[${link}][filters][${name}][$startsWith]=${guess}`)
    }
  })

  it("LEAK-13: populate can't read private attributes of components in dynamic zones", async () => {
    await house.expectRefused([
      'GET /api/articles?populate[zone][on][blocks.quote][populate][author][fields][0]=password',
      'GET /api/articles?populate[zone][on][blocks.gallery][populate][links][fields][0]=hidden',
      'GET /api/articles?populate[zone][on][unknown.comp]=true',
      'GET /api/articles?populate[zone][on][shared.seo]=true',
    ])
    for (const query of [
      'populate[zone][populate]=*',
      'populate[zone][on][blocks.gallery][populate]=*',
      'populate=*',
    ]) {
      const { status, text } = await house.ask(`GET /api/articles?${query}`)
      expect(status).toBe(200)
      expect(text).not.toContain('hidden')
    }
  })

  it("LEAK-14: dynamic zones and media can't be filtered by", async () => {
    await house.expectRefused([
      'GET /api/articles?filters[zone][__component][$eq]=blocks.quote',
      'GET /api/articles?filters[zone][text][$eq]=x',
      'GET /api/articles?filters[cover][url][$contains]=a',
      'GET /api/articles?filters[cover][hash][$startsWith]=a',
      'GET /api/articles?filters[attachments][id][$eq]=1',
      'GET /api/articles?filters[seo][metaImage][url][$contains]=a',
    ])
  })

  it('LEAK-17: search only reads attributes that the caller may read', async () => {
    for (const text of [canary, canary.toUpperCase(), canary.slice(2), '$argon2']) {
      for (const type of ['articles', 'specimens']) {
        expect(await house.ids(`/api/${type}?_q=${encodeURIComponent(text)}`)).toEqual([])
      }
    }
    expect(await house.ids('/api/specimens?_q=STRASSE')).toEqual([])
    expect((await house.ids('/api/articles?_q=alpha')).length).toBeGreaterThan(0)
  })

  it('LEAK-20: a draft is never visible in requests for published entries', async () => {
    const draft = 5
    expect((await house.ask(`GET /api/articles/${draft}`)).status).toBe(404)
    expect(await house.ids('/api/articles?filters[publishedAt][$null]=true')).toEqual([])
    expect(await house.ids(`/api/articles?filters[id]=${draft}`)).toEqual([])
    expect(await house.ids(`/api/articles?filters[related][id]=${draft}`)).toEqual([])
    expect(await house.ids(`/api/articles?filters[category][articles][id]=${draft}`)).toEqual([])
    expect(await house.ids('/api/articles?filters[author][name]=Draft')).toEqual([])
    expect(await house.ids('/api/articles?_q=Draft')).toEqual([])
    const populated = await house.ask('GET /api/articles/1?populate[related]=true&populate[author]=true')
    expect(populated.text).not.toContain('Draft')
    const counted = await house.ask('GET /api/articles/1?populate[related][count]=true')
    expect(counted.text).toContain('"count":1')
    expect((await house.ask(`GET /api/articles/${draft}?publicationState=preview`)).status).toBe(200)
  })

  it('LEAK-23: responses to writes hide the same attributes as reads', async () => {
    const data = {
      title: 'Written',
      secret: `${canary} new`,
      internalNote: `${canary} new`,
      links: [{ label: 'x', hidden: canary }],
    }
    const created = await house.ask('POST /api/articles?populate=*', data)
    const path = `/api/articles/${created.body?.data.id}`
    const updated = await house.ask(`PUT ${path}?populate=*`, { internalNote: `${canary} newer` })
    const removed = await house.ask(`DELETE ${path}?populate=*`)
    for (const { status, text } of [created, updated, removed]) {
      expect(status).toBe(200)
      expect(text).not.toMatch(new RegExp(`${canary}|secret|internalNote|hidden|argon2`))
    }
  })

  it('LEAK-25: a password is stored as a hash, and never returned', async () => {
    const { body } = await house.ask('POST /api/specimens?populate=*', { pass: 'swordfish' })
    const id = body?.data.id as number
    const { text } = await house.ask(`GET /api/specimens/${id}?populate=*`)
    expect(text).not.toMatch(/pass|swordfish|argon2/)
    await house.expectRefused([
      `GET /api/specimens/${id}?fields=pass`,
      'GET /api/specimens?filters[pass][$notNull]=true',
    ])
    const stored = await house.api.database.read({ sql: `SELECT pass FROM specimens WHERE id = ${id}`, values: [] })
    expect(stored).toMatch(/^\$argon2id\$/)
  })
})
