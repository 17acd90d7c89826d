import { describe, expect, it } from 'vitest'
import { ModelError, type Schema, createRegistry, isModelError } from '@content-api/model'

const article = 'api::article.article'
const info = { singularName: 'article', pluralName: 'articles' }

describe('createRegistry', () => {
  it('resolves every option', () => {
    const registry = createRegistry({
      contentTypes: { [article]: { info, attributes: { photo: { type: 'media' }, title: { type: 'string' } } } },
      components: { 'shared.call-to-action': { attributes: {} } },
    })
    const { attributes: _all, ...type } = registry.contentType(article)
    expect(type).toEqual({
      model: 'contentType',
      kind: 'collectionType',
      uid: article,
      collectionName: 'articles',
      ...info,
      displayName: 'article',
      draftAndPublish: false,
      populateCreatorFields: false,
      localized: false,
      declared: {
        photo: { type: 'media', multiple: false, allowedTypes: ['images', 'videos', 'files', 'audios'] },
        title: { type: 'string' },
      },
      indexes: [],
    })
    expect(registry.component('shared.call-to-action')).toEqual({
      model: 'component',
      uid: 'shared.call-to-action',
      category: 'shared',
      collectionName: 'components_shared_call_to_action',
      displayName: 'call-to-action',
      declared: {},
      attributes: { id: { type: 'integer' } },
    })
  })

  it('has content types of plugins, which extensions change and which are left out if they have a mistake', () => {
    const pluginTypes = {
      'plugin::shop.product': {
        info: { singularName: 'product', pluralName: 'products' },
        attributes: { article: { type: 'relation', relation: 'oneToOne', target: article } },
      },
      'plugin::shop.broken': { info, attributes: { id: { type: 'string' } } },
      'api::shop.other': { info, attributes: {} },
    }
    const shop = { type: 'relation', relation: 'oneToOne', target: 'plugin::shop.product' }
    const broken = { type: 'relation', relation: 'oneToOne', target: 'plugin::shop.broken' }
    const registry = createRegistry({
      pluginTypes,
      contentTypes: {
        [article]: { info, attributes: { shop, broken } },
        'plugin::shop.product': { collectionName: 'goods' },
      },
    })
    expect(Object.keys(registry.contentType(article).declared)).toEqual(['shop'])
    expect(registry.contentType('plugin::shop.product')).toMatchObject({
      collectionName: 'goods',
      declared: { article: { target: article } },
    })
    expect(registry.warnings.map(({ file, path }) => `${file} ${path}`)).toEqual([
      'plugin::shop.broken attributes.id',
      'api::shop.other ',
      'api::article.article attributes.broken.target',
    ])
  })

  it.each([
    [{}, {}, ['id', 'title', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy']],
    [
      { draftAndPublish: true },
      { i18n: { localized: true } },
      ['id', 'title', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'createdBy', 'updatedBy'],
    ],
  ])('adds the standard attributes in the order of responses: %j %j', (options, pluginOptions, names) => {
    const attributes = { title: { type: 'string' } }
    const registry = createRegistry({ contentTypes: { [article]: { info, options, pluginOptions, attributes } } })
    expect(Object.keys(registry.contentType(article).attributes)).toEqual(names)
  })

  it.each([
    [false, true],
    [true, undefined],
  ])('with populateCreatorFields %s the creators are private: %s', (populateCreatorFields, hidden) => {
    const type = { info, options: { populateCreatorFields }, attributes: {} }
    const { createdBy } = createRegistry({ contentTypes: { [article]: type } }).contentType(article).attributes
    expect(createdBy).toMatchObject({ type: 'relation', relation: 'oneToOne', target: 'admin::user' })
    expect(createdBy?.private).toBe(hidden)
  })

  it('marks localized attributes of localized types only', () => {
    const attributes = { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } }
    const localized = { info, attributes, pluginOptions: { i18n: { localized: true } } }
    const read = (type: typeof localized | { info: typeof info; attributes: typeof attributes }) =>
      createRegistry({ contentTypes: { [article]: type } }).contentType(article).declared['title']
    expect(read(localized)).toEqual({ type: 'string', localized: true })
    expect(read({ info, attributes })).toEqual({ type: 'string' })
  })

  it('hides what privateAttributes names, declared or standard', () => {
    const options = { privateAttributes: ['note', 'createdAt'] }
    const type = { info, options, attributes: { note: { type: 'string' }, title: { type: 'string' } } }
    const { attributes, declared } = createRegistry({ contentTypes: { [article]: type } }).contentType(article)
    expect(declared['note']).toEqual({ type: 'string', private: true })
    expect(attributes['note']).toEqual({ type: 'string', private: true })
    expect(attributes['createdAt']).toEqual({ type: 'datetime', private: true })
    expect(attributes['updatedAt']).toEqual({ type: 'datetime' })
  })

  it('hides attributes of all types and components', () => {
    const attributes = { note: { type: 'string' }, title: { type: 'string' } }
    const registry = createRegistry({
      contentTypes: { [article]: { info, attributes } },
      components: { 'shared.part': { options: { privateAttributes: ['title'] }, attributes } },
      privateAttributes: ['note', 'email', 'updatedAt', 'id'],
    })
    const isPrivate = (schema: Schema) =>
      Object.entries(schema.attributes).flatMap(([name, attribute]) => (attribute.private ? [name] : []))
    expect(isPrivate(registry.contentType(article))).toEqual(['note', 'updatedAt', 'createdBy', 'updatedBy'])
    expect(isPrivate(registry.component('shared.part'))).toEqual(['note', 'title'])
    expect(isPrivate(registry.contentType('plugin::users-permissions.user'))).toContain('email')
  })

  it('accepts an index in four forms', () => {
    const attributes = { a: { type: 'string' }, b: { type: 'string' } }
    const ofStrapi = { name: 'by_date', columns: ['created_at', 'b', 'id'], type: 'unique' }
    const indexes = [
      'a',
      ['a', 'b'],
      { attributes: ['b'], unique: true },
      ['createdAt'],
      ofStrapi,
      { name: 'by_id', columns: ['id'] },
    ]
    const registry = createRegistry({ contentTypes: { [article]: { info, attributes, indexes } } })
    expect(registry.contentType(article).indexes).toEqual([
      { attributes: ['a'] },
      { attributes: ['a', 'b'] },
      { attributes: ['b'], unique: true },
      { attributes: ['createdAt'] },
      { attributes: ['createdAt', 'b', 'id'], unique: true },
    ])
  })

  it('has no attribute with the name of an object property', () => {
    const registry = createRegistry({ contentTypes: { [article]: { info, attributes: {} } } })
    const { attributes, declared } = registry.contentType(article)
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(attributes[name]).toBeUndefined()
      expect(declared[name]).toBeUndefined()
    }
  })

  it('throws for an unknown uid and suggests a known one', () => {
    const registry = createRegistry({ contentTypes: { [article]: { info, attributes: {} } } })
    expect(() => registry.contentType('api::article.articles')).toThrow(
      'There is no content type "api::article.articles". Did you mean "api::article.article"?',
    )
    expect(() => registry.component('shared.seo')).toThrow('There is no component "shared.seo".')
  })
})

describe('built-in content types', () => {
  const registry = createRegistry({})
  const shown = (uid: string) =>
    Object.entries(registry.contentType(uid).attributes)
      .filter(([, { private: hidden, type }]) => !hidden && type !== 'relation')
      .map(([name]) => name)

  it.each([
    [
      'plugin::users-permissions.user',
      ['id', 'username', 'email', 'provider', 'confirmed', 'blocked', 'createdAt', 'updatedAt'],
    ],
    ['plugin::users-permissions.role', ['id', 'name', 'description', 'type', 'createdAt', 'updatedAt']],
    [
      'plugin::upload.file',
      'id name alternativeText caption width height formats hash ext mime size url previewUrl provider provider_metadata createdAt updatedAt'.split(
        ' ',
      ),
    ],
    ['admin::user', ['id', 'firstname', 'lastname', 'username', 'preferedLanguage', 'createdAt', 'updatedAt']],
  ])('%s shows its attributes in order', (uid, names) => {
    expect(shown(uid)).toEqual(names)
  })

  it('relate users and roles', () => {
    expect(registry.contentType('plugin::users-permissions.user').declared['role']).toMatchObject({
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    })
    expect(registry.contentType('plugin::users-permissions.role').declared['users']).toMatchObject({ mappedBy: 'role' })
  })

  it('may be extended', () => {
    const user = 'plugin::users-permissions.user'
    const extended = createRegistry({
      contentTypes: {
        [user]: {
          attributes: {
            username: { type: 'string', minLength: 5 },
            articles: { type: 'relation', relation: 'oneToMany', target: article, mappedBy: 'author' },
          },
        },
        [article]: {
          info,
          attributes: { author: { type: 'relation', relation: 'manyToOne', target: user, inversedBy: 'articles' } },
        },
      },
    }).contentType(user)
    expect(extended.collectionName).toBe('up_users')
    expect(extended.declared['username']).toEqual({ type: 'string', minLength: 5 })
    expect(Object.keys(extended.declared).at(-1)).toBe('articles')
    expect(extended.declared['email']?.type).toBe('email')
  })
})

describe('ModelError', () => {
  it('lists mistakes by file in its message', () => {
    const sources = {
      contentTypes: {
        [article]: {
          info,
          attributes: { x: { type: 'relation', relation: 'manyToOn' }, y: { type: 'enumeration' } },
        },
      },
      components: { 'shared.seo': { attributes: { id: { type: 'string' } } } },
    }
    let thrown: unknown
    try {
      createRegistry(sources)
    } catch (error) {
      thrown = error
    }
    expect(isModelError(thrown)).toBe(true)
    expect(thrown).toBeInstanceOf(ModelError)
    expect((thrown as ModelError).message.split('\n')).toEqual([
      'The content model has 3 mistakes:',
      '',
      '  api::article.article',
      expect.stringMatching(/^ {4}attributes\.x\.relation: must be .* but is "manyToOn"\. Did you mean "manyToOne"\?$/),
      '    attributes.y.enum: is missing.',
      '',
      '  shared.seo',
      '    attributes.id: is reserved: the service adds "id" itself.',
    ])
  })
})

it('warns of unknown options in content types and components', () => {
  const options = { 'my-plugin': { depth: 3 }, comment: '' }
  const info = { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' }
  const { warnings } = createRegistry({
    contentTypes: { 'api::tag.tag': { info, options, attributes: {} } },
    components: { 'shared.seo': { options: { draftAndPublish: true, icon: 'pen' }, attributes: {} } },
  })
  const message = (owner: string) => `is not an option of ${owner}, so it has no effect.`
  expect(warnings).toEqual([
    { file: 'api::tag.tag', path: 'options.my-plugin', message: message('"options"') },
    { file: 'shared.seo', path: 'options.icon', message: message('the "options" of a component') },
  ])
})
