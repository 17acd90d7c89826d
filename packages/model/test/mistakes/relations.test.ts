import { type SchemaSources, createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { problemsOf, type, warningsOf } from './problems.js'

const article = 'api::article.article'
const author = 'api::author.author'

const relation = (kind: string, target: string | undefined, ends: object = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target && { target }),
  ...ends,
})

/** Returns an article with a relation `author`, and an author with the attributes `here`. */
const between = (relationToAuthor: object, here: object = {}) => ({
  contentTypes: { [article]: type('article', { author: relationToAuthor }), [author]: type('author', here) },
})

/** Returns all problems. Those of valid sources are warnings. */
function problemsBetween(relationToAuthor: object, here: object = {}) {
  const sources = between(relationToAuthor, here)
  const problems = problemsOf(sources)
  return problems.length > 0 ? problems : warningsOf(sources)
}

/** Returns the relation of the article and the attributes of the author as they work. */
function resolvedBetween(relationToAuthor: object, here: object = {}) {
  const registry = createRegistry(between(relationToAuthor, here))
  return [registry.contentType(article).declared['author'], registry.contentType(author).declared] as const
}

const at = (path: string, message: string, suggestion?: string) => [
  {
    file: article,
    path: path === '' ? 'attributes.author' : `attributes.author.${path}`,
    message,
    ...(suggestion && { suggestion }),
  },
]

describe('a relation', () => {
  it.each(['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'])('%s may be one-way', (kind) => {
    expect(problemsBetween(relation(kind, author))).toEqual([])
  })

  it.each([
    ['oneToOne', 'oneToOne'],
    ['manyToOne', 'oneToMany'],
    ['manyToMany', 'manyToMany'],
  ])('%s may be mirrored by %s', (kind, mirror) => {
    const relationToAuthor = relation(kind, author, { inversedBy: 'articles' })
    expect(problemsBetween(relationToAuthor, { articles: relation(mirror, article, { mappedBy: 'author' }) })).toEqual(
      [],
    )
  })

  it.each([
    ['morphToOne', 'morphOne'],
    ['morphToOne', 'morphMany'],
    ['morphToMany', 'morphOne'],
    ['morphToMany', 'morphMany'],
  ])('%s may have the inverse %s', (kind, seen) => {
    const relationToAuthor = relation(kind, undefined)
    expect(problemsBetween(relationToAuthor, { articles: relation(seen, article, { morphBy: 'author' }) })).toEqual([])
  })

  it('may mirror an attribute of its own type', () => {
    const attributes = {
      parent: relation('manyToOne', article, { inversedBy: 'children' }),
      children: relation('oneToMany', article, { mappedBy: 'parent' }),
    }
    expect(problemsOf({ contentTypes: { [article]: type('article', attributes) } })).toEqual([])
  })

  it('must have a known kind', () => {
    expect(problemsBetween(relation('manyToOn', author))).toEqual(
      at(
        'relation',
        'must be "oneToOne", "oneToMany", "manyToOne", "manyToMany", "morphToOne", "morphToMany", "morphOne" or "morphMany", but is "manyToOn".',
        'manyToOne',
      ),
    )
    expect(problemsBetween({ type: 'relation', target: author })).toEqual(at('relation', 'is missing.'))
  })

  it.each([
    ['api::author.auther', 'is "api::author.auther", which is not a content type of this project.', author],
    ['author', 'is "author", which is not a content type of this project.', author],
    ['api::nothing.such', 'is "api::nothing.such", which is not a content type of this project.', undefined],
  ])('must not refer to the missing type %s', (target, message, suggestion) => {
    const sources = between(relation('manyToOne', target, { inversedBy: 'x' }))
    expect(problemsOf(sources)).toEqual(at('target', message, suggestion))
  })

  it('must not refer to a component', () => {
    const contentTypes = { [article]: type('article', { author: relation('manyToOne', 'shared.seo') }) }
    const components = { 'shared.seo': { attributes: {} } }
    expect(problemsOf({ contentTypes, components })).toEqual(at('target', 'is "shared.seo", which is a component.'))
  })

  it("to a content type of a plugin that isn't here is left out", () => {
    const sources = between(relation('manyToOne', 'plugin::video.video', { inversedBy: 'x' }))
    expect(warningsOf(sources)).toEqual(
      at('target', 'is "plugin::video.video", a content type of a plugin that isn\'t here. The attribute is left out.'),
    )
    expect(createRegistry(sources as SchemaSources).contentType(article).declared).toEqual({})
  })
})

describe('the ends of a relation', () => {
  it.each([
    [relation('manyToOne', undefined), 'target', 'is missing: a manyToOne relation needs it.', undefined],
    [
      relation('manyToOne', author, { mappedBy: 'articles' }),
      'mappedBy',
      'does not apply to a manyToOne relation, which is the owning side.',
      'inversedBy',
    ],
    [
      relation('oneToMany', author, { inversedBy: 'article' }),
      'inversedBy',
      'does not apply to a oneToMany relation, whose "many" side is the owning side.',
      'mappedBy',
    ],
  ])('%j stop the start, as in Strapi', (relationToAuthor, path, message, suggestion) => {
    expect(problemsOf(between(relationToAuthor))).toEqual(at(path, message, suggestion))
  })

  it.each([
    [relation('morphMany', author), 'morphBy', 'is missing: a morphMany relation needs it. The attribute is left out.'],
    [relation('morphToOne', author), 'target', 'does not apply to a morphToOne relation, so it has no effect.'],
    [
      relation('oneToOne', author, { morphBy: 'x' }),
      'morphBy',
      'does not apply to a oneToOne relation, so it has no effect.',
    ],
  ])('%j are accepted with a warning', (relationToAuthor, path, message) => {
    expect(warningsOf(between(relationToAuthor))).toEqual(at(path, message))
  })

  it('are "inversedBy" if there is "mappedBy" too', () => {
    const relationToAuthor = relation('oneToOne', author, { mappedBy: 'x', inversedBy: 'article' })
    const here = { article: relation('oneToOne', article, { mappedBy: 'author' }) }
    expect(problemsBetween(relationToAuthor, here)).toEqual(
      at('', 'has both "mappedBy" and "inversedBy", so it is the owning side, and "mappedBy" has no effect.'),
    )
    expect(resolvedBetween(relationToAuthor, here)[0]).toEqual(relation('oneToOne', author, { inversedBy: 'article' }))
  })
})

describe('a side without a partner is one-sided', () => {
  const oneSided = (message: string) => `${message} The relation is one-sided.`

  it('if its partner is missing', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'article' })
    const here = { articles: relation('oneToMany', article, { mappedBy: 'author' }) }
    expect(problemsBetween(relationToAuthor, here)).toEqual([
      ...at('inversedBy', oneSided('is "article", which api::author.author doesn\'t have.'), 'articles'),
      {
        file: author,
        path: 'attributes.articles.mappedBy',
        message: oneSided(
          'is "author", but "author" of api::article.article has "inversedBy": "article": it must be "articles".',
        ),
      },
    ])
    expect(resolvedBetween(relationToAuthor, here)).toEqual([
      relation('manyToOne', author),
      { articles: relation('oneToMany', article) },
    ])
  })

  it.each([
    [
      'manyToOne',
      { name: { type: 'string' } },
      'is "name", but "name" of api::author.author is not a relation (its type is string).',
    ],
    [
      'manyToOne',
      { name: relation('oneToMany', author) },
      'is "name", but "name" of api::author.author points at "api::author.author", not at api::article.article.',
    ],
    [
      'manyToOne',
      { name: relation('oneToOne', article, { mappedBy: 'author' }) },
      'is "name", but "name" of api::author.author is oneToOne, which can\'t mirror manyToOne.',
    ],
  ])('if its partner does not fit a %s: %j', (kind, here, message) => {
    const relationToAuthor = relation(kind, author, { inversedBy: 'name' })
    expect(problemsBetween(relationToAuthor, here)[0]).toEqual(at('inversedBy', oneSided(message))[0])
    expect(resolvedBetween(relationToAuthor, here)[0]).toEqual(relation(kind, author))
  })

  it('if another side of the same type owns its partner', () => {
    const many = (name: string) => relation('manyToMany', author, { inversedBy: name })
    const sources = {
      contentTypes: {
        [article]: type('article', { writers: many('articles'), readers: many('articles') }),
        [author]: type('author', { articles: relation('manyToMany', article, { mappedBy: 'writers' }) }),
      },
    }
    expect(warningsOf(sources).map(({ path }) => path)).toEqual([
      'attributes.writers.inversedBy',
      'attributes.articles.mappedBy',
    ])
    const registry = createRegistry(sources)
    expect(registry.contentType(article).declared).toEqual({
      writers: relation('manyToMany', author),
      readers: many('articles'),
    })
    expect(registry.contentType(author).declared['articles']).toEqual(
      relation('manyToMany', article, { mappedBy: 'readers' }),
    )
  })

  it('if it is in a component', () => {
    const components = {
      'shared.link': { attributes: { page: relation('oneToOne', article, { inversedBy: 'link' }) } },
    }
    const sources = { contentTypes: { [article]: type('article', {}) }, components }
    expect(warningsOf(sources)).toEqual([
      {
        file: 'shared.link',
        path: 'attributes.page.inversedBy',
        message: 'has no effect in a component: a component links to an entry, but not the other way round.',
      },
    ])
    expect(createRegistry(sources as SchemaSources).component('shared.link').declared['page']).toEqual(
      relation('oneToOne', article),
    )
  })

  it('without a second warning if the partner has been left out', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'articles' })
    expect(problemsBetween(relationToAuthor, { articles: { type: 'relations' } })).toMatchObject([
      { file: author, path: 'attributes.articles.type', suggestion: 'relation' },
    ])
  })
})

describe('two sides are paired', () => {
  const many = (target: string, ends: object) => relation('manyToMany', target, ends)

  it('if both have "inversedBy": the side that Strapi processes last owns the relation', () => {
    const sides = [
      many(author, { inversedBy: 'articles' }),
      { articles: many(article, { inversedBy: 'author' }) },
    ] as const
    expect(problemsBetween(...sides)).toHaveLength(1)
    expect(resolvedBetween(...sides)).toEqual([many(author, { mappedBy: 'articles' }), sides[1]])
  })

  it.each([{}, { mappedBy: 'writer' }])('by "inversedBy" alone, if the other side has %j and comes first', (ends) => {
    const articles = many('api::zebra.zebra', ends)
    const contentTypes = {
      [author]: type('author', { articles }),
      'api::zebra.zebra': type('zebra', { author: many(author, { inversedBy: 'articles' }) }),
    }
    expect(warningsOf({ contentTypes })).toHaveLength(1)
    const registry = createRegistry({ contentTypes })
    expect(registry.contentType(author).declared['articles']).toEqual({ ...articles, mappedBy: 'author' })
  })

  it.each([
    ['manyToMany', 'oneToMany', 'manyToMany', 'manyToMany'],
    ['manyToOne', 'manyToMany', 'manyToOne', 'oneToMany'],
    ['oneToOne', 'oneToMany', 'manyToOne', 'oneToMany'],
  ])('%s with %s, as %s with %s', (kind, mirror, resolvedKind, resolvedMirror) => {
    const [relationToAuthor, here] = resolvedBetween(relation(kind, author, { inversedBy: 'articles' }), {
      articles: relation(mirror, article, { mappedBy: 'author' }),
    })
    expect(relationToAuthor).toEqual(relation(resolvedKind, author, { inversedBy: 'articles' }))
    expect(here['articles']).toEqual(relation(resolvedMirror, article, { mappedBy: 'author' }))
  })
})

describe('the inverse of a polymorphic relation', () => {
  it('is left out if the other side is not polymorphic', () => {
    const relationToAuthor = relation('morphMany', author, { morphBy: 'subject' })
    const here = { subject: relation('oneToOne', article) }
    expect(problemsBetween(relationToAuthor, here)).toEqual(
      at(
        'morphBy',
        'is "subject", but "subject" of api::author.author is oneToOne: the other side of morphMany is morphToOne or morphToMany. The attribute is left out.',
      ),
    )
    expect(resolvedBetween(relationToAuthor, here)[0]).toBeUndefined()
  })
})
