import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenFile } from './support/editor.js'
import { startLanguageServer } from './support/language-server.js'
import { startTsserver } from './support/tsserver.js'

const operators = (
  '$between $contains $containsi $endsWith $endsWithi $eq $eqi $gt $gte $in $lt $lte $ne $nei $not $notContains ' +
  '$notContainsi $notIn $notNull $null $startsWith $startsWithi'
).split(' ')

/** A query with the cursor (`|`), names that are completed there, and names that aren't. */
const queries: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["fields: ['|']", ['title', 'publishedAt'], ['author']],
  ["sort: '|'", ['title', 'title:desc', 'author.name'], ['author']],
  ["sort: 'author.|'", ['author.name', 'author.team.name:asc'], ['author.author', 'title']],
  ["sort: 'author.team.|'", ['author.team.name', 'author.team.name:desc'], ['author.team', 'author.name']],
  ["sort: ['title', 'author.team.members.na|']", ['author.team.members.name'], ['author.team.name', 'title']],
  ['filters: { | }', ['title', 'author', 'seo', '$or', 'id'], ['cover', 'zone']],
  ['filters: { title: "x", author: { team: { | } } }', ['name', '$not', '$notNull'], ['title', 'slug']],
  ['filters: { title: { | } }', ['$containsi', '$eq'], ['title']],
  ['filters: { $or: [{ | }] }', ['title', 'author'], ['cover']],
  ["filters: { kind: { $in: ['|'] } }", ['news', 'review'], ['title']],
  ['pagination: { | }', ['page', 'start'], ['title']],
  ['populate: { | }', ['author', 'zone'], ['title']],
  ['populate: { author: { | } }', ['fields', 'populate', 'filters', 'sort'], ['team', 'name']],
  ['populate: { author: { filters: { | } } }', ['name', 'team', '$or'], ['title']],
  ['populate: { author: { populate: { | } } }', ['team', 'articles'], ['author']],
  ["populate: { zone: { on: { '|' } } }", ['blocks.quote', 'blocks.gallery'], ['shared.seo']],
  ["populate: ['|']", ['author', 'cover'], ['title']],
  ["populate: ['author.|']", ['author.team', 'author.articles'], ['author.name', 'cover']],
  ["populate: ['cover', 'author.team.|']", ['author.team.members'], ['author.team.name', 'author.team']],
]

/** The same for the data and the query of an update. */
const updates: typeof queries = [
  ['{ | }', ['title', 'secret', 'tags', 'seo'], ['id', 'createdAt', 'localizations']],
  ["{ title: 'x', seo: { canonical: { | } } }", ['label', 'url', 'id'], ['metaTitle', 'title']],
  ['{ tags: { | } }', ['connect', 'disconnect', 'set'], ['title']],
  ["{ zone: [{ __component: '|' }] }", ['blocks.quote', 'blocks.gallery'], ['shared.seo']],
  ["{ kind: '|' }", ['news', 'review'], ['title']],
  ["{}, { fields: ['|'] }", ['title', 'publishedAt'], ['author']],
]

const filtered = ['title', 'eventAt', 'rating', 'kind'] as const

const populatedFilter = 'await articles.find({ populate: { author: { filters: { team: { name: { | } } } } } })'

const typeNames = [
  ["api.collection('|')", ['articles', 'authors', 'tags', 'teams']],
  ["api.single('|')", ['homepage']],
] as const

const documented = 'await articles.fi|nd({})'

const hovered = [
  'articles.fi|nd(anyQuery)',
  'articles.fi|nd()',
  "articles.fi|nd({ fields: ['title'], populate: { author: { fields: ['name'] } }, sort: 'title' })",
  'articles.find|One(1)',
  'articles.fir|st({ filters: { title: "x" } })',
]

/** A statement, a part of the error that names the mistake, and a part that helps. */
const mistakes: readonly (readonly [string, string, string])[] = [
  ["await articles.find({ filters: { title: { $contain: 'x' } } })", "'$contain' does not exist", "'$contains'?"],
  ["await articles.find({ filters: { titel: 'x' } })", "'titel' does not exist", "'title'?"],
  ["await articles.find({ filters: { author: { nam: 'x' } } })", "'nam' does not exist", "'name'?"],
  ['await articles.find({ populate: { autor: true } })', "'autor' does not exist", "'author'?"],
  ['await articles.find({ populate: { autor: true, tags: true } })', "'autor' does not exist", "'author'?"],
  ['await articles.find({ populate: { author: { populate: { tem: true } } } })', "'tem' does not exist", "'team'?"],
  ["await articles.find({ populate: ['autor'] })", '"autor"', '\'"author"\'?'],
  ["await articles.find({ fields: ['titel'] })", '"titel"', '\'"title"\'?'],
  ["await articles.find({ sort: 'titel:asc' })", '"titel:asc"', '\'"title:asc"\'?'],
  ['await articles.find({ popualte: { author: true } })', 'Unknown name popualte', 'mean populate?'],
  ['await articles.find({ pagination: { pag: 1 } })', 'Unknown name pag', 'mean page?'],
  ["api.collection('article')", '"article"', 'parameter of type \'"articles"\''],
  ["api.collection('Authors')", '"Authors"', 'parameter of type \'"authors"\''],
  ["api.single('homepag')", '"homepag"', 'parameter of type \'"homepage"\''],
  ["await articles.create({ slug: 'x' })", "Property 'title' is missing", 'required'],
  ["await articles.create({ titel: 'x' })", "'titel' does not exist", "'title'?"],
  ["await articles.create({ title: 'x', seo: { noIndex: true } })", "Property 'metaTitle' is missing", 'required'],
  ["const query = { filters: { titel: 'x' } }; await articles.find(query)", 'Unknown name titel', 'mean title?'],
  [
    "const filters = { title: { $contain: 'x' } }; await articles.find({ filters })",
    'Unknown name $contain',
    'mean $contains?',
  ],
  [
    "const filters = { author: { team: { nam: 'x' } } }; await articles.find({ filters })",
    'Unknown name nam',
    'mean name?',
  ],
  ["const filters = { $or: [{ titel: 'x' }] }; await articles.find({ filters })", 'Unknown name titel', 'mean title?'],
  ['const query = { populate: { autor: true } }; await articles.find(query)', 'Unknown name autor', 'mean author?'],
  [
    'const query = { popualte: { author: true } }; await articles.find(query)',
    'Unknown name popualte',
    'mean populate?',
  ],
  ['await articles.findOne(params.id, { populate: { autor: true } })', "'autor' does not exist", "'author'?"],
  ['defineQuery(articles, { populate: { autor: true } })', 'autor', 'author'],
  ["await articles.find({ filters: allOf(params.id && { titel: 'x' }) })", 'Unknown name titel.', 'mean title?'],
  ['await articles.find({ pagination: { size: 1 } })', 'Unknown name size.', 'mean pageSize?'],
  [
    "await articles.find({ populate: { zone: { on: { 'blocks.qoute': true } } } })",
    'Unknown name blocks.qoute.',
    'mean blocks.quote?',
  ],
  ["await articles.update(1, { zone: [{ __component: 'blocks.qoute' }] })", '"blocks.qoute"', '\'"blocks.quote"\'?'],
  ["const data = { title: 'x', raiting: 3 }; await articles.create(data)", 'Unknown name raiting.', 'mean rating?'],
  [
    "const seo = { metaTitle: 'x', noIndxe: true }; await articles.update(1, { seo })",
    'Unknown name seo.noIndxe.',
    'mean noIndex?',
  ],
  ["await api.collection('tags').find({ locale: 'fr' })", '"fr"', '"This content type has no locales."'],
  [
    "const query = () => ({ fields: ['title'] }); await articles.find(query())",
    'is not assignable',
    '"Define a query outside of a call with defineQuery."',
  ],
]

const correct = [
  'await articles.findOne(params.id)',
  'await articles.update(params.id, { title: null as never })',
  "await articles.find({ filters: { title: { $contains: 'x' }, eventAt: new Date(), publishedAt: { $gt: new Date() } } })",
  "await articles.find(defineQuery(articles, { populate: ['author.team'], filters: { author: { name: 'x' } } }))",
]

const queried = (query: string) => `await articles.find({ ${query} })`
const updated = (input: string) => `await articles.update(1, ${input})`
const filteredBy = (name: string) => queried(`filters: { ${name}: { | } }`)
const shown = (call: string) => `void ${call}`

const statements = [
  ...queries.map(([query]) => queried(query)),
  ...updates.map(([input]) => updated(input)),
  ...filtered.map(filteredBy),
  populatedFilter,
  ...typeNames.map(([statement]) => statement),
  documented,
  ...hovered.map(shown),
  ...mistakes.map(([statement]) => statement),
  ...correct,
]

/** All statements lie in one file, a block on a line each: editors read the types once per version of a file. */
const opening = [
  "import { allOf, createClient, defineQuery, type QueryOf } from '../src/index.js'",
  "import type { ContentTypes } from './fixtures/content-types.gen.js'",
  "const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })",
  "const articles = api.collection('articles')",
  'declare const params: { id: string }',
  "declare const anyQuery: QueryOf<ContentTypes, 'articles'>",
]
const code = [...opening, ...statements.map((statement) => `{ ${statement.replace('|', '')} }`)].join('\n')
const uri = new URL('under-the-cursor.ts', import.meta.url).href

const lineOf = (statement: string) => opening.length + statements.indexOf(statement)
const cursorIn = (statement: string) => ({
  line: lineOf(statement),
  character: '{ '.length + statement.indexOf('|'),
})

/** The older versions start only in `pnpm verify:long --only sdk`. */
const older = [
  ['TypeScript 5.4', () => startTsserver('typescript-5-4')],
  ['TypeScript 5.9', () => startTsserver('typescript-5')],
] as const
const editors = [...(process.env['COMPILERS'] === 'all' ? older : []), ['TypeScript 7', startLanguageServer]] as const

describe.each(editors)('%s', (_, start) => {
  let file: OpenFile
  let errors: Awaited<ReturnType<OpenFile['errors']>>
  let close: () => void
  beforeAll(async () => {
    const editor = await start()
    close = () => editor.close()
    file = editor.open(uri, code)
    errors = await file.errors()
  })
  afterAll(() => close())

  const complete = async (statement: string) => (await file.complete(cursorIn(statement))).map(({ label }) => label)
  const errorsOf = (statement: string) =>
    errors.filter(({ line }) => line === lineOf(statement)).map(({ text }) => text)

  it.each(queries)('editors complete { %s }', async (query, offered, others) => {
    const labels = await complete(queried(query))
    expect(labels).toEqual(expect.arrayContaining([...offered]))
    expect(labels.filter((label) => others.includes(label))).toEqual([])
  })

  it.each(updates)('editors complete update(1, %s)', async (input, offered, others) => {
    const labels = await complete(updated(input))
    expect(labels).toEqual(expect.arrayContaining([...offered]))
    expect(labels.filter((label) => others.includes(label))).toEqual([])
  })

  it.each(filtered)('an attribute such as %s offers only operators, each with documentation', async (name) => {
    const offered = await file.complete(cursorIn(filteredBy(name)), true)
    expect(offered.map(({ label }) => label).toSorted()).toEqual(operators)
    expect(offered.filter(({ documentation }) => !/^[^\n]+\.$/.test(documentation.trim()))).toEqual([])
  })

  it('editors complete operators behind a populated relation', async () => {
    expect((await complete(populatedFilter)).toSorted()).toEqual(operators)
  })

  it.each(typeNames)('editors complete the name in %s', async (statement, names) => {
    expect(await complete(statement)).toEqual(names)
  })

  it('methods have documentation', async () => {
    expect(await file.hover(cursorIn(documented))).toContain('Returns one page of the entries that match')
  })

  it.each(hovered)('the hover of %s is readable', async (call) => {
    const { length } = await file.hover(cursorIn(shown(call)))
    expect(length).toBeGreaterThan(100)
    expect(length).toBeLessThanOrEqual(1000)
  })

  it.each(mistakes)('%s is reported with a suggestion', (statement, mistake, hint) => {
    const found = errorsOf(statement).join('\n')
    expect(found).toContain(mistake)
    expect(found).toContain(hint)
  })

  it.each(correct)('%s has no error', (statement) => {
    expect(errorsOf(statement)).toEqual([])
  })
})
