import { createRegistry, type Registry } from '@content-api/model'

type Attributes = Record<string, object>

const localized = { pluginOptions: { i18n: { localized: true } } }

function type(singularName: string, pluralName: string, attributes: Attributes, options: object = {}) {
  return {
    kind: 'collectionType',
    collectionName: pluralName.replaceAll('-', '_'),
    info: { singularName, pluralName, displayName: singularName },
    ...options,
    attributes,
  }
}

const drafts = { options: { draftAndPublish: true } }

function relation(kind: string, target: string, side: object = {}) {
  return { type: 'relation', relation: kind, target: `api::${target}.${target}`, ...side }
}

const article = type(
  'article',
  'articles',
  {
    title: { type: 'string', required: true, minLength: 3, maxLength: 60 },
    slug: { type: 'uid', targetField: 'title' },
    code: { type: 'string', unique: true, regex: '^[A-Z]{2}-[0-9]+$' },
    kind: { type: 'enumeration', enum: ['news', 'opinion', 'review'], default: 'news' },
    contactEmail: { type: 'email' },
    secret: { type: 'password', minLength: 6 },
    internalNote: { type: 'string', private: true },
    publishDate: { type: 'date' },
    publishTime: { type: 'time' },
    eventAt: { type: 'datetime' },
    stampedAt: { type: 'timestamp' },
    rating: { type: 'integer', min: 1, max: 10, default: 5 },
    views: { type: 'biginteger', max: '9000000000000000000' },
    score: { type: 'float', min: 0, max: 1 },
    price: { type: 'decimal' },
    featured: { type: 'boolean', default: false },
    extra: { type: 'json' },
    list: { type: 'array' },
    cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
    attachments: { type: 'media', multiple: true, allowedTypes: ['images', 'files', 'videos', 'audios'] },
    seo: { type: 'component', repeatable: false, component: 'shared.seo' },
    links: { type: 'component', repeatable: true, component: 'shared.link', min: 1, max: 4 },
    zone: { type: 'dynamiczone', components: ['blocks.quote', 'blocks.gallery'], max: 5 },
    category: relation('manyToOne', 'category', { inversedBy: 'articles' }),
    tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
    detail: relation('oneToOne', 'detail', { inversedBy: 'article' }),
    mainTag: relation('oneToOne', 'tag'),
    wayTags: relation('oneToMany', 'tag'),
    memo: relation('oneToOne', 'memo'),
  },
  drafts,
)

const page = type(
  'page',
  'pages',
  {
    title: { type: 'string', required: true, ...localized },
    slug: { type: 'uid', targetField: 'title', ...localized },
    code: { type: 'string', unique: true },
    rating: { type: 'integer' },
    secret: { type: 'password' },
    cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
    gallery: { type: 'media', multiple: true, allowedTypes: ['images'] },
    seo: { type: 'component', repeatable: false, component: 'shared.seo' },
    hero: { type: 'component', repeatable: false, component: 'shared.link', ...localized },
    blocks: { type: 'dynamiczone', components: ['blocks.quote', 'blocks.gallery'] },
    topics: relation('manyToMany', 'tag', { inversedBy: 'pages' }),
    own: { ...relation('oneToMany', 'tag'), ...localized },
    section: relation('manyToOne', 'category'),
  },
  { ...drafts, ...localized },
)

/** A model with every kind of attribute and relation, for the tests of writes. */
export function writeModel(): Registry {
  return createRegistry({
    contentTypes: {
      'api::article.article': article,
      'api::page.page': page,
      'api::category.category': type('category', 'categories', {
        name: { type: 'string', required: true, unique: true },
        articles: relation('oneToMany', 'article', { mappedBy: 'category' }),
      }),
      'api::tag.tag': type('tag', 'tags', {
        name: { type: 'string', required: true },
        articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
        pages: relation('manyToMany', 'page', { mappedBy: 'topics' }),
        remarks: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'subject' },
      }),
      'api::detail.detail': type('detail', 'details', {
        note: { type: 'string' },
        article: relation('oneToOne', 'article', { mappedBy: 'detail' }),
      }),
      'api::memo.memo': type('memo', 'memos', { text: { type: 'string' } }),
      'api::promise.promise': type(
        'promise',
        'promises',
        {
          name: { type: 'string', required: true },
          picture: { type: 'media', multiple: false, required: true, allowedTypes: ['images'] },
          tag: { ...relation('oneToOne', 'tag'), required: true },
          seo: { type: 'component', repeatable: false, component: 'shared.seo', required: true },
        },
        drafts,
      ),
      'api::note.note': type('note', 'notes', {
        text: { type: 'string' },
        subject: { type: 'relation', relation: 'morphToOne' },
        subjects: { type: 'relation', relation: 'morphToMany' },
      }),
    } as never,
    components: {
      'shared.link': {
        collectionName: 'components_shared_link',
        info: { displayName: 'link' },
        attributes: {
          label: { type: 'string', required: true },
          url: { type: 'string' },
          target: { type: 'enumeration', enum: ['self', 'blank'], default: 'self' },
        },
      },
      'shared.seo': {
        collectionName: 'components_shared_seo',
        info: { displayName: 'seo' },
        attributes: {
          metaTitle: { type: 'string', required: true, maxLength: 60 },
          key: { type: 'string', unique: true },
          noIndex: { type: 'boolean', default: false },
          metaImage: { type: 'media', multiple: false, allowedTypes: ['images'] },
          canonical: { type: 'component', repeatable: false, component: 'shared.link' },
        },
      },
      'blocks.quote': {
        collectionName: 'components_blocks_quote',
        info: { displayName: 'quote' },
        attributes: {
          text: { type: 'text', required: true },
          stars: { type: 'integer', min: 0, max: 5 },
          tags: relation('oneToMany', 'tag'),
        },
      },
      'blocks.gallery': {
        collectionName: 'components_blocks_gallery',
        info: { displayName: 'gallery' },
        attributes: {
          title: { type: 'string' },
          images: { type: 'media', multiple: true, allowedTypes: ['images'] },
          links: { type: 'component', repeatable: true, component: 'shared.link' },
        },
      },
    },
  })
}
