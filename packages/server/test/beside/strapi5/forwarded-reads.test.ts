import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Beside } from '@content-api/strapi-reads/open-beside'
import { fillSqlite } from './recorded-database.js'
import { openRecordedBeside, readAs } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-forwarded-'))
let beside: Beside
beforeAll(async () => {
  beside = await openRecordedBeside(join(folder, 'project'), await fillSqlite(folder))
})
afterAll(async () => {
  await beside.close()
  rmSync(folder, { recursive: true, force: true })
})

const values = Array.from({ length: 101 }, (_, index) => `filters[name][$in][${index}]=v${index}`).join('&')

// Strapi 5.54 responds to these with 200, by accident: with drafts, with all entries, or by private attributes.
it.each([
  '/api/articles?status=',
  '/api/articles?status',
  '/api/homepage?status=',
  `/api/tags?${values}`,
  '/api/articles?_q=a',
])('%s goes to Strapi, which responds by accident', async (path) => {
  expect((await readAs(beside, path)).kind).toBe('forwarded')
})

it.each([
  // One document would be left out.
  '/api/homepage?start=1',
  '/api/tags/tag000000000000000000001?start=1',
  '/api/tags?page=2',
  '/api/tags?lookup[name]=x',
  '/api/tags?foo=1',
  // The caller may not read owners, for which Strapi leaves out articles, too.
  '/api/details?populate=article.owner',
  '/api/details?populate[article][populate]=author.favorite.owner',
  // The caller may not read memos, but Strapi rejects private names below them.
  '/api/articles?populate=memo.createdBy',
  '/api/articles?populate[memo][populate]=createdBy',
  // These have values that Strapi rejects, or converts in its own way.
  '/api/tags?filters[id][$lt]=abc',
  '/api/specimens?filters[big]=9223372036854775808',
  '/api/specimens?filters[day]=2024-02-31',
  '/api/specimens?filters[at]=17040672',
  '/api/articles/article00000000000000001?filters[locale]=fr',
])('%s goes to Strapi', async (path) => expect((await readAs(beside, path)).kind).toBe('forwarded'))

it.each([
  ['/api/users?_q=alice', 'erin'],
  ['/api/users?status=draft', 'erin'],
  ['/api/users?start=1', 'erin'],
  ['/api/users/1?filters[username]=bob', 'erin'],
  ['/api/users?filters[password][$notNull]=true', 'erin'],
  ['/api/upload/files?fields=name', 'full'],
  ['/api/upload/files/1?populate=*', 'full'],
  ['/api/upload/files?foo=1', 'full'],
])('%s goes to Strapi, which reads it by rules of a plugin', async (path, role) => {
  await readAs(beside, '/api/tags', role)
  const outcome = await readAs(beside, path, role)
  expect(outcome.kind === 'forwarded' && outcome.reason.kind).toMatch(/^(construct|status)$/)
})
