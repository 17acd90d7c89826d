import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { registry } from '../support/plan-context.js'
import { databases } from '../../../../tests/support/postgres.js'
import { content } from '../support/reading-room.js'

const filtered = 'query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } }'
const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 1]))

const many = (count: number, item: unknown) => Array.from({ length: count }, () => item)
const tooMany = 'The query requests more than 20000 entries: request smaller pages or fewer relations'
const tooWide = 'Invalid parameter filters: it must not hold more than 500 conditions and relations in all'
const tooLarge = 'Invalid parameter filters: it must not hold more than 2000 objects'

describe.each(await databases())('GraphQL limits on $name', ({ connection }) => {
  let production: ContentApi
  beforeAll(async () => {
    const config = { i18n: { locales: ['fr'] }, graphql: { config: { costLimit: 20_000 } } }
    production = await createContentApi({ ...sourcesOf(registry), database: connection, config })
    await production.importEntries(content)
  })
  afterAll(() => production?.close())

  const send = async (body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await production.fetch(new Request('http://limits.test/graphql', init))
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  }
  const messages = ({ body }: Awaited<ReturnType<typeof send>>) =>
    [body].flat().flatMap(({ errors = [] }) => errors.map(({ message }: { message: string }) => message))

  it.each([
    ['many unknown keys', { query: filtered, variables: { f: unknownKeys(8_000) } }],
    [
      'a long string beside unknown keys',
      { query: filtered, variables: { f: { ...unknownKeys(60), title: { eq: 'a'.repeat(90_000) } } } },
    ],
    ['a long key', { query: filtered, variables: { f: { ['k'.repeat(90_000)]: 1 } } }],
    [
      'a long sort of many fields',
      {
        query: `query ($s: [String]) { ${Array.from({ length: 50 }, (_, n) => `a${n}: articles(sort: $s) { data { id } }`).join(' ')} }`,
        variables: { s: 'a'.repeat(80_000) },
      },
    ],
    [
      'a long name with many errors',
      { query: `query ${'a'.repeat(1_024)}(${'$v: Int '.repeat(40)}) { __typename }`, variables: {} },
    ],
  ])('apply to the length of error messages: %s', async (_name, body) => {
    const result = await send(body)
    expect(messages(result).length).toBeGreaterThan(0)
    expect(result.text.length).toBeLessThan(200_000)
    expect(Math.max(...messages(result).map(({ length }) => length))).toBeLessThan(1_100)
  })

  it('let graphql-js suggest names for short ones only', async () => {
    const long = 'a'.repeat(1_025)
    const tooLong = 'Syntax Error: A name has more than 1024 characters.'
    expect(messages(await send({ query: `{ ${long} }` }))).toEqual([tooLong])
    expect(messages(await send({ query: `{ articles(publicationState: ${long}) { data { id } } }` }))).toEqual([
      tooLong,
    ])
    const query = 'query ($p: PublicationState) { articles(publicationState: $p) { data { id } } }'
    expect(messages(await send({ query, variables: { p: long } }))).toEqual([
      'Variable "$p" has an unknown key, or value of an enumeration, of more than 1024 characters.',
    ])
    expect(messages(await send({ query, variables: { p: 'LIVE' } }))).toEqual([])
    expect(
      messages(await send({ query: `{ articles(filters: { title: { eq: "${long}" } }) { data { id } } }` })),
    ).toEqual([])
  })

  it('allow five errors of variables, each with its path and reason', async () => {
    const result = await send({ query: filtered, variables: { f: unknownKeys(60) } })
    expect(messages(result)).toHaveLength(6)
    expect(messages(result)[0]).toMatch(/^Variable "\$f" got invalid value \{ key0: 1,.*"key0" is not defined by type/)
    expect(messages(result)[5]).toMatch(/error limit reached/)
  })

  it.each([
    [{ or: Array.from({ length: 1_001 }, () => ({ title: { eq: 'a' } })) }, '$or'],
    [{ not: { and: Array.from({ length: 1_001 }, () => ({})) } }, '$and'],
    [{ and: [{ tags: { or: Array.from({ length: 1_001 }, () => 5) } }] }, '$or'],
  ])('reject long lists of filters before coercion (%#)', async (f, operator) => {
    const result = await send({ query: filtered, variables: { f } })
    expect(messages(result)).toEqual([`Invalid parameter ${operator}: it must have at most 1000 items`])
    expect(result.body).not.toHaveProperty('data')
  })

  it.each([
    ['conditions', { or: many(501, { title: { eq: 'a' } }) }, tooWide],
    ['conditions of relations', { or: many(251, { tags: { name: { eq: 'a' } } }) }, tooWide],
    ['objects', { or: many(10, { and: many(1_000, {}) }) }, tooLarge],
    ['nested objects', { or: many(1_000, { not: { and: [{}] } }) }, tooLarge],
  ])('reject too many %s before coercion', async (_what, f, message) => {
    const result = await send({ query: filtered, variables: { f } })
    expect(messages(result)).toEqual([message])
    expect(result.body).not.toHaveProperty('data')
  })

  it('reject too many filters in a list of filters', async () => {
    const query = 'query ($l: [ArticleFiltersInput]) { articles(filters: { or: $l }) { data { id } } }'
    const refused = async (l: unknown) => messages(await send({ query, variables: { l } }))
    expect(await refused(many(501, { title: { eq: 'a' } }))).toEqual([tooWide])
    expect(await refused(many(20_000, {}))).toEqual([tooLarge])
    expect(await refused(many(500, { title: { eq: 'a' } }))).toEqual([])
  })

  it.each([
    [{ or: many(500, { title: { eq: 'a' } }) }],
    [{ or: many(500, { and: [{ not: { title: { ne: null } } }] }) }],
    [{ or: many(1_000, {}) }],
    [{ or: many(1_000, null) }],
  ])('accept filters up to the maximum (%#)', async (f) => {
    expect(messages(await send({ query: filtered, variables: { f } }))).toEqual([])
  })

  const counted = (limit: number, alias = 'articles') =>
    `${alias}: articles(pagination: { limit: 100 }) { data { attributes { tags(pagination: { limit: ${limit} }) { data { id } } } } }`

  it('count all root fields of an operation together', async () => {
    const uneven = { query: `{ ${counted(198)} tags(pagination: { limit: 100 }) { data { id } } }` }
    expect(messages(await send(uneven))).toEqual([])
    // The second request uses cached plans.
    expect(messages(await send(uneven))).toEqual([])
    const twice = { query: `{ ${counted(100, 'a')} ${counted(100, 'b')} tags { data { id } } }` }
    for (const _time of [1, 2]) {
      const result = await send(twice)
      expect(messages(result)).toEqual([tooMany])
      expect(result.body.data).toMatchObject({ a: { data: expect.any(Array) }, b: null, tags: {} })
    }
  })

  it('count all operations of a batch together', async () => {
    const query = `{ ${counted(120)} }`
    const few = { query: '{ tags { data { id } } }' }
    for (const _time of [1, 2]) {
      const { body } = await send([few, { query }, { query }, few])
      expect(messages({ body } as never)).toEqual([tooMany])
      expect(body[2].data).toEqual({ articles: null })
    }
    expect(messages(await send({ query }))).toEqual([])
  })

  it('count the filter conditions of all root fields together', async () => {
    const or = (count: number) => ({ or: Array.from({ length: count }, () => ({ title: { eq: 'a' } })) })
    const query =
      'query ($f: ArticleFiltersInput, $g: ArticleFiltersInput) { a: articles(filters: $f) { data { id } } b: articles(filters: $g) { data { id } } }'
    const with2 = (first: number, second: number) => ({ query, variables: { f: or(first), g: or(second) } })
    for (const _time of [1, 2]) {
      expect(messages(await send(with2(450, 10)))).toEqual([])
      expect(messages(await send(with2(300, 250)))).toEqual([tooWide])
      expect(messages(await send([with2(200, 200), with2(90, 90)]))).toEqual([tooWide])
    }
  })

  it('cache no plan that is incomplete because another root field used up the limit', async () => {
    const wide = `[${'{ name: { eq: "a" } } '.repeat(40)}]`
    const inner = `c: article(id: 1) { data { attributes { tags(filters: { or: ${wide} }) { data { id } } } } }`
    const query = `query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } ${inner} }`
    const f = (count: number) => ({ or: Array.from({ length: count }, () => ({ title: { eq: 'a' } })) })
    const without = 'query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } }'
    expect(messages(await send({ query, variables: { f: f(490) } }))).toEqual([tooWide])
    expect(
      messages(
        await send([
          { query: without, variables: { f: f(490) } },
          { query, variables: { f: f(1) } },
        ]),
      ),
    ).toEqual([tooWide])
    expect(messages(await send({ query, variables: { f: f(1) } }))).toEqual([])
  })

  it.each(['titel', 'nothingLikeIt'])(
    "don't reveal in production that an error has a suggestion, not even by a trailing full stop: %s",
    async (name) => {
      const result = await send({ query: `{ articles(sort: "${name}") { data { id } } }` })
      expect(messages(result)).toEqual([`Invalid parameter ${name}`])
      expect(result.text).not.toMatch(/Did you mean|\."/)
    },
  )

  it('include the comparisons of repeated fields, and the error names the field', async () => {
    const result = await send({ query: `{ articles { data { attributes { ${'title '.repeat(900)} } } } }` })
    expect(result.status).toBe(400)
    expect(result.body.errors[0]).toMatchObject({
      message: expect.stringMatching(/repeats fields so often .*: it contains "title" 900 times/),
      locations: [{ line: 1, column: 34 }],
    })
  })
})
