import type { EntryLine } from '../../src/index.js'

const string = { type: 'string' }
const localized = { pluginOptions: { i18n: { localized: true } } }
const relation = (relation: string, target: string, more = {}) => ({ type: 'relation', relation, target, ...more })

export const model = {
  contentTypes: {
    'api::person.person': {
      info: { singularName: 'person', pluralName: 'persons' },
      attributes: {
        name: { ...string, required: true },
        secret: { type: 'password' },
        code: { ...string, unique: true },
        stories: relation('oneToMany', 'api::story.story', { mappedBy: 'author' }),
        friends: relation('manyToMany', 'api::person.person', { inversedBy: 'friendOf' }),
        friendOf: relation('manyToMany', 'api::person.person', { mappedBy: 'friends' }),
      },
    },
    'api::story.story': {
      info: { singularName: 'story', pluralName: 'stories' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: {
        title: { ...string, ...localized },
        stamp: { type: 'timestamp' },
        big: { type: 'biginteger' },
        exact: { type: 'decimal' },
        near: { type: 'float' },
        flag: { type: 'boolean', default: true },
        day: { type: 'date' },
        clock: { type: 'time' },
        at: { type: 'datetime' },
        anything: { type: 'json' },
        author: relation('manyToOne', 'api::person.person', { inversedBy: 'stories' }),
        cover: { type: 'media', multiple: false },
        pictures: { type: 'media', multiple: true },
        about: { type: 'relation', relation: 'morphToOne' },
        seen: { type: 'relation', relation: 'morphToMany' },
        seo: { type: 'component', component: 'part.seo', repeatable: false },
        zone: { type: 'dynamiczone', components: ['part.seo', 'part.quote'] },
      },
    },
  },
  components: {
    'part.seo': {
      attributes: {
        title: { ...string, required: true },
        links: { type: 'component', component: 'part.quote', repeatable: true },
      },
    },
    'part.quote': {
      attributes: { text: string, by: relation('oneToOne', 'api::person.person'), image: { type: 'media' } },
    },
  },
}

const file = (id: number) => ({
  type: 'plugin::upload.file',
  id,
  attributes: { name: `${id}.png`, hash: `h${id}`, mime: 'image/png', size: 1.5, url: `/${id}.png`, provider: 'local' },
})
export const person = (id: number, attributes: object) => ({
  type: 'api::person.person',
  id,
  attributes: { name: `p${id}`, ...attributes },
})

export const story = (id: number, attributes: object) => ({
  type: 'api::story.story',
  id,
  attributes: { title: 't', ...attributes },
})

/** In the worst order: each entry comes before the entries that it references. */
export const content: readonly EntryLine[] = [
  {
    type: 'api::story.story',
    id: 8,
    localizationOf: 7,
    attributes: { title: 'Fünf', locale: 'fr', publishedAt: null, flag: null },
  },
  {
    type: 'api::story.story',
    id: 7,
    attributes: {
      title: 'Five "quoted" \\ \u2028 ☃',
      stamp: '1709287200000',
      big: '9223372036854775807',
      exact: '12345678.901234',
      near: 0.1 + 0.2,
      day: '2024-02-29',
      clock: '08:30:00.001',
      at: '2024-03-01T10:00:00.000Z',
      anything: { a: [1, null, { b: 'x' }] },
      author: { id: 2, order: 2 },
      cover: 2,
      pictures: [2, 1],
      about: { type: 'api::person.person', id: 1 },
      seen: [
        { type: 'api::story.story', id: 8 },
        { type: 'api::person.person', id: 1 },
      ],
      seo: { title: 'seo', links: [{ text: 'first', by: 2, image: 1 }, { text: 'second' }] },
      zone: [
        { __component: 'part.quote', text: 'q1' },
        { __component: 'part.seo', title: 's1', links: [{ text: 'inner', by: 1 }] },
        { __component: 'part.quote', text: 'q2', by: 1 },
      ],
    },
  },
  { type: 'api::story.story', id: 9, attributes: { title: 'Nine', author: { id: 2, order: 1 } } },
  person(1, {
    friends: [
      { id: 3, order: 2 },
      { id: 2, order: 1 },
    ],
  }),
  person(2, { secret: 'swordfish', friends: [{ id: 3, order: 1 }, 2] }),
  person(3, { friends: [1] }),
  file(1),
  file(2),
]
