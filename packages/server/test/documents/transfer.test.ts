import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DocumentLine } from '@content-api/strapi-documents/transfer/document-line'
import { type AnyTestDatabase, newDatabases } from '../../../../tests/support/postgres.js'
import { createContentApi } from '../../src/service.js'
import type { ContentApi } from '../../src/content-api.js'
import { writeProjectWithContent } from './served-documents.js'

const config = { log: { level: 'silent' }, beside: { timeZone: 'UTC' } } as const

async function linesOf(api: ContentApi): Promise<readonly DocumentLine[]> {
  const lines: DocumentLine[] = []
  await api.exportEntries((line) => void lines.push(JSON.parse(line)))
  return lines
}

const without = (lines: readonly DocumentLine[], name: string): readonly DocumentLine[] =>
  lines.map((line) => {
    const { [name]: _, ...attributes } = line.attributes
    return { ...line, attributes }
  })

/** Locales share a password, and the recorded ones have different hashes of it. */
const sorted = (lines: readonly DocumentLine[]) =>
  without(lines, 'secret')
    .map((line) => JSON.stringify(line))
    .toSorted()

async function withApi<Result>(
  project: string,
  { connection }: Pick<AnyTestDatabase, 'connection'>,
  use: (api: ContentApi) => Promise<Result>,
): Promise<Result> {
  const api = await createContentApi({
    project,
    database: connection,
    config: { ...config, permissions: { editor: [] } },
  })
  try {
    return await use(api)
  } finally {
    await api.close()
  }
}

const { project } = await writeProjectWithContent('sqlite')

async function linesOfProject(project: string): Promise<readonly DocumentLine[]> {
  const source = await createContentApi({ project, config })
  const exported = await linesOf(source)
  await source.close()
  // As in requests, relations to one entry of any type can't be written.
  return without(exported, 'subject')
}

describe.each(newDatabases)('lines of documents, on %s', (dialect, newDatabase) => {
  it('move all content to another database', async () => {
    // SQLite stores numbers and texts that PostgreSQL rejects.
    const lines = await linesOfProject(
      dialect === 'sqlite' ? project : (await writeProjectWithContent(dialect)).project,
    )
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set([undefined, 'draft', 'published']))
    await withApi(project, await newDatabase(), async (api) => {
      const { entries } = await api.importEntries(lines)
      expect(entries).toBe(lines.length)
      expect(sorted(await linesOf(api))).toEqual(sorted(lines))
    })
  })

  it('name each mistake with its line, and import nothing then', async () => {
    const tag = { type: 'api::tag.tag', attributes: { name: 'New' } }
    const lines: readonly unknown[] = [
      tag,
      { ...tag, typ: 1 },
      { ...tag, type: 'api::tags.tags' },
      { ...tag, documentId: '1abc' },
      { ...tag, status: 'draft' },
      { ...tag, locale: 'en' },
      { ...tag, attributes: { nam: 'New' } },
      { type: 'api::article.article', attributes: { title: 'A', tags: ['missing0000000000000001'] } },
    ]
    await withApi(project, await newDatabase(), async (api) => {
      const failed = await api.importEntries(lines as readonly DocumentLine[]).catch((error: unknown) => error)
      expect(String(failed)).toMatchInlineSnapshot(`
        "ImportError: 6 mistakes:
        Line 2: has the unknown key "typ". Known are type, documentId, locale, status, attributes (api::tag.tag)
        Line 3: The content type "api::tags.tags" does not exist. Did you mean "api::tag.tag"? (api::tags.tags)
        Line 4: "documentId" must be up to 255 letters, digits, _ and -, beginning with a letter (api::tag.tag)
        Line 5: api::tag.tag has no drafts
        Line 6: api::tag.tag has no locales
        Line 7: Invalid key nam (api::tag.tag)"
      `)
      expect(await linesOf(api)).toEqual([])
      const last = await api.importEntries(lines.slice(-1) as readonly DocumentLine[]).catch((error: unknown) => error)
      expect(String(last)).toContain('missing0000000000000001')
      expect(await api.importEntries([tag, tag], { dryRun: true })).toMatchObject({ entries: 2 })
      expect(await linesOf(api)).toEqual([])
    })
  })

  it('seed an empty database', async () => {
    const seed = join(project, 'seed.jsonl')
    const lines: readonly DocumentLine[] = [
      {
        type: 'api::article.article',
        documentId: 'first',
        attributes: { title: 'First', kind: 'news', tags: ['red'] },
      },
      {
        type: 'api::article.article',
        documentId: 'first',
        locale: 'fr',
        attributes: { title: 'Premier', kind: 'news' },
      },
      {
        type: 'api::article.article',
        documentId: 'first',
        status: 'draft',
        attributes: { title: 'Changed', kind: 'news' },
      },
      { type: 'api::tag.tag', documentId: 'red', attributes: { name: 'Red' } },
      {
        type: 'plugin::users-permissions.user',
        attributes: { username: 'ada', email: 'ada@x.org', password: 'Passw0rd!' },
      },
    ]
    await writeFile(seed, lines.map((line) => JSON.stringify(line)).join('\n'))
    const database = await newDatabase()
    const permissions = { public: ['api::article.article.find', 'api::tag.tag.find'], authenticated: [] }
    for (const _ of ['created', 'opened again']) {
      const api = await createContentApi({
        project,
        seed,
        database: database.connection,
        config: { ...config, permissions },
      })
      const titles = async (query: string) => {
        const response = await api.fetch(new Request(`http://localhost/api/articles?populate=tags&${query}`))
        const { data } = (await response.json()) as { data: { title: string; tags: { name: string }[] }[] }
        return data.map(({ title, tags }) => [title, ...tags.map(({ name }) => name)])
      }
      expect(await titles('')).toEqual([['First', 'Red']])
      expect(await titles('status=draft')).toEqual([['Changed', 'Red']])
      expect(await titles('locale=fr')).toEqual([['Premier']])
      const signIn = JSON.stringify({ identifier: 'ada', password: 'Passw0rd!' })
      const headers = { 'content-type': 'application/json' }
      const request = new Request('http://localhost/api/auth/local', { method: 'POST', headers, body: signIn })
      expect((await api.fetch(request)).status).toBe(200)
      await api.close()
    }
  })
})
