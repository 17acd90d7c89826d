import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { storedDifferences } from './stored-differences.js'

const registry = createRegistry({
  contentTypes: {
    'api::article.article': {
      kind: 'collectionType',
      collectionName: 'articles',
      info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
      options: { draftAndPublish: true },
      attributes: { title: { type: 'string' } },
    },
  },
})

describe('the types that Strapi stored', () => {
  const standard = {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime' },
  }
  const stored = (name: string, attributes: object, table = `${name}s`) => ({
    [`api::${name}.${name}`]: {
      kind: 'collectionType',
      collectionName: table,
      attributes: { ...attributes, ...standard },
    },
  })
  const title = { title: { type: 'string' } }

  it.each([
    ['a changed type', stored('article', { title: { type: 'text' } }), 'has another type of the attribute title'],
    ['an added attribute', stored('article', { ...title, views: { type: 'integer' } }), 'has the attribute views'],
    ['a removed attribute', stored('article', {}), 'has no attribute title'],
    [
      'a private attribute',
      stored('article', { title: { type: 'string', private: true } }),
      'has the private attribute title',
    ],
    ['another table', stored('article', title, 'posts'), 'has the table posts'],
    ['no such type', {}, "doesn't exist"],
  ])('differ by %s', (_, types, message) => {
    expect(storedDifferences(registry, types).get('api::article.article')).toEqual({
      kind: 'schema',
      message: `In Strapi, api::article.article ${message}.`,
      file: 'src/api/article/content-types/article/schema.json',
    })
  })

  it('may be the same, or unknown', () => {
    expect(storedDifferences(registry, stored('article', title)).get('api::article.article')).toBeUndefined()
    expect(storedDifferences(registry, null).size).toBe(0)
  })
})
