import { Readable } from 'node:stream'
import { readImportFile } from '@content-api/migrate/plain-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ContentApi,
  type EntryLine,
  type ImportError,
  type ImportMistake,
  createContentApi,
} from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { content, model, person, story } from './transfer-content.js'

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

/** Yields more entries than one statement inserts, so that a statement runs when it throws. */
function* failing() {
  for (let id = 1000; id < 1600; id++) yield person(id, { name: `person ${id}` })
  throw new Error('the source fails')
}

describe.each(names)('a transfer on %s', (name) => {
  it('reads entries in any order', async () => {
    const api = service(name)
    const progress: number[] = []
    expect(
      await api.importEntries(content, { replace: true, onProgress: (done) => progress.push(done) }),
    ).toMatchObject({
      entries: 8,
    })
    expect(progress.at(-1)).toBe(8)
    const response = JSON.stringify(await get(api, everything))
    for (const text of ['☃', '9223372036854775807', 'first', 'inner', 'h2', 'Fünf']) expect(response).toContain(text)
  })

  it('keeps the order of relations on both sides', async () => {
    const api = service(name)
    const ids = (response: unknown) =>
      JSON.stringify(response)
        .match(/"id":\d+/g)
        ?.slice(1)
        .join()
    expect(ids(await get(api, 'persons/1?fields=id&populate[friends][fields]=id'))).toBe('"id":3,"id":2')
    expect(ids(await get(api, 'persons/3?fields=id&populate[friendOf][fields]=id'))).toBe('"id":2,"id":1')
    expect(ids(await get(api, 'persons/2?fields=id&populate[stories][fields]=id'))).toBe('"id":9,"id":7')
  })

  it('hashes plain passwords on import, and exports only the hashes', async () => {
    const lines = await exported(service(name))
    expect(JSON.stringify(lines)).not.toContain('swordfish')
    const owner = lines.find(({ type, id }) => type === 'api::person.person' && id === 2)
    expect(owner?.attributes['secret']).toEqual({ hash: expect.stringMatching(/^\$argon2id\$/) as string })
  })

  it('continues ids after the imported ones', async () => {
    const body = JSON.stringify({ data: { name: 'new' } })
    const headers = { 'content-type': 'application/json' }
    const response = await service(name).fetch(
      new Request('http://service/api/persons', { method: 'POST', body, headers }),
    )
    const { data } = (await response.json()) as { data: { id: number } }
    expect(data.id).toBeGreaterThan(3)
  })

  it('leaves nothing when its source fails while rows are written', async () => {
    const api = service(name)
    const before = await exported(api)
    await expect(api.importEntries(failing())).rejects.toThrow('the source fails')
    expect(await exported(api)).toEqual(before)
  })

  it.each(names)('loses nothing on the way to %s and back', async (other) => {
    const [from, to] = [service(name), service(other)]
    const lines = await exported(from)
    const response = await get(from, everything)
    await to.importEntries(lines, { replace: true })
    expect(await exported(to)).toEqual(lines)
    expect(await get(to, everything)).toEqual(response)
  })
})

it('a service closes after an import whose source failed', async () => {
  const api = await createContentApi({ ...model, database: ':memory:', config: { i18n: { locales: ['fr'] } } })
  await expect(api.importEntries(failing())).rejects.toThrow('the source fails')
  await api.close()
})

describe('an import with a mistake', () => {
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
      'an id that exists in the database',
      person(1, {}),
      'Line 2: api::person.person 1 already exists. Import into an empty database, or use --replace',
    ],
    [
      'a value of the wrong kind',
      { type: 'api::story.story', id: 20, attributes: { at: 'yesterday' } },
      'Line 2: at: ',
    ],
    [
      'a relation to a missing entry',
      person(20, { friends: [99] }),
      'Line 2: friends refers to 99, but api::person.person has no entry with this id',
    ],
    [
      'a foreign key to a missing entry',
      { type: 'api::story.story', id: 20, attributes: { author: 99 } },
      'Line 2: author refers to 99',
    ],
    ['a relation twice', person(20, { friends: [1, 1] }), 'Line 2: friends points at 1 twice'],
    ['the other side of a relation', person(20, { stories: [7] }), 'Line 2: stories is the other side of a relation'],
    [
      'a component that the zone does not list',
      { type: 'api::story.story', id: 20, attributes: { zone: [{ __component: 'x' }] } },
      'Line 2: zone.0.__component must be one of part.seo, part.quote',
    ],
  ]

  describe.each(names)('on %s', (name) => {
    it.each(mistakes)('reports %s with its line, and changes nothing', async (_, line, message) => {
      const api = service(name)
      const before = await exported(api)
      await expect(api.importEntries([person(19, {}), line as EntryLine], { replace: false })).rejects.toThrow(message)
      expect(await exported(api)).toEqual(before)
    })
  })

  it.each(names)('reports all mistakes on %s, with their entries and attributes', async (name) => {
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

  it.each(names)('names the entries with the same unique value on %s', async (name) => {
    const api = service(name)
    const lines = [person(30, { name: 'a', code: 'x' }), person(31, { name: 'b', code: 'x' })]
    await expect(api.importEntries(lines)).rejects.toThrow(
      'api::person.person 31: code must be unique, but entry 30 has the same value: "x".',
    )
  })

  it.each(names)('reports the same mistakes in a dry run on %s, which changes nothing', async (name) => {
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

  it('keeps the entries that it would have replaced', async () => {
    const api = service('sqlite')
    const before = await exported(api)
    await expect(api.importEntries(['nonsense'], { replace: true })).rejects.toThrow('Line 1')
    expect(await exported(api)).toEqual(before)
  })
})

it.each(names)('an entry of a CSV file has its localizations on %s', async (name) => {
  const api = service(name)
  const { registry } = api
  const source = Readable.from([Buffer.from('title\nPlain\n')])
  const type = registry.contentType('api::story.story')
  await api.importEntries(readImportFile({ source, format: 'csv', type, delimiter: ',' }, registry).lines)
  expect(await get(api, 'stories?filters[title]=Plain&populate=localizations')).toMatchObject({
    data: [{ attributes: { title: 'Plain', localizations: { data: [] } } }],
  })
})
