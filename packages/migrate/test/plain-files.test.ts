import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../tests/support/postgres.js'
import type { ContentStore } from '../src/content-store.js'
import { exportEntries } from '../src/entries/export-entries.js'
import { importEntries, type ImportOptions } from '../src/entries/import-entries.js'
import { type FileFormat, readImportFile } from '../src/plain-files/read-import-file.js'
import { openContentStore } from './content-store.js'

const string = { type: 'string' }
const relation = (kind: string, target: string, more = {}) => ({ type: 'relation', relation: kind, target, ...more })
const part = (component: string) => ({ type: 'component', component })
const author = 'api::author.author'
const article = 'api::article.article'

const model = {
  contentTypes: {
    [author]: {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: {
        name: { ...string, required: true },
        email: { type: 'email', unique: true },
        articles: relation('oneToMany', article, { mappedBy: 'author' }),
      },
    },
    [article]: {
      info: { singularName: 'article', pluralName: 'articles' },
      options: { draftAndPublish: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { ...string, required: true, maxLength: 20 },
        stars: { type: 'integer' },
        extra: { type: 'json' },
        author: relation('manyToOne', author, { inversedBy: 'articles' }),
        readers: relation('manyToMany', author),
        seo: part('part.seo'),
        guide: part('part.guide'),
      },
    },
    'api::home.home': {
      kind: 'singleType',
      info: { singularName: 'home', pluralName: 'homes' },
      attributes: { name: string },
    },
  },
  components: {
    'part.seo': { attributes: { title: string, noIndex: { type: 'boolean' } } },
    'part.step': { attributes: { label: { ...string, required: true, maxLength: 5 }, seo: part('part.seo') } },
    'part.guide': {
      attributes: {
        steps: { ...part('part.step'), repeatable: true, required: true },
        zone: { type: 'dynamiczone', components: ['part.step'], max: 2 },
        cover: { type: 'media', required: true },
      },
    },
  },
}

describe.each(await databases())('a plain file on $name', ({ connection }) => {
  let store: ContentStore
  beforeAll(async () => {
    store = await openContentStore(connection, model)
  })
  afterAll(() => store.database.close())

  const load = (text: string, format: FileFormat, type: string | null = null, options: ImportOptions = {}) => {
    const source = Readable.from([Buffer.from(text.slice(0, 40)), Buffer.from(text.slice(40))])
    const { registry } = store.database
    const schema = type === null ? null : registry.contentType(type)
    const { lines } = readImportFile({ source, format, type: schema, delimiter: ',' }, registry)
    return importEntries(store, lines, options)
  }
  const exported = async (type: string) => {
    const lines: string[] = []
    await exportEntries(store.database, (line) => void lines.push(line))
    return lines.map((line) => JSON.parse(line)).filter((line) => line.type === type)
  }

  it('in CSV is read by its columns, with relations by a unique attribute', async () => {
    await load('\uFEFFname,email\n"Ada, the\nfirst",ada@x.io\nGrace,grace@x.io\n', 'csv', author)
    const rows = [
      'title,stars,extra,author.email,readers.email,seo.title,seo.noIndex,publishedAt',
      'Hello,5,"{""a"":1}",grace@x.io,ada@x.io|grace@x.io,Hi,true,2024-01-01T00:00:00Z',
      '"Two ""words""",,,,,,,',
    ]
    await load(rows.join('\r\n'), 'csv', article)
    expect((await exported(author)).map(({ id, attributes }) => [id, attributes.name])).toEqual([
      [1, 'Ada, the\nfirst'],
      [2, 'Grace'],
    ])
    const [first, second] = await exported(article)
    expect(first.attributes).toMatchObject({
      title: 'Hello',
      stars: 5,
      extra: { a: 1 },
      author: { id: 2 },
      seo: { title: 'Hi', noIndex: true },
      publishedAt: '2024-01-01T00:00:00.000Z',
      locale: 'en',
    })
    expect(first.attributes.readers).toHaveLength(2)
    expect(second.attributes).toMatchObject({ title: 'Two "words"', publishedAt: null })
  })

  it('has drafts in CSV, which may lack required values', async () => {
    const guide = '"{""steps"":[{""label"":null}]}"'
    await load(`title,publishedAt,guide\nDraft,,${guide}\n,,\nLive,2024-01-01,`, 'csv', article)
    const last = (await exported(article)).slice(-3)
    expect(last.map(({ attributes }) => [attributes.title, attributes.publishedAt])).toEqual([
      ['Draft', null],
      [undefined, null],
      ['Live', '2024-01-01T00:00:00.000Z'],
    ])
    await load('title\nNo column', 'csv', article)
    expect((await exported(article)).at(-1).attributes.publishedAt).toMatch(/^20/)
  })

  it('of json-server keeps numbers as ids and replaces other ids', async () => {
    const db = {
      authors: [
        { id: 30, name: 'Linus' },
        { id: 'ab3f', name: 'Ken' },
      ],
      articles: [
        { id: '1z', title: 'One', authorId: 30 },
        { id: '2z', title: 'Two', authorId: 'ab3f' },
        { id: '3z', title: 'Three', author: { email: 'ada@x.io' } },
      ],
      home: { name: 'Blog' },
    }
    await load(JSON.stringify(db), 'json')
    const titles = (await exported(article)).slice(-3).map(({ attributes }) => [attributes.title, attributes.author.id])
    expect(titles).toEqual([
      ['One', 30],
      ['Two', 31],
      ['Three', 1],
    ])
    expect((await exported('api::home.home')).map(({ attributes }) => attributes.name)).toEqual(['Blog'])
  })

  it('with a JSON array or an object per line is read, and ids continue', async () => {
    await load('[{"id":50,"name":"A"},{"name":"B"}]', 'json', author)
    await load('{"name":"C"}\n\n{"name":"D"}', 'jsonl', author)
    const ids = (await exported(author)).map(({ id, attributes }) => [id, attributes.name]).slice(-4)
    expect(ids).toEqual([
      [50, 'A'],
      [51, 'B'],
      [52, 'C'],
      [53, 'D'],
    ])
  })

  it.each<[string, string, FileFormat, string | null, string[]]>([
    [
      'values',
      'title,stars,author.email\n,x,ada@x.io\n"two\nlines",1,nobody@x.io\nshort,1\nlonger than twenty characters,,\nok,,',
      'csv',
      article,
      [
        'Line 2: stars: ',
        'Line 3: author: no entry of api::author.author has the email "nobody@x.io".',
        'Line 5: has 2 cells, but the first line has 3.',
        'Line 6: title must be at most 20 characters.',
      ],
    ],
    [
      'columns',
      'titel,author.name,extra.a\n1,2,3',
      'csv',
      article,
      [
        'no attribute for the column "titel". Did you mean "title"?',
        'author.name finds no entry: only id and email of api::author.author are unique.',
        'no attribute for the column "extra.a"',
      ],
    ],
    [
      'more columns than a type can have',
      Array.from({ length: 20_000 }, (_, n) => `c${n}`).join(),
      'csv',
      article,
      ['Line 1: has 20000 columns, but at most 10000 are allowed'],
    ],
    [
      '20,000 unknown attributes',
      JSON.stringify([Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`titl${n}`, n]))]),
      'json',
      article,
      ['no attribute "titl19"', 'no attributes for 19980 more keys'],
    ],
    ['columns in several cells', 'title, title\na,b', 'csv', article, ['has the column "title" twice']],
    [
      'localizations',
      '[{"title":"x","localizationOf":"abc"}]',
      'json',
      article,
      ['localizationOf must be the id of an entry, but is "abc".'],
    ],
    ['quotes', 'title\nfine\n"torn', 'csv', article, ['is not CSV']],
    ['JSON in a cell', 'title,extra\na,{', 'csv', article, ['Line 2: extra is not JSON']],
    [
      'db.json',
      '{\n  "authors": [\n    { "name": "x" },\n    { "nam": "x" }\n  ],\n  "posts": [\n    {}\n  ]\n}',
      'json',
      null,
      ['Line 4: api::author.author has no attribute "nam"', 'Line 6: there is no content type for the key "posts"'],
    ],
    [
      'values that are not entries',
      '{\n  "authors": 5,\n  "postz": []\n}',
      'json',
      null,
      ['Line 2: the value of "authors" must be', 'Line 3: there is no content type for the key "postz"'],
    ],
    ['an array without a type', '[]', 'json', null, ['an array needs --type']],
    ['an object with a type', '{}', 'json', author, ['must be an array of objects']],
    [
      'ids',
      '[{"id":1.5,"name":"x"}]',
      'json',
      author,
      ['Line 1: id must be a whole number above 0 or text, but is 1.5.'],
    ],
    ['a torn file', '[{"name":"x"}, {"name":', 'json', author, ['is not JSON']],
    [
      'keys of prototypes',
      '{"name":"x","__proto__":{"email":"a@x.io"}}\n{"__proto__":{"name":"x"}}\n{"name":"x","constructor":1}',
      'jsonl',
      author,
      [
        'Line 1: api::author.author has no attribute "__proto__"',
        'Line 2: api::author.author has no attribute "__proto__"',
        'Line 3: api::author.author has no attribute "constructor"',
      ],
    ],
    [
      'keys of prototypes in a JSON file',
      '{"home":{"__proto__":{"name":"x"}},\n"authors":[{"name":"x","__proto__":1}]}',
      'json',
      null,
      ['api::home.home has no attribute "__proto__"', 'api::author.author has no attribute "__proto__"'],
    ],
    [
      'columns of prototypes',
      '__proto__,constructor,seo.__proto__,author.__proto__\n1,2,3,4',
      'csv',
      article,
      ['column "__proto__"', 'column "constructor"', 'column "seo.__proto__"', 'author.__proto__ finds no entry'],
    ],
    [
      'a line',
      '{"name":"x"}\n[1]\n{"name":null}',
      'jsonl',
      author,
      ['Line 2: must be an object', 'Line 3: name must be'],
    ],
    [
      'components',
      JSON.stringify([
        { title: 'no steps', guide: {} },
        { title: 'steps', guide: { steps: [{ label: 'fine' }, {}, { label: 'too long' }], zone: [] } },
        { title: 'zone', guide: { steps: [], zone: Array.from({ length: 3 }, () => ({ __component: 'part.step' })) } },
        { title: 'zone', guide: { steps: [], zone: [{ __component: 'part.step', label: null }] } },
      ]),
      'json',
      article,
      [
        '5 mistakes:',
        'Line 1: guide.steps must be defined. (api::article.article)',
        'Line 1: guide.steps[1].label must be defined. (api::article.article)',
        'Line 1: guide.steps[2].label must be at most 5 characters. (api::article.article)',
        'Line 1: guide.zone field must have less than or equal to 2 items. (api::article.article)',
        'Line 1: guide.zone[0].label must be defined. (api::article.article)',
      ],
    ],
  ])('reports the mistakes of %s with their lines', async (_, text, format, type, messages) => {
    const before = await exported(author)
    const error = await load(text, format, type).then(
      () => expect.unreachable(),
      (thrown: Error) => thrown,
    )
    for (const message of messages) expect(error.message).toContain(message)
    expect(await exported(author)).toEqual(before)
  })

  it.each([
    [
      'title;stars',
      ',',
      'Line 1: has only one column, "title;stars". If its cells are separated by ";", add --delimiter ";". (api::article.article)',
    ],
    [
      'title,stars',
      ';',
      'Line 1: has only one column, "title,stars". If its cells are separated by ",", add --delimiter ",". (api::article.article)',
    ],
    [
      'titel|author.email',
      ',',
      'Line 1: has only one column, "titel|author.email". If its cells are separated by "|", add --delimiter "|". (api::article.article)',
    ],
    [
      'title\tstars',
      ',',
      'Line 1: has only one column, "title\tstars". If its cells are separated by tabs, name the file .tsv. (api::article.article)',
    ],
    ['titel;sters', ',', 'Line 1: api::article.article has no attribute for the column "titel;sters".'],
  ])('in CSV with the first line %j and the delimiter %j gets a hint', async (header, delimiter, message) => {
    const source = Readable.from([`${header}\n1`])
    const { registry } = store.database
    const schema = registry.contentType(article)
    const { lines } = readImportFile({ source, format: 'csv', type: schema, delimiter }, registry)
    await expect(importEntries(store, lines)).rejects.toMatchObject({ message })
  })
})
