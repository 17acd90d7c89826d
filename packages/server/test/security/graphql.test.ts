import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { expectEnvelope, expectRefusal, House } from './house.js'

const repeat = (count: number, write: (index: number) => string) => Array.from({ length: count }, (_, n) => write(n))

/**
 * Writes the selection `{ category { data { attributes { related …`. `levels` includes the root field above
 * it.
 */
function chain(levels: number): string {
  let text = ''
  for (let level = levels; level > 1; level--) {
    const name = ['data', 'attributes', level % 2 === 0 ? 'category' : 'related'][level % 3]
    text = ` { ${name}${text} }`
  }
  return text
}

describe.each(await databases())('GraphQL under attack on $name', ({ connection }) => {
  let house: House
  beforeAll(async () => {
    house = await House.open(connection)
  })
  afterAll(() => house.close())

  const statements = () => house.api.database.statements()
  const titles = async () => (await house.graphql('{ articles(sort: "id") { data { attributes { title } } } }')).text

  it('GQL-01: depth is limited, also through fragments, and a query over the limit sends no statement to the database', async () => {
    const inside =
      '{ articles { data { attributes { category { data { attributes { articles { data { id } } } } } } } } }'
    const deepest = '{ articles { data { attributes { related { data { attributes { title } } } } } } }'
    expect(await house.graphql(deepest)).toMatchObject({ status: 200, body: { data: { articles: {} } } })
    const before = statements()
    const spread = `
      { articles { data { ...E } } }
      fragment E on ArticleEntity { attributes { category { ...C } } }
      fragment C on CategoryEntityResponse { data { attributes { articles { data { id } } } } }`
    const inline = inside.replace('category {', '... on Article { category {').replace('id } }', 'id } } }')
    for (const query of [inside, spread, inline]) {
      expectRefusal(await house.graphql(query), /exceeds maximum operation depth of 7/)
    }
    expectRefusal(await house.graphql(`{ articles${chain(200)} }`), /depth|Cannot query field/)
    expect(statements()).toBe(before)
  })

  it('GQL-02: parsing of a deeply nested document stops at the token limit', async () => {
    const deep = 20_000
    for (const query of [
      '{a'.repeat(deep),
      `{ articles(filters: ${'{and:['.repeat(deep)}`,
      `{ articles(sort: ${'['.repeat(deep)}${']'.repeat(deep)}) { data { id } } }`,
      `query ($v: ${'['.repeat(deep)}Int${']'.repeat(deep)}) { __typename }`,
    ]) {
      expectRefusal(await house.graphql(query), /tokens|Syntax Error/)
    }
    const nested = { query: 'query ($f: ArticleFiltersInput) { articles(filters: $f) { data { id } } }' }
    const and = (levels: number): object => (levels === 0 ? {} : { and: [and(levels - 1)] })
    expectEnvelope(await house.graphql({ ...nested, variables: { f: and(60) } }))
    const { status, body } = await house.graphql({ ...nested, variables: { f: and(30) } })
    expect([status, body.errors[0].extensions.code]).toEqual([200, 'BAD_USER_INPUT'])
  })

  it('GQL-04: repeated and overlapping fields are counted before they are compared', async () => {
    for (const query of [
      `{ articles { data { ${'id '.repeat(10_000)} } } }`,
      `{ ${repeat(3_000, () => 'tags { data { id } }').join(' ')} }`,
      `{ ${repeat(900, (n) => `...F${n}`).join(' ')} } ${repeat(900, (n) => `fragment F${n} on Query { tags { data { id } } }`).join(' ')}`,
    ]) {
      expectRefusal(await house.graphql(query), /tokens/)
    }
    expectRefusal(await house.graphql(`{ articles { data { ${'id '.repeat(900)} } } }`), /900 times/)
    const { status, body } = await house.graphql(`{ articles { data { ${'id '.repeat(300)} } } }`)
    expect([status, Object.keys(body.data.articles.data[0])]).toEqual([200, ['id']])
    // Each fragment contains the next one twice. Expanded, these would be more fields than a computer can hold.
    const doubling = repeat(60, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')
    const doubled = await house.graphql(`{ ...F0 } ${doubling} fragment F60 on Query { __typename }`)
    expect(doubled.body).toEqual({ data: { __typename: 'Query' } })
    // As many fragments as the token limit allows, each of which is compared with all others.
    const fragments = repeat(60, (n) => `fragment F${n} on Query { tags { data { id } } ...F${(n + 1) % 60} }`).join(
      ' ',
    )
    expectRefusal(await house.graphql(`{ ...F0 } ${fragments}`), /Cannot spread fragment/)
  })

  it('GQL-05: directives are limited, and a response has at most twenty validation errors', async () => {
    for (const query of [
      `{ tags { data { id ${'@skip(if: false) '.repeat(10_000)} } } }`,
      `{ tags { data { id ${'@a'.repeat(10_000)} } } }`,
    ]) {
      expectRefusal(await house.graphql(query), /tokens/)
    }
    expectRefusal(
      await house.graphql(`{ tags { data { id ${'@include(if: true) '.repeat(60)} } } }`),
      /once|directives/,
    )
    expectRefusal(await house.graphql(`{ tags { data { ${'id @a '.repeat(200)} } } }`), /Unknown directive/)
    expectRefusal(
      await house.graphql(`{ ${repeat(200, (n) => `nope${n}`).join(' ')} }`),
      /Too many validation errors|Cannot/,
    )
  })

  it('GQL-07: a list of operations has a maximum length', async () => {
    const one = { query: '{ tags { data { id } } }' }
    expectRefusal(await house.graphql(repeat(100, () => '').map(() => one)), /10 operations at most, but here are 100/)
    expectRefusal(await house.graphql([]), /empty/)
    const { status, body } = await house.graphql(repeat(10, () => '').map(() => one))
    expect([status, body.length]).toEqual([200, 10])
  })

  it('GQL-08: errors suggest no names', async () => {
    for (const query of [
      '{ articles { data { attributes { internalNotf } } } }',
      '{ articles(filters: { internalNotf: { eq: "x" } }) { data { id } } }',
      '{ articels { data { id } } }',
      'mutation { createArticle(data: { internalNotf: "x" }) { data { id } } }',
      '{ articles(sort: "internalNotf") { data { id } } }',
      '{ tags(publicationStat: LIVE) { data { id } } }',
      '{ tags(limit: 3) { data { id } } }',
      'query ($f: ArticleFilterInput) { articles(filters: $f) { data { id } } }',
    ]) {
      const { text } = await house.graphql(query)
      expect(text).toContain('"errors"')
      expect(text).not.toMatch(/did you mean|\bUse |internalNote\b|secret/i)
    }
    expectRefusal(await house.graphql('{ articles { data { attributes { secret } } } }'), /Cannot query field/)
    expectRefusal(await house.graphql('{ __schema { types { name } } }'), /introspection/)
  })

  it('GQL-10: lists have a limit at every level, and so has the sum of their entries', async () => {
    const ids = (body: { data: Record<string, { data: unknown[] }> }) => body.data['articles']?.data.length
    for (const pagination of ['{ limit: 1000000 }', '{ limit: -1 }', '{ pageSize: 1000000 }']) {
      const { body } = await house.graphql(`{ articles(pagination: ${pagination}) { data { id } } }`)
      expect(ids(body)).toBeLessThanOrEqual(100)
      const nested = await house.graphql(
        `{ articles { data { attributes { related(pagination: ${pagination}) { data { id } } } } } }`,
      )
      expect(nested.status).toBe(200)
    }
    const hundred = 'pagination: { limit: 100 }'
    const cubes = `{ articles(${hundred}) { data { attributes {
      ${['a', 'b', 'c', 'd'].map((key) => `${key}: related(${hundred}) { data { id } }`).join(' ')} } } } }`
    const before = statements()
    const { status, body } = await house.graphql(cubes)
    expect([status, body.errors[0].message]).toEqual([200, expect.stringContaining('more than 40000 entries')])
    expect(statements()).toBe(before)
    await house.graphql(`{ articles(${hundred}) { data { attributes { related(${hundred}) { data { id } } } } } }`)
    expect(statements() - before).toBe(1)
    expectRefusal(await house.graphql(`{ ${repeat(51, (n) => `a${n}: tags { data { id } }`).join(' ')} }`), /aliases/)
  })

  it('GQL-11: a request that another site can send without a preflight changes nothing', async () => {
    const before = await titles()
    const mutation = 'mutation { updateArticle(id: 1, data: { title: "Forged" }) { data { id } } }'
    const escaped = encodeURIComponent(mutation)
    expectRefusal(await house.send('GET', `/graphql?query=${escaped}`), /POST/, 405)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/graphql', '']) {
      const body = type.includes('form') ? `query=${escaped}` : JSON.stringify({ query: mutation })
      const headers = type === '' ? {} : { 'content-type': type }
      const { status } = await house.send('POST', '/graphql', { headers, body })
      expect([type, status]).toEqual([type, 415])
    }
    expect((await house.graphql(mutation, { origin: 'https://evil.example' })).status).toBe(403)
    expect(await titles()).toBe(before)
  })

  it('GQL-13: errors reveal nothing internal', async () => {
    const variables = [{ toString: 1 }, ['1', '2'], 1.5, '1; DROP TABLE tags', '9'.repeat(400), '\u0000', null]
    for (const id of variables) {
      const { status, text } = await house.graphql({
        query: 'query ($id: ID) { tag(id: $id) { data { id } } }',
        variables: { id },
      })
      expect(status).toBeLessThan(500)
      expect(text).not.toMatch(/SELECT|SQLITE|node_modules|\\n\s+at |Sequelize|invalid input syntax/i)
    }
    expect(house.failures).toEqual([])
  })

  it('GQL-14: a request must be a valid operation', async () => {
    for (const operation of [
      { query: '{ __typename }', variables: 1 },
      { query: '{ __typename }', variables: [] },
      { query: '{ __typename }', variables: 'x' },
      { query: '{ __typename }', operationName: 'nope' },
      { query: '{ __typename }', operationName: 5 },
      { query: '{ a: __typename } { b: __typename }' },
      { query: 'query A { __typename } query B { __typename }' },
      { query: 'fragment F on Query { __typename }' },
      { query: 'subscription { x }' },
      { query: 5 },
      { query: null },
      { query: '' },
      {},
    ]) {
      expectRefusal(await house.graphql(operation))
    }
    const refusal = { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }
    expect(await house.graphql([5])).toMatchObject({ status: 200, body: [refusal] })
    for (const body of ['5', 'null', '"x"', 'true', '']) {
      const { status } = await house.send('POST', '/graphql', { headers: { 'content-type': 'application/json' }, body })
      expect([body, status]).toEqual([body, 400])
    }
  })

  it('the conditions of a variable count each time that a query uses it', async () => {
    const or = Array.from({ length: 200 }, (_, n) => ({ title: { eq: `a${n}` } }))
    const send = (fields: string) =>
      house.graphql({ query: `query ($f: ArticleFiltersInput) { ${fields} }`, variables: { f: { or } } })
    const list = 'articles(filters: $f) { data { id } }'
    const empty = { data: { articles: { data: [] } } }
    expect((await send(list)).body).toEqual(empty)
    const below = repeat(5, (n) => `a${n}: related(filters: $f) { data { id } }`).join(' ')
    for (const fields of [
      repeat(5, (n) => `a${n}: ${list}`).join(' '),
      `articles { data { attributes { ${below} } } }`,
    ]) {
      const { body } = await send(fields)
      expect(body.errors[0].message).toContain('conditions')
    }
    const operation = { query: `query ($f: ArticleFiltersInput) { ${list} }`, variables: { f: { or } } }
    expect((await house.graphql([operation, operation])).body).toEqual([empty, empty])
    const { body } = await house.graphql([operation, operation, operation])
    expect(body.slice(0, 2)).toEqual([empty, empty])
    expect(body[2].errors[0].message).toContain('conditions')
  })
})
