import { describe, expect, it } from 'vitest'
import { problemsOf, type } from './problems.js'

const article = 'api::article.article'
const author = 'api::author.author'

const relation = (kind: string, target: string | undefined, ends: object = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target && { target }),
  ...ends,
})

/** Returns the problems of a relation `author` of the article and of the author's attributes. */
function problemsBetween(relationToAuthor: object, here: object = {}) {
  const contentTypes = { [article]: type('article', { author: relationToAuthor }), [author]: type('author', here) }
  return problemsOf({ contentTypes })
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
    expect(problemsBetween(relation('manyToOne', target, { inversedBy: 'x' }))).toEqual(
      at('target', message, suggestion),
    )
  })

  it('must not refer to a component', () => {
    const contentTypes = { [article]: type('article', { author: relation('manyToOne', 'shared.seo') }) }
    const components = { 'shared.seo': { attributes: {} } }
    expect(problemsOf({ contentTypes, components })).toEqual(at('target', 'is "shared.seo", which is a component.'))
  })
})

describe('the ends of a relation', () => {
  it.each([
    [relation('manyToOne', undefined), 'target', 'is missing: a manyToOne relation needs it.', undefined],
    [relation('morphMany', author), 'morphBy', 'is missing: a morphMany relation needs it.', undefined],
    [
      relation('morphToOne', author),
      'target',
      'does not apply to a morphToOne relation, which may point at any type.',
      undefined,
    ],
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
    [relation('oneToOne', author, { morphBy: 'x' }), 'morphBy', 'does not apply to a oneToOne relation.', undefined],
  ])('%j', (relationToAuthor, path, message, suggestion) => {
    expect(problemsBetween(relationToAuthor)).toContainEqual(at(path, message, suggestion)[0])
  })

  it('cannot be both "mappedBy" and "inversedBy"', () => {
    const relationToAuthor = relation('oneToOne', author, { mappedBy: 'x', inversedBy: 'x' })
    expect(problemsBetween(relationToAuthor, { x: { type: 'stirng' } })).toContainEqual(
      at('', 'has both "mappedBy" and "inversedBy": the side that owns the relation has only "inversedBy".')[0],
    )
  })
})

describe('an inverse', () => {
  it('must exist', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'article' })
    const articles = relation('oneToMany', article, { mappedBy: 'author' })
    expect(problemsBetween(relationToAuthor, { articles })).toEqual([
      ...at('inversedBy', 'is "article", which api::author.author doesn\'t have.', 'articles'),
      {
        file: author,
        path: 'attributes.articles.mappedBy',
        message:
          'is "author", but "author" of api::article.article has "inversedBy": "article": it must be "articles".',
      },
    ])
  })

  it('must be a relation', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'name' })
    expect(problemsBetween(relationToAuthor, { name: { type: 'string' } })).toEqual(
      at('inversedBy', 'is "name", but "name" of api::author.author is not a relation (its type is string).'),
    )
  })

  it('must refer to this type', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'items' })
    expect(problemsBetween(relationToAuthor, { items: relation('oneToMany', author) })).toEqual(
      at(
        'inversedBy',
        'is "items", but "items" of api::author.author points at "api::author.author", not at api::article.article.',
      ),
    )
  })

  it('must name this side', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'articles' })
    expect(problemsBetween(relationToAuthor, { articles: relation('oneToMany', article) })).toEqual(
      at('inversedBy', 'is "articles", but "articles" of api::author.author has no "mappedBy": it must be "author".'),
    )
  })

  it('of the wrong kind is reported once, for the side with "mappedBy"', () => {
    const relationToAuthor = relation('manyToMany', author, { inversedBy: 'articles' })
    expect(
      problemsBetween(relationToAuthor, { articles: relation('oneToMany', article, { mappedBy: 'author' }) }),
    ).toEqual([
      {
        file: author,
        path: 'attributes.articles.mappedBy',
        message:
          'is "author", but "author" of api::article.article is manyToMany: the other side of oneToMany is manyToOne.',
      },
    ])
  })

  it('of morphBy must be polymorphic', () => {
    const relationToAuthor = relation('morphMany', author, { morphBy: 'subject' })
    expect(problemsBetween(relationToAuthor, { subject: relation('oneToOne', article) })).toEqual(
      at(
        'morphBy',
        'is "subject", but "subject" of api::author.author is oneToOne: the other side of morphMany is morphToOne or morphToMany.',
      ),
    )
  })

  it('that could not be read is reported once', () => {
    const relationToAuthor = relation('manyToOne', author, { inversedBy: 'articles' })
    expect(problemsBetween(relationToAuthor, { articles: { type: 'relations' } })).toMatchObject([
      { file: author, path: 'attributes.articles.type', suggestion: 'relation' },
    ])
  })

  it('cannot belong to a component', () => {
    const components = {
      'shared.link': { attributes: { page: relation('oneToOne', article, { inversedBy: 'link' }) } },
    }
    expect(problemsOf({ contentTypes: { [article]: type('article', {}) }, components })).toEqual([
      {
        file: 'shared.link',
        path: 'attributes.page.inversedBy',
        message: 'does not apply in a component: a component links to an entry, but not the other way round.',
      },
    ])
  })
})
