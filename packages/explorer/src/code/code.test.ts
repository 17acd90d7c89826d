import { describe, expect, it } from 'vitest'
import { article as baseArticle, modelOf } from '../../test/article.js'
import { indexModel } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import type { Query } from '../state/query.js'
import { graphqlCode } from './graphql-code.js'
import { tokensOf } from './highlight.js'
import { curlCode, restUrl } from './rest-code.js'
import { sdkCode } from './sdk-code.js'

const scalar = (name: string, type: 'string' | 'integer' | 'datetime' = 'string'): ExplorerAttribute => ({
  name,
  type,
  readable: true,
  writable: true,
  sortable: true,
  operators: ['$eq'],
  options: { type },
})

const related: ExplorerAttribute = {
  ...scalar('related'),
  type: 'relation',
  options: { type: 'relation', relation: 'morphToOne' },
}

const article: ExplorerType = {
  ...baseArticle,
  graphql: { type: 'Article', one: 'article', many: 'articles', filters: 'ArticleFiltersInput', input: 'ArticleInput' },
  attributes: [
    scalar('id', 'integer'),
    scalar('title'),
    scalar('rating', 'integer'),
    scalar('at', 'datetime'),
    related,
  ],
}

const model = indexModel(modelOf(article, { graphql: '/graphql' }))

const target = { origin: 'http://127.0.0.1:1337', path: '/api/articles', needsToken: true }
const missing = (query: Query) => ({
  sdk: sdkCode(target, article, query, model).missing.map(({ part }) => part),
  graphql: graphqlCode(article, query, model).missing.map(({ part }) => part),
})

describe('a query that a language can’t express', () => {
  it.each<[Query, string[], string[]]>([
    [{ _q: 'x' }, ['_q'], ['_q']],
    [{ foo: 'bar', fields: ['title'] }, ['foo'], ['foo']],
    [{ filters: { nix: 'x' } }, ['filters[nix]'], ['filters[nix]']],
    [{ filters: { $or: [{ title: 'a' }, { nix: 'x' }] } }, ['filters[$or][1][nix]'], ['filters[$or][1][nix]']],
    [{ filters: { at: { $contains: '2026' } } }, [], ['filters[at][$contains]']],
    [{ filters: { rating: { $gt: '2.5' } } }, [], ['filters[rating][$gt]']],
    [{ filters: { title: { $contains: ['a', 'b'] } } }, ['filters[title][$contains]'], ['filters[title][$contains]']],
    [{ populate: { related: 'true' } }, [], ['populate[related]']],
    [{ sort: { title: 'asc' } }, ['sort'], ['sort']],
    [{ pagination: { page: 'x' } }, ['pagination[page]'], ['pagination[page]']],
    [{ locale: 'en' }, ['locale'], ['locale']],
  ])('gets no code, and the unsupported parts are named: %j', (query, sdk, graphql) => {
    expect(missing(query)).toEqual({ sdk, graphql })
    const shown = [sdkCode(target, article, query, model), graphqlCode(article, query, model)]
    expect(shown.map(({ parts }) => parts.length > 0)).toEqual([sdk.length === 0, graphql.length === 0])
  })
})

describe('code to copy', () => {
  it('reads the token from the environment', () => {
    const [sdk] = sdkCode(target, article, {}, model).parts
    const [curl] = curlCode(target, {}).parts
    expect(sdk?.text).toContain('token: process.env.CONTENT_API_TOKEN')
    expect(curl?.text).toContain('"Authorization: Bearer $CONTENT_API_TOKEN"')
    expect(curlCode({ ...target, needsToken: false }, {}).parts[0]?.text).not.toContain('CONTENT_API_TOKEN')
  })

  it('stays inside its quotes', () => {
    const query = { filters: { title: { $eq: "it's $(rm) `x` \\ \n" } } }
    const [, argument = ''] = /^curl --globoff '([^']*)'/.exec(curlCode(target, query).parts[0]?.text ?? '') ?? []
    expect(new URL(argument).searchParams.get('filters[title][$eq]')).toBe("it's $(rm) `x` \\ \n")
    expect(new URL(restUrl(target, query)).searchParams.get('filters[title][$eq]')).toBe("it's $(rm) `x` \\ \n")
  })

  it('is coloured without a change of its text', () => {
    const { parts } = graphqlCode(article, { filters: { title: { $eq: '<b>&amp;' } } }, model)
    for (const { text, language } of parts) {
      const tokens = tokensOf(text, language)
      expect(tokens.length).toBeGreaterThan(1)
      expect(textOf(tokens)).toBe(text)
    }
    const long = 'x'.repeat(100_001)
    expect(tokensOf(long, 'json')).toEqual([long])
  })
})

type Tokens = ReturnType<typeof tokensOf>
const textOf = (tokens: Tokens): string =>
  tokens.map((token) => (typeof token === 'string' ? token : textOf(token.children))).join('')
