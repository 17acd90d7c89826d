import { type SchemaSources, createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { articleOf, file, problemsOf, problemsOfArticle, type, warningsOf, warningsOfArticle } from './problems.js'

const at = (path: string, message: string, suggestion?: string) => [
  { file, path, message, ...(suggestion && { suggestion }) },
]
const title = { title: { type: 'string' } }

describe('a content type', () => {
  it.each([
    [
      { kind: 'colectionType' },
      'kind',
      'must be "collectionType" or "singleType", but is "colectionType".',
      'collectionType',
    ],
    [{ atributes: {} }, 'atributes', 'is not an option of a content type, so it has no effect.', 'attributes'],
    [{ indices: [] }, 'indices', 'is not an option of a content type, so it has no effect.', 'indexes'],
    [
      { options: { draftAndPublsh: true } },
      'options.draftAndPublsh',
      'is not an option of "options", so it has no effect.',
      'draftAndPublish',
    ],
    [{ options: { draftAndPublish: 1 } }, 'options.draftAndPublish', 'must be true or false, but is 1.', undefined],
    [{ options: [] }, 'options', 'must be an object, but is [].', undefined],
    [
      { pluginOptions: { i18n: { localized: 'x' } } },
      'pluginOptions.i18n.localized',
      'must be true or false, but is "x".',
      undefined,
    ],
    [
      { options: { privateAttributes: ['titel'] } },
      'options.privateAttributes.0',
      'is "titel", which is not an attribute.',
      'title',
    ],
    [
      { options: { privateAttributes: ['id'] } },
      'options.privateAttributes.0',
      'is "id", which can\'t be hidden: requests address entries by it.',
      undefined,
    ],
  ])('%j is accepted with a warning', (rest, path, message, suggestion) => {
    expect(warningsOfArticle(title, rest)).toEqual(at(path, message, suggestion))
  })

  it.each([
    [{ attributes: undefined }, 'is missing.'],
    [{ attributes: [] }, 'must be an object, but is [].'],
  ])('%j stops the start', (rest, message) => {
    expect(problemsOfArticle(title, rest)).toEqual(at('attributes', message))
  })

  it.each(['Articles', 'my-articles', '1st articles', 'a'.repeat(64), 'select'])(
    'may have the collectionName %j',
    (collectionName) => expect(warningsOfArticle(title, { collectionName, connection: 'default' })).toEqual([]),
  )

  it.each([
    [{ singularName: 'article' }, 'info.pluralName', 'is missing.', undefined],
    [
      { singularName: 'article', pluralName: 'Articles' },
      'info.pluralName',
      'must be small letters, digits and "-", beginning with a letter, but is "Articles".',
      undefined,
    ],
    [
      { singularName: 'article', pluralName: 'article' },
      'info.pluralName',
      'is "article", the same as "singularName": they must differ.',
      undefined,
    ],
  ])('with the info %j', (info, path, message, suggestion) => {
    expect(problemsOfArticle(title, { info })).toEqual(at(path, message, suggestion))
  })

  it('may have a misspelt option in its info', () => {
    const info = { singularName: 'article', pluralName: 'articles', displayname: 'A' }
    const message = 'is not an option of "info", so it has no effect.'
    expect(warningsOfArticle(title, { info })).toEqual(at('info.displayname', message, 'displayName'))
  })

  it('may have a singularName that differs from its folder', () => {
    const sources = articleOf(title, { info: { singularName: 'artikel', pluralName: 'articles' } })
    expect(warningsOf(sources)).toEqual([])
  })

  it("has Strapi's uid if its folders are not in kebab case", () => {
    const path = 'src/api/myBlog/content-types/BlogPost/schema.json'
    const sources = { contentTypes: { [path]: type('blog-post', title) } } as SchemaSources
    expect(createRegistry(sources).contentType('api::my-blog.blog-post').singularName).toBe('blog-post')
  })

  it('without info has neither name', () => {
    expect(problemsOfArticle(title, { info: undefined }).map(({ path }) => path)).toEqual([
      'info.singularName',
      'info.pluralName',
    ])
  })

  it('accepts options of Strapi 4 that have no effect here', () => {
    const rest = {
      $schema: 'https://example.com/schema',
      info: { singularName: 'article', pluralName: 'articles', description: '', icon: 'pen' },
      options: { timestamps: true, increments: true, comment: '', reviewWorkflows: false },
      pluginOptions: { 'content-manager': { visible: false } },
    }
    expect(warningsOfArticle(title, rest)).toEqual([])
  })

  it('must have a valid key', () => {
    expect(problemsOf({ contentTypes: { article: type('article', title) } })).toEqual([
      {
        file: 'article',
        path: '',
        message: 'must be a uid such as "api::article.article" or the path of a schema.json in a project.',
      },
    ])
  })

  it('must be an object and occur once', () => {
    const path = 'src/api/article/content-types/article/schema.json'
    expect(problemsOf({ contentTypes: { [file]: 7 } })).toEqual(at('', 'must be an object, but is 7.'))
    expect(problemsOf({ contentTypes: { [file]: type('article', title), [path]: type('article', title) } })).toEqual([
      { file: path, path: '', message: 'defines api::article.article again, after "api::article.article".' },
    ])
  })
})

describe('names that two types use', () => {
  const other = 'api::other.other'
  const pair = (first: object, second: object) =>
    problemsOf({
      contentTypes: { [file]: type('article', title, first), [other]: type('other', title, second) },
    })
  const info = (singularName: string, pluralName: string) => ({ info: { singularName, pluralName } })

  it('a plural', () => {
    expect(pair({}, { ...info('other', 'articles'), collectionName: 'others' })).toEqual([
      {
        file: other,
        path: 'info.pluralName',
        message: 'is "articles", which is already the "pluralName" of api::article.article.',
      },
    ])
  })

  it('a plural that is the singular of another', () => {
    expect(pair({}, info('other', 'article'))).toEqual([
      {
        file: other,
        path: 'info.pluralName',
        message: 'is "article", which is already the "singularName" of api::article.article.',
      },
    ])
  })

  it('a singular', () => {
    const contentTypes = {
      'api::one.item': { ...type('item', title), collectionName: 'one' },
      'api::two.item': { ...type('item', title, info('item', 'things')), collectionName: 'two' },
    }
    expect(problemsOf({ contentTypes })).toEqual([
      {
        file: 'api::two.item',
        path: 'info.singularName',
        message: 'is "item", which is already the "singularName" of api::one.item.',
      },
    ])
  })

  it('a table of types, components and built-in types', () => {
    expect(pair({}, { collectionName: 'articles' })).toEqual([
      {
        file: other,
        path: 'collectionName',
        message: 'is "articles", which is already the table of api::article.article.',
      },
    ])
    expect(pair({}, { collectionName: 'up_users' })).toMatchObject([{ file: other, path: 'collectionName' }])
    const components = { 'shared.seo': { collectionName: 'articles', attributes: title } }
    expect(problemsOf({ contentTypes: { [file]: type('article', title) }, components })).toEqual([
      {
        file: 'shared.seo',
        path: 'collectionName',
        message: 'is "articles", which is already the table of api::article.article.',
      },
    ])
  })

  it('a path of the service', () => {
    const contentTypes = { 'api::user.user': type('user', title) }
    expect(warningsOf({ contentTypes })).toEqual([
      {
        file: 'api::user.user',
        path: 'info.pluralName',
        message: 'is "users", but the service itself serves /api/users, so REST can\'t reach this type.',
      },
    ])
  })
})

describe('indexes', () => {
  const author = { type: 'relation', relation: 'manyToOne', target: file }
  it.each([
    [['titel'], 'indexes.0.attributes.0', 'is "titel", which is not an attribute of api::article.article.', 'title'],
    [
      [['title', 'titel']],
      'indexes.0.attributes.1',
      'is "titel", which is not an attribute of api::article.article.',
      'title',
    ],
    [
      ['author'],
      'indexes.0.attributes.0',
      'is "author", a relation: only attributes with a column of their own can be indexed.',
      undefined,
    ],
    [[{ columns: ['title'] }], 'indexes.0.name', 'is missing.', undefined],
    [[{ attributes: ['id'] }], 'indexes.0.attributes.0', 'is "id", which is indexed already.', undefined],
    [[['title', 'title']], 'indexes.0.attributes.1', 'repeats "title".', undefined],
    [[{ attributes: [] }], 'indexes.0.attributes', 'must not be empty.', undefined],
    [[7], 'indexes.0.attributes', 'must be a list, but is 7.', undefined],
  ])('%j', (indexes, path, message, suggestion) => {
    expect(problemsOfArticle({ ...title, author }, { indexes })).toEqual(at(path, message, suggestion))
  })

  it.each([
    [
      'title',
      'indexes',
      'must be a list of attribute names or of { "attributes", "unique" }, but is "title".',
      undefined,
    ],
    [
      [{ attributes: ['title'], uniq: true }],
      'indexes.0.uniq',
      'is not an option of an index, so it has no effect.',
      'unique',
    ],
    [
      [{ name: 'articles_title', columns: ['title', 'created_at'], type: 'gin' }],
      'indexes.0.type',
      'is "gin", so the index is an ordinary one. Only "unique" has an effect.',
      undefined,
    ],
    [
      [{ name: 'by_title', columns: ['title', 'titel'] }],
      'indexes.0.columns',
      'names "titel", which is no column of an attribute here, so the index has no effect.',
      'title',
    ],
    [
      [{ name: 'by_author', columns: ['author'] }],
      'indexes.0.columns',
      'names "author", which is no column of an attribute here, so the index has no effect.',
      undefined,
    ],
  ])('%j are accepted with a warning', (indexes, path, message, suggestion) => {
    expect(warningsOfArticle({ ...title, author }, { indexes })).toEqual(at(path, message, suggestion))
  })
})

describe('an extension of a built-in type', () => {
  const user = 'plugin::users-permissions.user'
  it('of another type has no effect', () => {
    const key = 'src/extensions/users-permissions/content-types/users/schema.json'
    expect(warningsOf({ contentTypes: { [key]: { attributes: {} } } })).toEqual([
      {
        file: key,
        path: '',
        message:
          'extends plugin::users-permissions.users, which is not a built-in content type. The file has no effect.',
        suggestion: user,
      },
    ])
  })

  const extended = (attributes: object) =>
    createRegistry({ contentTypes: { [user]: { attributes } } } as SchemaSources).contentType(user).declared

  it('keeps what the service relies on', () => {
    const attributes = { username: { type: 'integer' }, resetPasswordToken: { type: 'string' } }
    expect(warningsOf({ contentTypes: { [user]: { attributes } } })).toEqual([
      {
        file: user,
        path: 'attributes.username.type',
        message: 'stays "string", because the service itself uses "username".',
      },
      {
        file: user,
        path: 'attributes.resetPasswordToken.private',
        message: 'stays true, because the service itself uses "resetPasswordToken".',
      },
    ])
    expect(extended(attributes)).toMatchObject({
      username: { type: 'string', unique: true },
      resetPasswordToken: { type: 'string', private: true },
    })
  })

  it('may turn an e-mail address into another string', () => {
    const attributes = { email: { type: 'string', required: true } }
    expect(warningsOf({ contentTypes: { [user]: { attributes } } })).toEqual([])
    expect(extended(attributes)).toMatchObject({ email: { type: 'string', required: true } })
  })

  it('keeps the kind and the inverse of a relation', () => {
    const role = { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.role' }
    const warnings = warningsOf({ contentTypes: { [user]: { attributes: { role } } } })
    expect(warnings.map(({ path }) => path)).toEqual(['attributes.role.relation', 'attributes.role.inversedBy'])
    expect(extended({ role })['role']).toMatchObject({ relation: 'manyToOne', inversedBy: 'users' })
  })

  it("may be a copy of Strapi's schema", () => {
    const relation = { type: 'relation', relation: 'oneToMany', target: 'plugin::users-permissions.permission' }
    const folder = { type: 'relation', relation: 'manyToOne', target: 'plugin::upload.folder', inversedBy: 'files' }
    const contentTypes = {
      'plugin::users-permissions.role': { attributes: { permissions: { ...relation, mappedBy: 'role' } } },
      'plugin::upload.file': {
        attributes: { related: { type: 'relation', relation: 'morphToMany' }, folder, blurhash: { type: 'text' } },
      },
    }
    const registry = createRegistry({ contentTypes })
    expect(registry.warnings).toEqual([])
    expect(Object.keys(registry.contentType('plugin::upload.file').declared)).toContain('blurhash')
    expect(Object.keys(registry.contentType('plugin::upload.file').declared)).not.toContain('folder')
    expect(Object.keys(registry.contentType('plugin::users-permissions.role').declared)).not.toContain('permissions')
  })

  it('must not use the table of another type', () => {
    expect(problemsOf({ contentTypes: { [user]: { collectionName: 'files' } } })).toEqual([
      {
        file: user,
        path: 'collectionName',
        message: 'is "files", which is already the table of src/extensions/upload/content-types/file/schema.json.',
      },
    ])
  })
})
