import * as fc from 'fast-check'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/index.js'
import { askGraphql } from '../support/ask-graphql.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openReadingRoom } from '../support/reading-room.js'

type Filters = Readonly<Record<string, unknown>>

/** The number of generated filters of each type. */
const filterRuns = Number(process.env['TWIN_RUNS'] ?? 100)

/** Values that exist in the content, or differ from existing ones by a few characters. */
const strings = ['Alpha', 'alpha', 'ALP', 'a', 'É', 'ß', '%', '_', 'e']
const titles = ['Alpha', 'Bravo', 'Charlie', 'draft', 'l', 'A', 'e', 'Br']
const names = ['red', 'green', 'blue', 'Tech', 'Food', 'e', 'oo', 'T']
const compared = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), values)
const listed = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(fc.constantFrom('in', 'notIn'), fc.array(values, { minLength: 1, maxLength: 3 }))
const found = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(
    fc.constantFrom(
      'contains',
      'notContains',
      'containsi',
      'notContainsi',
      'startsWith',
      'startsWithi',
      'endsWith',
      'endsWithi',
      'eqi',
      'nei',
    ),
    values,
  )
const flag = fc.tuple(fc.constantFrom('null', 'notNull'), fc.boolean())
const field = (name: string, ...operators: fc.Arbitrary<readonly [string, unknown]>[]): fc.Arbitrary<Filters> =>
  fc.oneof(...operators).map(([operator, value]) => ({ [name]: { [operator]: value } }))

const text = (name: string, values: readonly string[]) => {
  const provided = fc.constantFrom(...values)
  return field(name, compared(provided), listed(provided), found(provided), flag)
}
const number = (name: string, min: number, max: number) => {
  const provided = fc.integer({ min, max })
  return field(
    name,
    compared(provided),
    listed(provided),
    fc.tuple(fc.constant('between'), fc.tuple(provided, provided)),
    flag,
  )
}

/** Filters of a type: by its fields, by its relations, and groups of these. */
function filters(leaf: fc.Arbitrary<Filters>): fc.Arbitrary<Filters> {
  return fc.letrec<{ any: Filters }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { minLength: 1, maxLength: 3 }))
        .map(([key, of]) => ({ [key]: of })),
      tie('any').map((of) => ({ not: of })),
    ),
  })).any
}

const types = {
  specimens: filters(
    fc.oneof(
      text('str', strings),
      number('int', -4, 12),
      field('flag', fc.tuple(fc.constantFrom('eq', 'ne'), fc.boolean()), flag),
    ),
  ),
  articles: filters(
    fc.oneof(
      text('title', titles),
      fc.oneof(text('name', names), number('weight', 1, 3)).map((tags) => ({ tags })),
      text('name', names).map((category) => ({ category })),
      text('metaTitle', titles).map((seo) => ({ seo })),
    ),
  ),
}

/** The same filters for REST, where operators and groups have a `$`. */
function inRest(value: unknown, isField = false): unknown {
  if (Array.isArray(value)) return value.map((item) => inRest(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const named = ['and', 'or', 'not'].includes(key) || isField
      const below = !named && !['tags', 'category', 'seo'].includes(key)
      return [named ? `$${key}` : key, isField ? inner : inRest(inner, below)]
    }),
  )
}

interface List {
  readonly data: readonly { readonly id: string | number }[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

describe.each(await databases())('REST and GraphQL on $name', ({ connection }) => {
  let api: ContentApi

  beforeAll(async () => {
    api = await openReadingRoom(connection)
  })
  afterAll(() => api.close())

  const byRest = async (plural: string, provided: Filters): Promise<List> => {
    const query = qs.stringify(
      { filters: inRest(provided), sort: 'id', publicationState: 'preview', fields: ['id'] },
      { encodeValuesOnly: true },
    )
    const response = await api.fetch(new Request(`http://service.test/api/${plural}?${query}`))
    const body = (await response.json()) as List
    expect(response.status, JSON.stringify(body)).toBe(200)
    return body
  }

  const byGraphql = async (plural: string, provided: Filters): Promise<List> => {
    const [input, state] = plural === 'articles' ? ['Article', ', publicationState: PREVIEW'] : ['Specimen', '']
    const query = `query ($f: ${input}FiltersInput) { ${plural}(filters: $f, sort: "id"${state}) { data { id } meta { pagination { total } } } }`
    const { data, errors } = await askGraphql(api)(query, { f: provided })
    expect(errors).toBeUndefined()
    return (data as Record<string, List>)[plural] as List
  }

  it.each(Object.entries(types))('find the same %s', async (plural, generated) => {
    const whole = (await byGraphql(plural, {})).meta.pagination.total
    let meaningful = 0
    let runs = 0
    await fc.assert(
      fc.asyncProperty(generated, async (provided) => {
        const [rest, graphql] = [await byRest(plural, provided), await byGraphql(plural, provided)]
        expect(graphql.data.map(({ id }) => Number(id))).toEqual(rest.data.map(({ id }) => id))
        const { total } = graphql.meta.pagination
        expect(total).toBe(rest.meta.pagination.total)
        runs++
        if (total > 0 && total < whole) meaningful++
      }),
      { numRuns: filterRuns },
    )
    // A filter that matches nothing or everything proves little.
    expect(meaningful).toBeGreaterThan(runs / 2)
  })

  const tagsBy = async (id: string) => {
    const query = qs.stringify({ filters: { id: { $eq: id } } }, { encodeValuesOnly: true })
    const result = await api.fetch(new Request(`http://service.test/api/tags?${query}`))
    const rest = (await result.json()) as Partial<List> & { readonly error?: { readonly message: string } }
    const document = 'query ($id: ID) { tags(filters: { id: { eq: $id } }) { data { id } } }'
    const { data, errors } = await askGraphql(api)(document, { id })
    return { rest, graphql: (data as { readonly tags: List | null }).tags, errors }
  }

  it.each([
    // A filter accepts a number in any notation. Only paths and arguments that identify an entry require one notation.
    ['1', ['1']],
    ['01', ['1']],
    ['1e0', ['1']],
    ['1.0', ['1']],
    [' 1', ['1']],
    ['0x1', ['1']],
    ['-1', []],
    ['1.5', []],
    ['', []],
    ['9007199254740993', []],
    ['99999999999999999999999', []],
  ])('compare ids with %j in the same way', async (id, expected) => {
    const { rest, graphql, errors } = await tagsBy(id)
    expect(errors).toBeUndefined()
    expect(rest.data?.map((entry) => String(entry.id))).toEqual(expected)
    expect(graphql?.data.map((entry) => entry.id)).toEqual(expected)
  })

  it.each(['one', '1 or 1', '1,2'])('reject a comparison of ids with %j', async (id) => {
    const { rest, graphql, errors } = await tagsBy(id)
    expect(graphql).toBeNull()
    expect(rest.error?.message).toContain('must be compared with a number')
    expect(errors?.[0]).toMatchObject({ message: rest.error?.message, extensions: { code: 'BAD_USER_INPUT' } })
  })
})
