import type { EntryLine } from '../../../src/index.js'

export const next = (index: number, count: number) => (index % count) + 1
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Entries in rings: each relation leads to another entry, at any depth. */
export const content: readonly EntryLine[] = [
  {
    type: 'plugin::upload.file',
    id: 1,
    attributes: { name: 'a.png', hash: 'a', ext: '.png', mime: 'image/png', size: 1, url: '/a', provider: 'local' },
  },
  ...numbers(3).map((id) => ({ type: 'api::tag.tag', id, attributes: { name: `Tag ${id}`, weight: id } })),
  ...numbers(2).map((id) => ({ type: 'api::category.category', id, attributes: { name: `Category ${id}` } })),
  ...numbers(2).map((id) => ({ type: 'api::author.author', id, attributes: { name: `Author ${id}` } })),
  ...numbers(5).map((id) => ({
    type: 'api::menu-item.menu-item',
    id,
    attributes: { label: `Item ${id}`, position: id, parent: next(id, 5) },
  })),
  ...numbers(4).map((id) => ({
    type: 'api::article.article',
    id,
    attributes: {
      title: `"Article" ${id}: é, €, 😀`,
      publishedAt: id === 4 ? null : '2024-01-01T00:00:00.000Z',
      category: next(id, 2),
      author: next(id, 2),
      tags: [next(id, 3), id === 3 ? 3 : next(id + 1, 3)],
      related: [next(id, 4), next(id + 1, 4)],
      cover: 1,
      seo: { metaTitle: `Seo ${id}`, canonical: { label: `canonical ${id}` } },
      zone: [
        { __component: 'blocks.quote', text: `Quote ${id}`, author: next(id, 2) },
        { __component: 'blocks.gallery', title: `Gallery ${id}`, images: [1], links: [{ label: `link ${id}` }] },
      ],
    },
  })),
  ...numbers(3).map((id) => ({
    type: 'api::article.article',
    id: 10 + id,
    localizationOf: id,
    attributes: { title: `Article ${id} fr`, locale: 'fr', related: [10 + next(id, 3)] },
  })),
  { type: 'api::note.note', id: 1, attributes: { subject: { type: 'api::article.article', id: 1 } } },
]

export type Attributes = Record<string, unknown>
export interface Entry {
  readonly id: number
  readonly attributes: Attributes
}

/** A relation, or a component and the relation in it. */
export interface Step {
  /** The value of `populate`; `below` is the populate of the related entries. */
  readonly populate: (below: unknown) => Record<string, unknown>
  /** The plural name of the target type. */
  readonly to: string
  readonly found: (attributes: Attributes) => readonly Entry[]
}

export const envelope = (value: unknown): readonly Entry[] => {
  const { data } = value as { data: Entry | Entry[] | null }
  return data === null ? [] : [data].flat()
}

/** A relation with its options and the populate below it. */
export function relation(name: string, to: string, options: Record<string, unknown> = {}): Step {
  return {
    populate: (below) => ({
      [name]:
        below === undefined && Object.keys(options).length === 0
          ? true
          : { ...options, ...(below !== undefined && { populate: below }) },
    }),
    to,
    found: (attributes) => envelope(attributes[name]),
  }
}

/** The author of the zone's quote. The gallery, `seo` and `cover` are populated as well. */
const quoted: Step = {
  populate: (below) => ({
    zone: {
      on: {
        'blocks.quote': { populate: { author: below === undefined ? true : { populate: below } } },
        'blocks.gallery': { populate: '*' },
      },
    },
    seo: { populate: '*' },
    cover: true,
  }),
  to: 'authors',
  found: ({ zone }) => (zone as Attributes[]).flatMap(({ author }) => (author === undefined ? [] : envelope(author))),
}

const options = {
  fields: ['title'],
  sort: 'title:desc',
  filters: { title: { $contains: '€' }, $not: { tags: { name: 'Nothing' } } },
  start: '0',
  limit: '1',
}

export const paths: Readonly<Record<string, readonly [start: string, cycle: readonly Step[], query?: string]>> = {
  'to one': ['menu-items/1', [relation('parent', 'menu-items')]],
  'to many': ['menu-items/1', [relation('children', 'menu-items')]],
  'many to many': [
    'articles/1',
    [
      relation('tags', 'tags'),
      relation('articles', 'articles', { limit: '1' }),
      relation('tags', 'tags', { limit: '1' }),
      relation('articles', 'articles', { limit: '1', sort: 'title:desc' }),
    ],
  ],
  'one way': ['articles/1', [relation('related', 'articles', { start: '1' })]],
  'one to many and back': [
    'articles/1',
    [relation('category', 'categories'), relation('articles', 'articles', { limit: '1', sort: 'title:desc' })],
  ],
  'fields, sort, filters and limits': ['articles/1', [relation('related', 'articles', options)]],
  'components, zones and media': ['articles/1', [quoted, relation('articles', 'articles', { limit: '1' })]],
  drafts: ['articles/1', [relation('related', 'articles', { start: '1' })], 'publicationState=preview'],
  localizations: [
    'articles/1',
    [
      relation('localizations', 'articles'),
      relation('localizations', 'articles'),
      relation('related', 'articles', { limit: '1' }),
    ],
  ],
}
