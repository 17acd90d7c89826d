// The tests read members of responses, for which types would only repeat the model.
// oxlint-disable typescript/no-explicit-any
import { isDeepStrictEqual } from 'node:util'
import { array, constantFrom, dictionary, double, letrec, oneof, sample } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../../src/index.js'
import { askGraphql } from '../../support/ask-graphql.js'
import { databases } from '../../../../../tests/support/postgres.js'

const contentTypes = {
  'api::box.box': {
    info: { singularName: 'box', pluralName: 'boxes' },
    attributes: { name: { type: 'string' }, data: { type: 'json' }, lid: { type: 'component', component: 'x.lid' } },
  },
} as const
const components = { 'x.lid': { info: { displayName: 'lid' }, attributes: { data: { type: 'json' } } } } as const

const uid = 'api::box.box'

/** Values by name. `swapped` differs from `object` in the order of keys, `strings` in the types of values. */
const values: Record<string, unknown> = {
  object: { a: 1, b: [1, { c: true, d: null }] },
  swapped: { b: [1, { d: null, c: true }], a: 1 },
  strings: { a: '1', b: ['1', { c: 'true', d: 'null' }] },
  larger: { a: 1, b: [1, { c: true, d: null }], e: 0 },
  list: ['x', 'y'],
  reversed: ['y', 'x'],
  number: 5,
  text: 'x',
  json: '{"a":1}',
  one: { a: 1 },
  emptyObject: {},
  emptyList: [],
  close: { x: 0.1 + 0.2 },
  rounded: { x: 0.3 },
  quoted: { 'a"b.c': { '[0]': '\\"1"' } },
  none: null,
}
const all = Object.keys(values).filter((name) => name !== 'none')
const others = (...names: string[]) => all.filter((name) => !names.includes(name))

describe.each(await databases())('filters of JSON on $name', ({ connection }) => {
  let api: ContentApi
  let strapi: ExtensionHost
  let graphql: ReturnType<typeof askGraphql>

  beforeAll(async () => {
    api = await createContentApi({
      contentTypes,
      components,
      database: connection,
      register: (tools) => void ({ strapi } = tools),
    })
    graphql = askGraphql(api)
    const entries = Object.entries(values).map(([name, data], at) => ({
      type: uid,
      id: at + 1,
      attributes: { name, data, lid: { data } },
    }))
    await api.importEntries(entries as never)
  })
  afterAll(() => api.close())

  const sort = 'sort=id&pagination[pageSize]=100&fields[0]=name'
  async function rest(query: string): Promise<string[]> {
    const { status, body } = await ask(query)
    expect([status, body.error]).toEqual([200, undefined])
    return body.data.map(({ attributes }: any) => attributes.name)
  }
  async function ask(query: string): Promise<{ status: number; body: any }> {
    const response = await api.fetch(new Request(`http://service.test/api/boxes?${sort}&${query}`))
    return { status: response.status, body: await response.json() }
  }
  async function byGraphql(data: unknown): Promise<string[]> {
    const query =
      'query ($data: JSONFilterInput) { boxes(filters: { data: $data }, sort: "id", pagination: { limit: 100 }) { data { attributes { name } } } }'
    const { data: found, errors } = await graphql(query, { data })
    expect(errors).toBeUndefined()
    return (found as any).boxes.data.map(({ attributes }: any) => attributes.name)
  }
  const byProject = async (data: unknown) =>
    ((await strapi.entityService.findMany(uid, { filters: { data }, sort: 'id' })) as any[]).map(({ name }) => name)
  const byDatabase = async (data: unknown) =>
    ((await strapi.db.query(uid).findMany({ where: { data }, orderBy: { id: 'asc' } })) as any[]).map(
      ({ name }) => name,
    )

  const { object, swapped, list, emptyList, emptyObject, close, quoted, one } = values
  it.each<[string, Record<string, unknown>, string[]]>([
    ['an object', { $eq: object }, ['object', 'swapped']],
    ['an object in another order', { $eq: swapped }, ['object', 'swapped']],
    ['a list', { $eq: list }, ['list']],
    ['an empty object', { $eq: emptyObject }, ['emptyObject']],
    ['an empty list', { $eq: emptyList }, ['emptyList']],
    ['an exact number', { $eq: close }, ['close']],
    ['keys with special characters', { $eq: quoted }, ['quoted']],
    ['not an object', { $ne: swapped }, others('object', 'swapped')],
    ['one of several', { $in: [swapped, list, 5, 'x'] }, ['object', 'swapped', 'list', 'number', 'text']],
    ['one of several, or none', { $in: [one, null] }, ['one', 'none']],
    ['none of several', { $notIn: [swapped, list, 5, 'x'] }, others('object', 'swapped', 'list', 'number', 'text')],
    ['the negation of an object', { $not: { $eq: object } }, others('object', 'swapped')],
    ['the negation of several', { $not: { $in: [object, list] } }, others('object', 'swapped', 'list')],
    ['the negation of a negation', { $not: { $ne: object } }, ['object', 'swapped']],
    ['the negation of none', { $not: { $notIn: [object, list] } }, ['object', 'swapped', 'list']],
  ])('compares with %s in GraphQL and code of a project', async (_what, filter, expected) => {
    expect(await byGraphql(withoutSigns(filter))).toEqual(expected)
    expect(await byProject(filter)).toEqual(expected)
    expect(await byDatabase(filter)).toEqual(expected)
  })

  it('compares strings as strings in GraphQL', async () => {
    expect(await byGraphql({ eq: values['strings'] })).toEqual(['strings'])
    expect(await byGraphql({ eq: { a: '1' } })).toEqual([])
    expect(await byGraphql({ eq: '{"a":1}' })).toEqual(['json'])
    expect(await byGraphql({ or: [object, list] })).toEqual(['object', 'swapped', 'list'])
  })

  const bracketed =
    'filters[data][$eq][b][0]=1&filters[data][$eq][b][1][d]=null&filters[data][$eq][b][1][c]=true&filters[data][$eq][a]=1'
  it.each<[string, string[]]>([
    // A query string has no types: its values equal strings, and numbers, booleans and nulls.
    [bracketed, ['object', 'swapped', 'strings']],
    [bracketed.replaceAll('$eq', '$ne'), others('object', 'swapped', 'strings')],
    [bracketed.replaceAll('[$eq]', '[$not][$eq]'), others('object', 'swapped', 'strings')],
    [bracketed.replaceAll('[$eq]', '[$in][0]'), ['object', 'swapped', 'strings']],
    [
      `${bracketed.replaceAll('[$eq]', '[$notIn][0]')}&filters[data][$notIn][1]=x`,
      others('object', 'swapped', 'strings', 'text'),
    ],
    ['filters[data][$eq][0]=x&filters[data][$eq][1]=y', ['list']],
    ['filters[data][$in][0]=x&filters[data][$in][1]=y', ['text']],
    ['filters[data][$eq][x]=0.3', ['rounded']],
    ['filters[data][$eq][x]=0.30', []],
    ['filters[data][$eq][a]=x', []],
    // JSON text has types, and can be an empty object.
    ['filters[data][$eq]={"a":1}', ['json', 'one']],
    ['filters[data][$eq]={"a":"1"}', []],
    ['filters[data][$eq]=[]', ['emptyList']],
    ['filters[data][$ne]={}', others('emptyObject')],
    ['filters[data][$in][0]=[]&filters[data][$in][1]={}', ['emptyObject', 'emptyList']],
    ['filters[lid][data][$eq][a]=1', ['one']],
    ['filters[$or][0][data][$eq][a]=1&filters[$or][1][name]=list', ['list', 'one']],
  ])('reads %s', async (query, expected) => {
    expect(await rest(query)).toEqual(expected)
  })

  it.each([
    ['filters[data][$lt][a]=1', 'compares data with a single value'],
    ['filters[data][$contains][a]=1', 'compares data with a single value'],
    ['filters[name][$eq][a]=1', 'compares name with a single value'],
    [`filters[data][$eq][a]=${'x'.repeat(12_000)}`, 'characters'],
    [`filters[data][$eq]${'[a]'.repeat(120)}=1`, 'filters nest at most 20 names deep'],
    [Array.from({ length: 501 }, (_, at) => `filters[data][$in][${at}][a]=${at}`).join('&'), 'conditions'],
  ])('rejects %#', async (query, message) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    })
  })

  it('rejects undefined and deep objects in code of a project', async () => {
    await expect(byProject({ $eq: { a: undefined } })).rejects.toThrow('compares with undefined')
    const deep = Array.from({ length: 120 }).reduce<unknown>((inside) => ({ a: inside }), 1)
    await expect(byProject({ $eq: deep })).rejects.toThrow('data must not be nested more than 100 levels deep')
  })

  it('finds what JavaScript takes for equal', async () => {
    const key = constantFrom('a', 'b', 'é', 'a.b', 'a"', '\\', '[0]', '')
    const leaf = oneof(
      constantFrom<unknown>(null, true, '', '1', 'é"\\', 1, 0.1, 1e21, 5e-324),
      double({ noNaN: true, noDefaultInfinity: true }),
    )
    const { tree } = letrec((tie) => ({
      tree: oneof(
        { maxDepth: 3 },
        leaf,
        array(tie('tree'), { maxLength: 3 }),
        dictionary(key, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    const random = sample(tree, { numRuns: 60, seed: 45 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
    const shuffled = (value: any): unknown =>
      Array.isArray(value)
        ? value.map(shuffled)
        : value === null || typeof value !== 'object'
          ? value
          : Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, item]) => [name, shuffled(item)]),
            )
    const entries = random.map((data, at) => ({ type: uid, id: 1_000 + at, attributes: { name: `r${at}`, data } }))
    await api.importEntries(entries as never)
    const structures = random.filter((value) => typeof value === 'object' && value !== null)
    expect(structures.length).toBeGreaterThan(20)
    for (const value of structures) {
      const equal = random.flatMap((other, at) => (isDeepStrictEqual(other, value) ? [`r${at}`] : []))
      const found = await byGraphql({ eq: shuffled(value) })
      expect([value, found.filter((name) => /^r\d/.test(name))]).toEqual([value, equal])
    }
  })
})

/** Returns the filter with the names of operators in GraphQL. */
function withoutSigns(filter: unknown): unknown {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      return name.startsWith('$') ? [name.slice(1), name === '$not' ? withoutSigns(value) : value] : [name, value]
    }),
  )
}
