import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLanguageServer } from './support/language-server.js'

let server: Awaited<ReturnType<typeof startLanguageServer>>
beforeAll(async () => {
  server = await startLanguageServer()
})
afterAll(() => server.close())

const module = (call: string) => `
import { createClient } from '../src/index.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'
await createClient<ContentTypes>({ baseURL: 'http://cms.test' }).collection('articles').${call}
`
const complete = (call: string) =>
  server.complete(new URL('query-under-the-cursor.ts', import.meta.url).href, module(call))

it.each([
  ["fields: ['|']", ['title', 'publishedAt'], ['author']],
  ["sort: '|'", ['title', 'title:desc', 'author.name'], ['author']],
  ["sort: 'author.|'", ['author.name', 'author.team.name:asc'], ['author.author', 'title']],
  ["sort: 'author.team.|'", ['author.team.name', 'author.team.name:desc'], ['author.team', 'author.name']],
  ["sort: ['title', 'author.team.members.na|']", ['author.team.members.name'], ['author.team.name', 'title']],
  ['filters: { | }', ['title?', 'author?', 'seo?', '$or?', 'id?'], ['cover?', 'zone?']],
  ['filters: { title: "x", author: { team: { | } } }', ['name?', '$not?', '$notNull?'], ['title?', 'slug?']],
  ['filters: { title: { | } }', ['$containsi?', '$eq?'], ['title?']],
  ['filters: { $or: [{ | }] }', ['title?', 'author?'], ['cover?']],
  ["filters: { kind: { $in: ['|'] } }", ['news', 'review'], ['title']],
  ['pagination: { | }', ['page?', 'start?'], ['title?']],
  ['populate: { | }', ['author?', 'zone?'], ['title?']],
  ['populate: { author: { | } }', ['fields?', 'populate?', 'filters?', 'sort?'], ['team?', 'name?']],
  ['populate: { author: { filters: { | } } }', ['name?', 'team?', '$or?'], ['title?']],
  ['populate: { author: { populate: { | } } }', ['team?', 'articles?'], ['author?']],
  ["populate: { zone: { on: { '|' } } }", ['blocks.quote?', 'blocks.gallery?'], ['shared.seo?']],
  ["populate: ['|']", ['author', 'cover'], ['title']],
  ["populate: ['author.|']", ['author.team', 'author.articles'], ['author.name', 'cover']],
  ["populate: ['cover', 'author.team.|']", ['author.team.members'], ['author.team.name', 'author.team']],
])('editors complete { %s }', async (query, offered, others) => {
  const labels = await complete(`find({ ${query} })`)
  expect(labels).toEqual(expect.arrayContaining(offered))
  expect(labels.filter((label) => others.includes(label))).toEqual([])
})

it.each([
  ['{ | }', ['title?', 'secret?', 'tags?', 'seo?'], ['id?', 'createdAt?', 'localizations?']],
  ["{ title: 'x', seo: { canonical: { | } } }", ['label?', 'url?', 'id?'], ['metaTitle', 'title?']],
  ['{ tags: { | } }', ['connect?', 'disconnect?', 'set?'], ['title?']],
  ["{ zone: [{ __component: '|' }] }", ['blocks.quote', 'blocks.gallery'], ['shared.seo']],
  ["{ kind: '|' }", ['news', 'review'], ['title']],
  ["{}, { fields: ['|'] }", ['title', 'publishedAt'], ['author']],
])('editors complete update(1, %s)', async (given, offered, others) => {
  const labels = await complete(`update(1, ${given})`)
  expect(labels).toEqual(expect.arrayContaining(offered))
  expect(labels.filter((label) => others.includes(label))).toEqual([])
})
