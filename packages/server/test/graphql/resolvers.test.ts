import type { Registry } from '@content-api/model'
import type { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unrestricted } from '@content-api/core/entries/caller'
import { createEntries } from '@content-api/core/entries/entries'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { createGraphql } from '@content-api/interfaces/graphql/create-graphql'
import { entryShape } from '@content-api/interfaces/graphql/entry-shape'
import { wholeShadow } from '@content-api/interfaces/graphql/schema/shadow-crud'
import type { GraphqlService, SchemaExtension } from '@content-api/interfaces/graphql/contracts'
import type { ContentApi } from '../../src/index.js'
import { parseText } from '@content-api/engine/plan'
import { ownRules } from '@content-api/core/query/own-rules'
import type { Can } from '@content-api/core/query/plan-context'
import { addGeneratedResolvers } from '@content-api/strapi-project/graphql/generated-resolvers'
import { entryResults } from '@content-api/strapi-project/graphql/entry-results'
import type { ResolverScope } from '@content-api/strapi-project/graphql/extension-shape'
import { reportIncompleteEntries } from '@content-api/strapi-project/graphql/hydrate-output'
import { databases } from '../../../../tests/support/postgres.js'
import { ownDatabase } from '../support/own-database.js'
import { openReadingRoom } from '../support/reading-room.js'

const calls: string[] = []

const isExtended = (type: string, field: string) =>
  [
    'Article.shout',
    'ArticleEntity.label',
    'ComponentSharedSeo.metaTitle',
    'Query.answer',
    'Query.greens',
    'Tag.color',
    'Query.categories',
  ].includes(`${type}.${field}`)

/** Resolvers at a field of an entry, around a generated field and around a root field. */
const extensionOf = (registry: Registry): SchemaExtension => ({
  typeDefs: `
    extend type Article { shout: String }
    extend type ArticleEntity { label: String }
    extend type Query { answer: Int, greens: TagEntityResponseCollection }`,
  shadow: wholeShadow,
  resolves: () => false,
  isExtended,
  runsCode: () => false,
  authorize: () => undefined,
  hides: () => false,
  apply(schema, scope) {
    const extended = { isExtended, replacesPermission: () => false, exposesResult: () => false }
    const runCode: ResolverScope['runCode'] = async (_path, _context, work) => work()
    if (scope) addGeneratedResolvers(schema, { registry, shape: entryResults, extended, execution: scope, runCode })
    fieldOf(schema, 'Article', 'shout').resolve = (source: { title: string }) => source.title.toUpperCase()
    fieldOf(schema, 'ArticleEntity', 'label').resolve = ({ id, title }: { id: unknown; title: string }) =>
      JSON.stringify([id, title])
    fieldOf(schema, 'ComponentSharedSeo', 'metaTitle').resolve = ({ metaTitle }: { metaTitle: string }) => metaTitle
    fieldOf(schema, 'Query', 'answer').resolve = () => 42
    const tags = fieldOf(schema, 'Query', 'tags').resolve
    fieldOf(schema, 'Query', 'greens').resolve = (source, _given, context, info) =>
      tags?.(source, { filters: { name: { eq: 'green' } }, pagination: {}, sort: [] }, context, info)
    const color = fieldOf(schema, 'Tag', 'color')
    const generated = color.resolve
    color.resolve = async (tag: { id: number }, ...args) =>
      (await generated?.(tag.id === 3 ? { ...tag, color: 'painted' } : tag, ...args)) ?? 'none'
    const categories = fieldOf(schema, 'Query', 'categories')
    const list = categories.resolve
    categories.resolve = (source, args, context, info) => {
      calls.push('categories')
      return list?.(source, { ...args, sort: ['name:asc'] }, context, info)
    }
    reportIncompleteEntries(schema, registry)
  },
})

function fieldOf(schema: GraphQLSchema, typeName: string, name: string) {
  const field = (schema.getType(typeName) as GraphQLObjectType | undefined)?.getFields()[name]
  if (!field) throw new Error(`${typeName}.${name} is missing`)
  return field
}

describe.each(await databases())('resolvers beside generated fields, on $name', ({ connection }) => {
  let api: ContentApi
  let service: GraphqlService

  beforeAll(async () => {
    api = await openReadingRoom(connection)
    const { registry, config } = api
    const planning = {
      strict: true,
      locales: { default: 'en', codes: ['en', 'fr'] },
      reading: ownRules,
      limits: { ...config.api.rest, ...config.limits, arrayLimit: config.limits.arrayItems },
    }
    const entries = createEntries({
      database: ownDatabase(api),
      ...planning,
      hooks: { hooks: createHooks(), events: new ContentEvents(() => undefined), hookMilliseconds: 1_000 },
    })
    service = createGraphql({
      registry,
      shape: entryShape(entries),
      entries,
      config,
      context: (can: Can) => ({ registry, can, ...planning }),
      production: false,
      report: (error) => {
        throw error
      },
      extension: extensionOf(registry),
    })
  })
  afterAll(() => api.close())

  const ask = async (text: string, can: Can = () => true) => {
    const document = service.parse(text)
    expect(service.validate(document)).toEqual([])
    const result = await service.execute({ document, caller: { ...unrestricted, can, key: String(can) } })
    return parseText(service.write(result))
  }

  it('report the entry that lacks a required value', async () => {
    const made = await api.fetch(
      new Request('http://reading.room/api/articles?publicationState=preview', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { summary: 'untitled', seo: {}, publishedAt: null } }),
      }),
    )
    const { id } = ((await made.json()) as { data: { id: number } }).data
    const query = `{ articles(publicationState: PREVIEW, filters: { id: { eq: ${id} } }) { data {
      label attributes { summary seo { metaTitle } } broken: attributes { title } } } }`
    const errorAt = (field: string, path: readonly string[]) => ({
      message: expect.stringMatching(`^${field} is required, but the entry api::article.article ${id} has no value`),
      path: ['articles', 'data', 0, ...path],
      extensions: expect.objectContaining({ code: 'STRAPI_APPLICATION_ERROR' }),
    })
    expect(await ask(query)).toMatchObject({
      data: {
        articles: {
          data: [{ label: `[${id},null]`, attributes: { summary: 'untitled', seo: null }, broken: null }],
        },
      },
      errors: expect.toSatisfy((errors: readonly unknown[]) => {
        expect(errors).toHaveLength(2)
        expect(errors).toEqual(
          expect.arrayContaining([
            expect.objectContaining(errorAt('ComponentSharedSeo.metaTitle', ['attributes', 'seo', 'metaTitle'])),
            expect.objectContaining(errorAt('Article.title', ['broken', 'title'])),
          ]),
        )
        return true
      }),
    })
    await api.fetch(new Request(`http://reading.room/api/articles/${id}`, { method: 'DELETE' }))
  })

  it('get the values of their entry, regardless of the selected fields and aliases', async () => {
    expect(await ask('{ article(id: 1) { data { id attributes { loud: shout title: summary } } } }')).toEqual({
      data: { article: { data: { id: '1', attributes: { loud: 'ALPHA', title: null } } } },
    })
    expect(
      await ask(
        '{ articles(sort: "id", pagination: { limit: 2 }) { data { attributes { shout tags { data { id } } } } meta { pagination { total } } } }',
      ),
    ).toEqual({
      data: {
        articles: {
          data: [
            { attributes: { shout: 'ALPHA', tags: { data: [{ id: '2' }, { id: '1' }] } } },
            { attributes: { shout: 'BRAVO', tags: { data: [{ id: '3' }] } } },
          ],
          meta: { pagination: { total: 4 } },
        },
      },
    })
  })

  it('count the entries of all root fields together', async () => {
    const tags = 'tags(pagination: { limit: 90 }) { data { id } }'
    const field = (alias: string) =>
      `${alias}: articles(pagination: { limit: 100 }) { data { attributes { shout ${tags} } } }`
    for (const _time of [1, 2]) {
      const { data, errors } = (await ask(`{ ${['a', 'b', 'c', 'd', 'e'].map(field).join(' ')} }`)) as {
        data: Record<string, unknown>
        errors: { message: string }[]
      }
      expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('more than 40000 entries')])
      expect(Object.values(data).filter((response) => response === null)).toHaveLength(1)
    }
    expect(await ask(`{ ${field('a')} }`)).not.toHaveProperty('errors')
  })

  it('get the values of the entry in fields of its entity type as well, with the id as a number', async () => {
    expect(await ask('{ article(id: 1) { data { label attributes { slug } } } }')).toMatchObject({
      data: { article: { data: { label: '[1,"Alpha"]' } } },
    })
  })

  it('may return an entry, whose fields are read from it', async () => {
    expect(await ask('{ tags(sort: "id:desc") { data { id attributes { paint: color } } } }')).toMatchObject({
      data: { tags: { data: [{ id: '3', attributes: { paint: 'painted' } }, { id: '2' }, { id: '1' }] } },
    })
  })

  it("don't change dynamic zones, components and enumerations beside them", async () => {
    const query =
      '{ article(id: 1) { data { attributes { shout kind seo { metaTitle } zone { __typename ... on ComponentBlocksQuote { text } } } } } }'
    expect(await ask(query)).toEqual({
      data: {
        article: {
          data: {
            attributes: {
              shout: 'ALPHA',
              kind: 'news',
              seo: { metaTitle: 'Alpha SEO' },
              zone: [
                { __typename: 'ComponentBlocksQuote', text: 'To be' },
                { __typename: 'ComponentBlocksGallery' },
                { __typename: 'ComponentBlocksQuote', text: 'Or not' },
              ],
            },
          },
        },
      },
    })
  })

  it('may be the only source of a field, or wrap a generated one', async () => {
    expect(await ask('{ answer greens { data { id } } tag(id: 1) { data { attributes { color } } } }')).toEqual({
      data: { answer: 42, greens: { data: [{ id: '2' }] }, tag: { data: { attributes: { color: 'none' } } } },
    })
    calls.length = 0
    expect(await ask('{ categories(sort: "name:desc") { data { attributes { name } } } }')).toEqual({
      data: { categories: { data: [{ attributes: { name: 'Food' } }, { attributes: { name: 'Tech' } }] } },
    })
    expect(calls).toEqual(['categories'])
  })

  it("don't make types readable that the caller may not find", async () => {
    const can: Can = (_action, { uid }) => uid !== 'api::category.category'
    const errors = [
      {
        message: 'Forbidden access',
        path: ['article', 'data', 'attributes', 'category'],
        extensions: { code: 'FORBIDDEN', error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} } },
      },
    ]
    for (const also of ['title', 'shout']) {
      const response = await ask(`{ article(id: 1) { data { attributes { ${also} category { data { id } } } } } }`, can)
      expect(response).toMatchObject({
        data: { article: { data: { attributes: { [also]: expect.stringMatching(/alpha/i), category: null } } } },
        errors,
      })
    }
    expect(await ask('{ categories { data { id } } tags { meta { pagination { total } } } }', can)).toMatchObject({
      data: { categories: null, tags: { meta: { pagination: { total: 3 } } } },
      errors: [{ message: 'Forbidden access', path: ['categories'] }],
    })
  })

  it('need only one statement', async () => {
    const before = api.database.statements()
    await ask(
      '{ articles { data { attributes { shout tags { data { attributes { color } } } category { data { id } } } } } }',
    )
    expect(api.database.statements() - before).toBe(1)
  })
})
