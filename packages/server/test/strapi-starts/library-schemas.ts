/** An attribute as a schema file has it. */
export type AttributeJson = Readonly<Record<string, unknown>> & { readonly type: string }

/** A schema file of a content type or a component. */
export interface SchemaJson {
  readonly kind?: 'collectionType' | 'singleType'
  readonly collectionName: string
  readonly info: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly pluginOptions?: Readonly<Record<string, unknown>>
  readonly attributes: Readonly<Record<string, AttributeJson>>
}

const i18n = (localized: boolean) => ({ pluginOptions: { i18n: { localized } } })

const relation = (kind: string, name: string, side: Readonly<Record<string, string>> = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${name}.${name}`,
  ...side,
})

const component = (name: string, repeatable = false) => ({ type: 'component', component: name, repeatable })

/** The content types of the calls, by singular name. They have every type of attribute and of relation. */
export const libraryTypes: Readonly<Record<string, SchemaJson>> = {
  book: {
    kind: 'collectionType',
    collectionName: 'books',
    info: { singularName: 'book', pluralName: 'books', displayName: 'Book' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string', required: true, minLength: 2, maxLength: 60 },
      blurb: { type: 'text' },
      story: { type: 'richtext' },
      pages: { type: 'integer', min: 1, max: 5000 },
      copies: { type: 'biginteger' },
      price: { type: 'decimal' },
      rating: { type: 'float' },
      stocked: { type: 'boolean', default: true },
      released: { type: 'date' },
      opens: { type: 'time' },
      reviewed: { type: 'datetime' },
      genre: { type: 'enumeration', enum: ['novel', 'essay', 'verse'], default: 'novel' },
      contact: { type: 'email' },
      extra: { type: 'json' },
      slug: { type: 'uid' },
      code: { type: 'string', unique: true, regex: '^[a-z]{2}-[0-9]+$' },
      hidden: { type: 'string', private: true },
      author: relation('manyToOne', 'author', { inversedBy: 'books' }),
      tags: relation('manyToMany', 'tag', { inversedBy: 'books' }),
      sequel: relation('oneToOne', 'book'),
      related: relation('oneToMany', 'book'),
      cover: component('shared.cover'),
      chapters: component('shared.chapter', true),
      parts: { type: 'dynamiczone', components: ['shared.cover', 'shared.chapter'] },
    },
  },
  author: {
    kind: 'collectionType',
    collectionName: 'authors',
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
    options: { draftAndPublish: false },
    attributes: {
      name: { type: 'string' },
      born: { type: 'date' },
      books: relation('oneToMany', 'book', { mappedBy: 'author' }),
      home: relation('oneToOne', 'place', { inversedBy: 'resident' }),
      friends: relation('manyToMany', 'author', { inversedBy: 'admirers' }),
      admirers: relation('manyToMany', 'author', { mappedBy: 'friends' }),
      teacher: relation('manyToOne', 'author', { inversedBy: 'pupils' }),
      pupils: relation('oneToMany', 'author', { mappedBy: 'teacher' }),
    },
  },
  tag: {
    kind: 'collectionType',
    collectionName: 'tags',
    info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
    attributes: { label: { type: 'string' }, books: relation('manyToMany', 'book', { mappedBy: 'tags' }) },
  },
  place: {
    kind: 'collectionType',
    collectionName: 'places',
    info: { singularName: 'place', pluralName: 'places', displayName: 'Place' },
    options: { draftAndPublish: true },
    ...i18n(true),
    attributes: {
      name: { type: 'string', ...i18n(true) },
      people: { type: 'integer', ...i18n(true) },
      resident: relation('oneToOne', 'author', { mappedBy: 'home' }),
    },
  },
  about: {
    kind: 'singleType',
    collectionName: 'abouts',
    info: { singularName: 'about', pluralName: 'abouts', displayName: 'About' },
    options: { draftAndPublish: false },
    attributes: { text: { type: 'text' }, author: relation('oneToOne', 'author'), cover: component('shared.cover') },
  },
}

/** The components of the calls, by uid. */
export const libraryComponents: Readonly<Record<string, SchemaJson>> = {
  'shared.cover': {
    collectionName: 'components_shared_covers',
    info: { displayName: 'Cover' },
    attributes: { alt: { type: 'string' }, width: { type: 'integer' }, artist: relation('oneToOne', 'author') },
  },
  'shared.chapter': {
    collectionName: 'components_shared_chapters',
    info: { displayName: 'Chapter' },
    attributes: {
      heading: { type: 'string', required: true },
      number: { type: 'integer' },
      cover: component('shared.cover'),
      tags: relation('oneToMany', 'tag'),
    },
  },
}
