import type { AttributeFile } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { diffSchema, ExposedEntriesError } from '@content-api/engine/schema'
import { insert, project, title, toAuthor, values, withProject } from '../../support/article-project.js'
import { newDatabases } from '../../../../../tests/support/postgres.js'
import { openProject } from '../../support/project.js'

const nothing = () => Promise.resolve()
const published = '2020-01-02T03:04:05.678Z'
const drafts = { options: { draftAndPublish: true } }
const i18n = { pluginOptions: { i18n: { localized: true } } }
const localizedTitle: AttributeFile = { ...title, ...i18n }

/**
 * Articles with all the data that a deleted row could leave behind: links, components, polymorphic links to
 * the article.
 */
const seo: AttributeFile = { type: 'component', component: 'shared.seo' }
const anything: AttributeFile = { type: 'relation', relation: 'morphToMany' }
const attributes = { title: localizedTitle, seo, editors: toAuthor('oneToMany'), anything }

const fill = insert('articles', [
  { title: 'live', createdAt: published, publishedAt: published },
  { title: 'draft', createdAt: published, publishedAt: null },
])

const localizations = insert('articles', [
  { title: 'one', locale: 'en', localization_group: 1 },
  { title: 'un', locale: 'fr', localization_group: 1 },
  { title: 'deux', locale: 'fr', localization_group: 3 },
])

describe.each(newDatabases)('an option that is switched off, on %s', (_name, newDatabase) => {
  it('rejects a start that would make drafts public, and reports their number', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title }, drafts), fill)
    const start = (options = {}) => withProject(connection, project({ title }), nothing, options)
    await expect(start()).rejects.toThrow(ExposedEntriesError)
    await expect(start({ allowDataLoss: true })).rejects.toThrow(
      /api::article\.article: 1 draft, but draftAndPublish is switched off[^]*--drafts delete \| publish/,
    )
    await expect(start({ localizations: 'delete' })).rejects.toThrow(ExposedEntriesError)
    await withProject(connection, project({ title }, drafts), async (database) => {
      expect(await values(database, 'articles', 'publishedAt')).toEqual([published, null])
    })
  })

  it('lists the drafts in the difference of the schemas', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title }, drafts), fill)
    const database = await openProject(connection, project({ title }))
    expect((await diffSchema(database)).exposed).toMatchObject([{ option: 'draftAndPublish', rows: 1 }])
    await database.close()
  })

  it("publishes drafts with drafts: publish, and doesn't change them when the option is on again", async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title }, drafts), fill)
    await withProject(connection, project({ title }), nothing, { drafts: 'publish' })
    await withProject(connection, project({ title }, drafts), async (database) => {
      expect(await values(database, 'articles', 'title')).toEqual(['live', 'draft'])
      expect(await values(database, 'articles', 'publishedAt')).not.toContain(null)
    })
  })

  it('deletes drafts with their links, components and polymorphic links with drafts: delete', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project(attributes, { ...drafts, ...i18n }), async (database) => {
      await insert('authors', [{ name: 'Ann' }])(database)
      await insert('articles', [
        { title: 'live', publishedAt: published, locale: 'en', localization_group: 1 },
        { title: 'draft', publishedAt: null, locale: 'en', localization_group: 2 },
      ])(database)
      const owner = { owner_type: 'api::article.article', owner_field: 'seo', position: 1 }
      await insert('components_shared_seo', [
        { title: 'of the live one', ...owner, owner_id: 1 },
        { title: 'of the draft', ...owner, owner_id: 2 },
      ])(database)
      const links = [1, 2].map((id) => ({ source_id: id, target_id: 1, source_order: 1 }))
      await insert('articles_editors_links', links)(database)
      await insert('articles_anything_links', [
        { source_id: 1, target_id: 2, target_type: 'api::article.article', source_order: 1 },
        { source_id: 1, target_id: 1, target_type: 'api::article.article', source_order: 2 },
      ])(database)
    })
    await withProject(
      connection,
      project(attributes, i18n),
      async (database) => {
        expect(await values(database, 'articles', 'title')).toEqual(['live'])
        expect(await values(database, 'components_shared_seo', 'title')).toEqual(['of the live one'])
        expect(await values(database, 'articles_editors_links', 'source_id')).toEqual([1])
        expect(await values(database, 'articles_anything_links', 'target_id')).toEqual([1])
      },
      { drafts: 'delete' },
    )
  })

  it('rejects a start that would list localizations as separate entries', async () => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title: localizedTitle }, i18n), localizations)
    const start = (options = {}) => withProject(connection, project({ title }), nothing, options)
    await expect(start({ allowDataLoss: true, drafts: 'delete' })).rejects.toThrow(
      /api::article\.article: 2 localizations, but i18n is switched off[^]*--localizations delete \| keep-default/,
    )
  })

  it.each([
    ['keep-default', ['one', 'deux']],
    ['delete', ['one']],
  ] as const)('keeps the localizations that "%s" selects', async (choice, kept) => {
    const { connection } = await newDatabase()
    await withProject(connection, project({ title: localizedTitle }, i18n), localizations)
    const check = async (database: Parameters<typeof values>[0]) =>
      expect(await values(database, 'articles', 'title')).toEqual(kept)
    await withProject(connection, project({ title }), check, { localizations: choice })
  })

  it('starts without a choice when no entry is a draft or in another locale', async () => {
    const { connection } = await newDatabase()
    await withProject(
      connection,
      project({ title: localizedTitle }, i18n),
      insert('articles', [{ title: 'one', locale: 'en', localization_group: 1 }]),
    )
    await withProject(connection, project({ title }), async (database) =>
      expect(await values(database, 'articles', 'title')).toEqual(['one']),
    )
  })
})
