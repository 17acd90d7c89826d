import { contentType, localizedAttribute, relation } from './schema-file.js'

/**
 * A content type with attributes of all types except relations, media, components, zones and arrays. None is
 * required, so each can be null.
 */
const item = contentType('conf-item', {
  label: { type: 'string' },
  str: { type: 'string' },
  txt: { type: 'text' },
  rich: { type: 'richtext' },
  kind: { type: 'enumeration', enum: ['a_be', 'bequeta', 'c_ta_x'] },
  mail: { type: 'email' },
  slug: { type: 'uid' },
  day: { type: 'date' },
  tod: { type: 'time' },
  at: { type: 'datetime' },
  stamp: { type: 'timestamp' },
  int: { type: 'integer' },
  big: { type: 'biginteger' },
  flt: { type: 'float' },
  dec: { type: 'decimal' },
  flag: { type: 'boolean' },
  obj: { type: 'json' },
  hidden: { type: 'string', private: true },
  pass: { type: 'password' },
})

/** Attributes with validation rules and defaults. */
const rule = contentType('conf-rule', {
  name: { type: 'string', required: true },
  short: { type: 'string', minLength: 3, maxLength: 6 },
  code: { type: 'string', regex: '^[A-Z]{2}-[0-9]+$' },
  badge: { type: 'string', unique: true },
  rating: { type: 'integer', min: 1, max: 10 },
  grade: { type: 'enumeration', enum: ['low', 'high'], default: 'low' },
  amount: { type: 'integer', default: 5 },
  mail: { type: 'email' },
  flag: { type: 'boolean' },
})

/** Every kind of relation, components, a dynamic zone and media, with drafts. */
const article = contentType(
  'conf-article',
  {
    title: { type: 'string' },
    rank: { type: 'integer' },
    category: relation('manyToOne', 'conf-category', { inversedBy: 'articles' }),
    tags: relation('manyToMany', 'conf-tag', { inversedBy: 'articles' }),
    detail: relation('oneToOne', 'conf-detail', { inversedBy: 'article' }),
    mainTag: relation('oneToOne', 'conf-tag'),
    wayTags: relation('oneToMany', 'conf-tag'),
    related: relation('oneToMany', 'conf-article'),
    vault: relation('oneToOne', 'conf-vault'),
    item: relation('oneToOne', 'conf-item'),
    cover: { type: 'media', multiple: false, allowedTypes: ['images', 'files'] },
    gallery: { type: 'media', multiple: true, allowedTypes: ['images', 'files'] },
    seo: { type: 'component', repeatable: false, component: 'conf.seo' },
    links: { type: 'component', repeatable: true, component: 'conf.link' },
    guard: { type: 'component', repeatable: false, component: 'conf.guard' },
    zone: { type: 'dynamiczone', components: ['conf.quote', 'conf.note', 'conf.guard'] },
  },
  { draftAndPublish: true },
)

const category = contentType(
  'conf-category',
  {
    name: { type: 'string' },
    rank: { type: 'integer' },
    parent: relation('manyToOne', 'conf-category', { inversedBy: 'children' }),
    children: relation('oneToMany', 'conf-category', { mappedBy: 'parent' }),
    articles: relation('oneToMany', 'conf-article', { mappedBy: 'category' }),
  },
  { populateCreatorFields: true },
)

const tag = contentType('conf-tag', {
  name: { type: 'string' },
  weight: { type: 'integer' },
  articles: relation('manyToMany', 'conf-article', { mappedBy: 'tags' }),
})

const detail = contentType('conf-detail', {
  note: { type: 'string' },
  article: relation('oneToOne', 'conf-article', { mappedBy: 'detail' }),
})

/** A type that can only be read with the full token. Other callers must not find it. */
const vault = contentType('conf-vault', { secret: { type: 'string' } })

const page = contentType(
  'conf-page',
  {
    title: localizedAttribute({ type: 'string' }),
    shared: { type: 'string' },
  },
  { draftAndPublish: true, localized: true },
)

/** Drafts of this type may lack attributes that published entries must have. */
const notice = contentType('conf-notice', { headline: { type: 'string', required: true } }, { draftAndPublish: true })

const home = contentType('conf-home', { headline: { type: 'string' } }, { kind: 'singleType' })

/** A type for other targets than Strapi 4, which has no attribute type `array`. */
const list = contentType('conf-list', { entries: { type: 'array' } })

export const contentTypes = [item, rule, article, category, tag, detail, vault, page, notice, home]

/** Content types that only some targets support. Each key is the capability that needs the type. */
export const optionalContentTypes = { arrayAttribute: list }
