import type { SchemaSources } from '@content-api/model'
import type { EntryLine } from '../../../src/index.js'

/**
 * The values of attributes. Each hidden attribute has an open twin: an attribute of the same kind that the
 * caller may see, with other values. A probe must find the values of the twin, or it could not find a leak.
 */
export interface Values {
  readonly word: string
  readonly number: number
  readonly time: string
  /** The id of the related tag, vault or chest. */
  readonly link: number
}

/** Only hidden attributes have these values. */
export const hidden: Values = { word: 'canary7f3a', number: 770_001, time: '2031-07-07T07:07:07.000Z', link: 1 }
/** Only the open twins of the hidden attributes have these values. */
export const open: Values = { word: 'openly5e1b', number: 880_002, time: '2032-08-08T08:08:08.000Z', link: 2 }
/** Only entries of types that some callers may not find have this word. The other values are the hidden ones. */
export const withheld: Values = { ...hidden, word: 'vaulted9c2d' }
/** Only entries that no guess matches have these values. */
const other: Values = { word: 'nobody', number: 500, time: '2020-01-01T00:00:00.000Z', link: 3 }

/** Matches hidden values in a response. The names of hidden attributes may occur in errors, but not with a value. */
export const anythingHidden = /canary7f3a|770001|2031-07-07|argon2|"(secret\w+|password|\w+Token)"\s*:/i
export const anythingOpen = /openly5e1b|880002|2032-08-08/

const twins = (name: string, attribute: object) => ({
  [`secret${name}`]: { ...attribute, private: true },
  [`open${name}`]: attribute,
})
const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})
const component = (name: string, repeatable = false) => ({ type: 'component', component: name, repeatable })
const texts = twins('Text', { type: 'string' })
const contentType = (singularName: string, attributes: object, more: object = {}) => ({
  [`api::${singularName}.${singularName}`]: {
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    attributes,
    ...more,
  },
})

/**
 * A model with every kind of hidden attribute and its open twin, behind every kind of relation. Readers may
 * not find vaults.
 */
export const sources = {
  contentTypes: {
    ...contentType(
      'paper',
      {
        title: { type: 'string' },
        ...texts,
        ...twins('Number', { type: 'integer' }),
        ...twins('Time', { type: 'datetime' }),
        ...twins('Flag', { type: 'boolean' }),
        ...twins('Data', { type: 'json' }),
        secretKey: { type: 'password' },
        ...twins('Tag', relation('manyToOne', 'api::tag.tag')),
        ...twins('Box', component('shared.lock')),
        ...twins('Scan', { type: 'media', multiple: false }),
        vault: relation('manyToOne', 'api::vault.vault'),
        chest: relation('manyToOne', 'api::chest.chest'),
        owner: relation('manyToOne', 'plugin::users-permissions.user'),
        author: relation('manyToOne', 'api::author.author', { inversedBy: 'papers' }),
        related: relation('manyToMany', 'api::paper.paper'),
        box: component('shared.box'),
        boxes: component('shared.box', true),
        zone: { type: 'dynamiczone', components: ['shared.box', 'shared.lock'] },
        cover: { type: 'media', multiple: false },
      },
      { options: { populateCreatorFields: true }, pluginOptions: { i18n: { localized: true } } },
    ),
    ...contentType('author', {
      name: { type: 'string' },
      ...texts,
      papers: relation('oneToMany', 'api::paper.paper', { mappedBy: 'author' }),
    }),
    ...contentType('tag', { name: { type: 'string' } }),
    ...contentType('vault', { text: { type: 'string' }, picture: { type: 'media', multiple: false } }),
    ...contentType('chest', { text: { type: 'string' }, picture: { type: 'media', multiple: false } }),
    ...contentType('pin', { name: { type: 'string' }, anything: { type: 'relation', relation: 'morphToOne' } }),
  },
  components: {
    'shared.box': { info: { displayName: 'Box' }, attributes: { ...texts, lock: component('shared.lock') } },
    'shared.lock': { info: { displayName: 'Lock' }, attributes: { label: { type: 'string' }, ...texts } },
  },
} as unknown as SchemaSources

const pair = (name: string, of: keyof Values, odd: boolean) => ({
  [`secret${name}`]: (odd ? hidden : other)[of],
  [`open${name}`]: (odd ? open : other)[of],
})
const lock = (odd: boolean) => ({ label: 'lock', ...pair('Text', 'word', odd) })
const box = (odd: boolean) => ({ ...pair('Text', 'word', odd), lock: lock(odd) })

/** The hashed password does not matter. */
const hashed = { hash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0$c29tZWhhc2hzb21laGFzaHNvbWVoYXNoc29tZWg' }

/** The third author has papers with odd ids and papers with even ids. */
const authorOf = (id: number) => ([1, 6, 7].includes(id) ? 3 : 2 - (id % 2))

/**
 * Right guesses match papers with odd ids and no papers with even ids. Papers 1 and 7 have relations to
 * papers of both kinds, so that their order can reveal something. The others have relations to papers of one
 * kind, so that every operator can reveal something.
 */
function paper(id: number, related: readonly number[], more: object = {}): EntryLine {
  const odd = id % 2 === 1
  return {
    type: 'api::paper.paper',
    id,
    attributes: {
      title: `Paper ${id}`,
      ...pair('Text', 'word', odd),
      ...pair('Number', 'number', odd),
      ...pair('Time', 'time', odd),
      secretFlag: odd,
      openFlag: odd,
      secretData: [(odd ? hidden : other).word],
      openData: [(odd ? open : other).word],
      secretKey: hashed,
      ...pair('Tag', 'link', odd),
      secretScan: odd ? files.secret : null,
      openScan: odd ? files.open : null,
      secretBox: { label: 'b', openText: (odd ? hidden : other).word },
      openBox: { label: 'b', openText: (odd ? open : other).word },
      vault: odd ? hidden.link : other.link,
      chest: odd ? open.link : other.link,
      owner: odd ? 1 : 2,
      author: authorOf(id),
      related,
      box: box(odd),
      boxes: [box(odd), box(odd && id !== 1 && id !== 7)],
      zone: [
        { __component: 'shared.box', ...box(odd) },
        { __component: 'shared.lock', ...lock(odd) },
      ],
      createdBy: 1,
      updatedBy: 1,
      ...more,
    },
  }
}

/** Files used by hidden and open attributes of papers, an unused file, and one used by vaults and chests. */
export const files = { shared: 1, secret: 2, open: 3, unused: 4 } as const
const file = (id: number): EntryLine => ({
  type: 'plugin::upload.file',
  id,
  attributes: {
    name: 'scan',
    hash: `scan${id}`,
    mime: 'image/png',
    size: 1,
    url: '/uploads/scan.png',
    provider: 'local',
  },
})

const named = (type: string, id: number, attributes: object): EntryLine => ({
  type: `api::${type}.${type}`,
  id,
  attributes: { ...attributes },
})
const users = 'plugin::users-permissions'
const user = (id: number, { word }: Values): EntryLine => ({
  type: `${users}.user`,
  id,
  attributes: {
    username: (id === 1 ? open : other).word,
    email: `${(id === 1 ? open : other).word}@example.com`,
    provider: 'local',
    confirmed: true,
    blocked: false,
    password: hashed,
    resetPasswordToken: word,
    confirmationToken: word,
    role: 3,
  },
})

export const content: readonly EntryLine[] = [
  {
    type: 'admin::user',
    id: 1,
    attributes: {
      firstname: 'Ada',
      email: `${hidden.word}@example.com`,
      password: hashed,
      resetPasswordToken: hidden.word,
      registrationToken: hidden.word,
    },
  },
  { type: `${users}.role`, id: 3, attributes: { name: withheld.word, type: 'locked' } },
  user(1, hidden),
  user(2, other),
  ...Object.values(files).map(file),
  ...[hidden, open, other].map(({ word, link }) => named('tag', link, { name: word })),
  ...[withheld, open, other].map(({ word, link }) => named('vault', link, { text: word, picture: 1 })),
  ...[other, open, other].map(({ word }, index) => named('chest', index + 1, { text: word, picture: 1 })),
  ...[1, 2, 3].map((id) => named('author', id, { name: `Author ${id}`, ...pair('Text', 'word', id === 1) })),
  ...[1, 2, 3, 4, 5, 6].map((id) => paper(id, id === 1 ? [2, 3] : [(id % 6) + 1])),
  ...[7, 8, 9, 10, 11, 12].map((id) => ({
    ...paper(id, id === 7 ? [8, 9] : [id === 12 ? 7 : id + 1], { locale: 'fr' }),
    localizationOf: id - 6,
  })),
  { ...paper(14, [7], { locale: 'de' }), localizationOf: 1 },
  named('pin', 1, { name: 'A vault', anything: { type: 'api::vault.vault', id: hidden.link } }),
  named('pin', 2, { name: 'A chest', anything: { type: 'api::chest.chest', id: open.link } }),
]
