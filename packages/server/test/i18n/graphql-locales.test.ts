import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { type GraphqlBody, askGraphql } from '../support/ask-graphql.js'
import { databases, sqliteDatabase } from '../../../../tests/support/postgres.js'
import { project } from '../support/reading-room.js'
import { openService } from '../support/service.js'

const locales = ['en', 'fr', 'pt-BR', 'pt', 'de-AT']

const list = (input: string) =>
  `{ i18NLocales${input} { data { id attributes { code name } } meta { pagination { total page pageSize pageCount } } } }`

const codes = ({ data }: GraphqlBody) =>
  (data as { i18NLocales: { data: { attributes: { code: string } }[] } }).i18NLocales.data.map(
    ({ attributes }) => attributes.code,
  )

describe.each(await databases())('i18NLocales on $name', ({ connection }) => {
  let api: ContentApi
  let ask: ReturnType<typeof askGraphql>
  beforeAll(async () => {
    api = await createContentApi({
      project,
      database: connection,
      config: { i18n: { defaultLocale: 'en', locales: locales.slice(1) } },
    })
    ask = askGraphql(api)
  })
  afterAll(() => api.close())

  it('lists all locales, in the order of the configuration', async () => {
    expect(await ask(list(''))).toEqual({
      data: {
        i18NLocales: {
          data: [
            { id: '1', attributes: { code: 'en', name: 'English (en)' } },
            { id: '2', attributes: { code: 'fr', name: 'French (fr)' } },
            { id: '3', attributes: { code: 'pt-BR', name: 'Brazilian Portuguese (pt-BR)' } },
            { id: '4', attributes: { code: 'pt', name: 'Portuguese (pt)' } },
            { id: '5', attributes: { code: 'de-AT', name: 'Austrian German (de-AT)' } },
          ],
          meta: { pagination: { total: 5, page: 1, pageSize: 10, pageCount: 1 } },
        },
      },
    })
  })

  it.each([
    ['sort: "code"', ['de-AT', 'en', 'fr', 'pt', 'pt-BR'], { total: 5, page: 1, pageSize: 10, pageCount: 1 }],
    ['sort: ["createdAt", "name:desc"]', ['pt', 'fr', 'en', 'pt-BR', 'de-AT'], { total: 5 }],
    ['sort: "id:desc"', ['de-AT', 'pt', 'pt-BR', 'fr', 'en'], { total: 5 }],
    ['pagination: { page: 2, pageSize: 2 }', ['pt-BR', 'pt'], { total: 5, page: 2, pageSize: 2, pageCount: 3 }],
    ['pagination: { start: 3, limit: 2 }', ['pt', 'de-AT'], { total: 5, page: 2, pageSize: 2, pageCount: 3 }],
    ['pagination: { limit: -1 }', locales, { total: 5, page: 1, pageSize: 100, pageCount: 1 }],
    ['pagination: { page: 9 }', [], { total: 5, page: 9, pageSize: 10, pageCount: 1 }],
    [
      'filters: { code: { startsWith: "pt" } }, sort: "code:desc", pagination: { limit: 1 }',
      ['pt-BR'],
      { total: 2, page: 1, pageSize: 1, pageCount: 2 },
    ],
    ['filters: { code: { eq: "none" } }', [], { total: 0, page: 1, pageSize: 10, pageCount: 0 }],
  ])('accepts %s', async (input, expected, pagination) => {
    const response = await ask(list(`(${input})`))
    expect(response.errors).toBeUndefined()
    expect(codes(response)).toEqual(expected)
    expect(response.data).toMatchObject({ i18NLocales: { meta: { pagination } } })
  })

  it.each([
    ['sort: "codes"', 'Invalid parameter codes', 'BAD_USER_INPUT'],
    ['sort: "code:up"', 'it must be asc or desc', 'BAD_USER_INPUT'],
    ['pagination: { page: 0 }', "Invalid 'page' parameter", 'STRAPI_PAGINATION_ERROR'],
    ['pagination: { page: 1, limit: 2 }', 'Cannot use both', 'STRAPI_PAGINATION_ERROR'],
    ['filters: { id: { eq: "one" } }', 'must be compared with a number', 'BAD_USER_INPUT'],
    ['filters: { createdAt: { between: ["2024-01-01T00:00:00Z"] } }', 'takes exactly two values', 'BAD_USER_INPUT'],
  ])('rejects %s', async (input, message, code) => {
    const { data, errors = [] } = await ask(list(`(${input})`))
    expect(data).toEqual({ i18NLocales: null })
    expect(errors).toMatchObject([{ message: expect.stringContaining(message), extensions: { code } }])
  })

  it.each(['filters: { isDefault: { eq: true } }', 'filters: { code: { like: "e" } }', 'locale: "fr"'])(
    'has no argument, attribute or operator for %s',
    async (input) => {
      const { errors = [] } = await ask(list(`(${input})`))
      expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    },
  )

  it('counts its filter conditions toward the limit of a request', async () => {
    const filters = { or: Array.from({ length: 60 }, () => ({ code: { ne: 'x' } })) }
    const fields = Array.from({ length: 9 }, (_, index) => `f${index}: i18NLocales(filters: $f) { data { id } }`)
    const { data, errors = [] } = await ask(`query ($f: I18NLocaleFiltersInput) { ${fields.join(' ')} }`, {
      f: filters,
    })
    expect(data).toMatchObject({ f7: { data: [{ id: '1' }, {}, {}, {}, {}] }, f8: null })
    expect(errors).toMatchObject([{ path: ['f8'], message: expect.stringContaining('500 conditions') }])
  })

  it.each([
    ['1', 'en'],
    [3, 'pt-BR'],
  ])('returns one locale by its id %j', async (id, code) => {
    const one = 'query ($id: ID) { i18NLocale(id: $id) { data { attributes { code } } } }'
    expect((await ask(one, { id })).data).toEqual({ i18NLocale: { data: { attributes: { code } } } })
  })

  it.each(['01', '9', '0', 'en', null])('returns null for the id %j', async (id) => {
    const one = 'query ($id: ID) { i18NLocale(id: $id) { data { id } } }'
    expect(await ask(one, { id })).toEqual({ data: { i18NLocale: { data: null } } })
  })
})

describe('i18NLocales with permissions', () => {
  it('requires the permission to list locales', async () => {
    const service = await openService({
      connection: sqliteDatabase().connection,
      config: { permissions: { public: [], editor: ['plugin::i18n.locales.listLocales'] } },
    })
    const query = '{ i18NLocales(filters: { nonsense: 1 }, sort: "x") { data { id } } }'
    const ask = async (query: string, token?: string) =>
      (await service.ask('POST /graphql', { body: { query }, ...(token !== undefined && { token }) })).body
    const editor = await service.tokenOf('erin')
    expect(await ask(list('(sort: "id:desc")'))).toMatchObject({
      data: { i18NLocales: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    expect(await ask(list('(sort: "nonsense")'))).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    expect(codes(await ask(list('(sort: "id:desc")'), editor))).toEqual(['fr', 'en'])
    expect(await ask(query, editor)).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] })
    await service.close()
  })
})
