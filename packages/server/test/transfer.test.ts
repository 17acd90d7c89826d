import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ContentApi,
  type EntryLine,
  type ImportError,
  type ImportMistake,
  createContentApi,
} from '../src/index.js'
import { databases } from './support/postgres.js'

const string = { type: 'string' }
const localized = { pluginOptions: { i18n: { localized: true } } }
const relation = (relation: string, target: string, more = {}) => ({ type: 'relation', relation, target, ...more })

const model = {
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
const person = (id: number, attributes: object) => ({
  type: 'api::person.person',
  id,
  attributes: { name: `p${id}`, ...attributes },
})

const story = (id: number, attributes: object) => ({
  type: 'api::story.story',
  id,
  attributes: { title: 't', ...attributes },
})

/** In the worst order: what an entry points at comes after it. */
const content: readonly EntryLine[] = [
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

const names = ['sqlite', 'postgres'] as const
const open = new Map<string, ContentApi>()

beforeAll(async () => {
  for (const { name, connection } of await databases()) {
    open.set(name, await createContentApi({ ...model, database: connection, config: { i18n: { locales: ['fr'] } } }))
  }
})
afterAll(async () => {
  for (const api of open.values()) await api.close()
})

const service = (name: string) => open.get(name) as ContentApi

async function exported(api: ContentApi): Promise<EntryLine[]> {
  const lines: EntryLine[] = []
  await api.exportEntries((line) => void lines.push(JSON.parse(line) as EntryLine))
  return lines
}

async function get(api: ContentApi, path: string): Promise<unknown> {
  return (await api.fetch(new Request(`http://service/api/${path}`))).json()
}

const everything =
  'stories/7?publicationState=preview&populate[pictures]=true&populate[cover]=true&populate[about]=true&populate[seen]=true&populate[seo][populate]=*&populate[zone][populate]=*&populate[localizations]=true'

describe.each(names)('on %s', (name) => {
  it('reads entries in whatever order they come', async () => {
    const api = service(name)
    const progress: number[] = []
    expect(
      await api.importEntries(content, { replace: true, onProgress: (done) => progress.push(done) }),
    ).toMatchObject({
      entries: 8,
    })
    expect(progress.at(-1)).toBe(8)
    const answer = JSON.stringify(await get(api, everything))
    for (const text of ['☃', '9223372036854775807', 'first', 'inner', 'h2', 'Fünf']) expect(answer).toContain(text)
  })

  it('keeps the order of relations on both sides', async () => {
    const api = service(name)
    const ids = (answer: unknown) =>
      JSON.stringify(answer)
        .match(/"id":\d+/g)
        ?.slice(1)
        .join()
    expect(ids(await get(api, 'persons/1?fields=id&populate[friends][fields]=id'))).toBe('"id":3,"id":2')
    expect(ids(await get(api, 'persons/3?fields=id&populate[friendOf][fields]=id'))).toBe('"id":2,"id":1')
    expect(ids(await get(api, 'persons/2?fields=id&populate[stories][fields]=id'))).toBe('"id":9,"id":7')
  })

  it('hashes passwords in clear, and never writes them', async () => {
    const lines = await exported(service(name))
    expect(JSON.stringify(lines)).not.toContain('swordfish')
    const owner = lines.find(({ type, id }) => type === 'api::person.person' && id === 2)
    expect(owner?.attributes['secret']).toEqual({ hash: expect.stringMatching(/^\$argon2id\$/) as string })
  })

  it('gives ids after the imported ones to what is created next', async () => {
    const body = JSON.stringify({ data: { name: 'new' } })
    const headers = { 'content-type': 'application/json' }
    const response = await service(name).fetch(
      new Request('http://service/api/persons', { method: 'POST', body, headers }),
    )
    const { data } = (await response.json()) as { data: { id: number } }
    expect(data.id).toBeGreaterThan(3)
  })

  it.each(names)('loses nothing on the way to %s and back', async (other) => {
    const [from, to] = [service(name), service(other)]
    const lines = await exported(from)
    const answer = await get(from, everything)
    await to.importEntries(lines, { replace: true })
    expect(await exported(to)).toEqual(lines)
    expect(await get(to, everything)).toEqual(answer)
  })
})

describe('a mistake', () => {
  const mistakes: [string, unknown, string][] = [
    ['not JSON', '{"type":', 'Line 2: is not JSON'],
    [
      'an unknown type',
      person(20, {}).type && { ...person(20, {}), type: 'api::persn.person' },
      'Line 2: there is no content type "api::persn.person". Did you mean "api::person.person"?',
    ],
    [
      'an unknown attribute',
      person(20, { nam: 'x' }),
      'Line 2: api::person.person has no attribute "nam". Did you mean "name"?',
    ],
    ['an unknown key', { ...person(20, {}), atributes: {} }, 'Line 2: has an unknown key "atributes"'],
    ['no id', { type: 'api::person.person', attributes: {} }, 'Line 2: id must be the id of an entry'],
    ['an id twice', person(19, {}), 'Line 2: api::person.person 19 already exists'],
    [
      'an id that the database has',
      person(1, {}),
      'Line 2: api::person.person 1 already exists. Import into an empty database, or use --replace',
    ],
    [
      'a value of the wrong kind',
      { type: 'api::story.story', id: 20, attributes: { at: 'yesterday' } },
      'Line 2: at: ',
    ],
    [
      'a relation to nothing',
      person(20, { friends: [99] }),
      'Line 2: friends refers to 99, but api::person.person has no entry with this id',
    ],
    [
      'a foreign key to nothing',
      { type: 'api::story.story', id: 20, attributes: { author: 99 } },
      'Line 2: author refers to 99',
    ],
    ['a relation twice', person(20, { friends: [1, 1] }), 'Line 2: friends points at 1 twice'],
    ['the other side of a relation', person(20, { stories: [7] }), 'Line 2: stories is the other side of a relation'],
    [
      'a component that the zone does not take',
      { type: 'api::story.story', id: 20, attributes: { zone: [{ __component: 'x' }] } },
      'Line 2: zone.0.__component must be one of part.seo, part.quote',
    ],
  ]

  describe.each(names)('on %s', (name) => {
    it.each(mistakes)('%s is told with its line, and nothing is changed', async (_, line, message) => {
      const api = service(name)
      const before = await exported(api)
      await expect(api.importEntries([person(19, {}), line as EntryLine], { replace: false })).rejects.toThrow(message)
      expect(await exported(api)).toEqual(before)
    })
  })

  it.each(names)('are reported all at once on %s, with their entries and attributes', async (name) => {
    const api = service(name)
    const before = await exported(api)
    const links = { links: [{ texd: 'x' }, { by: 'me' }] }
    const lines = [
      person(19, { name: 5, friends: [20, 98] }),
      '{',
      person(20, { nam: 'x', friends: [97] }),
      story(50, { at: 'now', seo: { title: 'x', ...links } }),
      person(1, {}),
      person(21, { friends: [19, 20] }),
    ]
    const error: ImportError = await api.importEntries(lines).then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown as ImportError,
    )
    const place = ({ line, type, id, attribute }: ImportMistake) => [line, type, id, attribute]
    const [persons, stories] = ['api::person.person', 'api::story.story']
    expect(error.mistakes.map(place)).toEqual([
      [1, persons, 19, 'name'],
      [2, undefined, undefined, undefined],
      [3, persons, 20, 'nam'],
      [4, stories, 50, 'at'],
      [4, stories, 50, 'seo.links.0.texd'],
      [4, stories, 50, 'seo.links.1.by'],
      [5, persons, 1, undefined],
    ])
    expect(error.message).toMatch(/^7 mistakes:\nLine 1: name: .* \(api::person\.person 19\)\nLine 2: is not JSON/)
    expect(await exported(api)).toEqual(before)
  })

  it.each(names)('of unique values name the entries on %s', async (name) => {
    const api = service(name)
    const lines = [person(30, { name: 'a', code: 'x' }), person(31, { name: 'b', code: 'x' })]
    await expect(api.importEntries(lines)).rejects.toThrow(
      'api::person.person 31: code must be unique, but entry 30 has the same value: "x".',
    )
  })

  it.each(names)('are those of the import in a dry run on %s, which changes nothing', async (name) => {
    const api = service(name)
    const before = await exported(api)
    const lines = [
      person(1, { name: 'new' }),
      person(900, { name: 'b', friends: [1] }),
      story(51, { publishedAt: null }),
    ]
    const { entries, summary } = await api.importEntries(lines, { dryRun: true, replace: true })
    expect([entries, summary.types]).toEqual([
      3,
      [
        { type: 'api::person.person', entries: 2, drafts: 0, components: 0, relations: 1, files: 0 },
        { type: 'api::story.story', entries: 1, drafts: 1, components: 0, relations: 0, files: 0 },
      ],
    ])
    expect(await exported(api)).toEqual(before)
    await expect(api.importEntries(lines, { dryRun: true })).rejects.toThrow('api::person.person 1 already exists')
  })

  it('leaves what would have been replaced', async () => {
    const api = service('sqlite')
    const before = await exported(api)
    await expect(api.importEntries(['nonsense'], { replace: true })).rejects.toThrow('Line 1')
    expect(await exported(api)).toEqual(before)
  })
})
