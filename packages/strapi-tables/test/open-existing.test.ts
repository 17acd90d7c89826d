import { describe, expect, test } from 'vitest'
import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { createRegistry, type Registry, withDocuments } from '@content-api/model'
import { prepareStrapiTables } from '@content-api/strapi-tables/schema'
import { newDatabases } from '../../../tests/support/postgres.js'
import { query, tablesOf, withProject } from './open-project.js'

interface NoteOptions {
  readonly attributes?: object
  readonly drafts?: boolean
  readonly localized?: boolean
}

/** A model with the type `note`. */
function modelOf({ attributes = {}, drafts = false, localized = false }: NoteOptions): Registry {
  const type = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: drafts },
    pluginOptions: localized ? { i18n: { localized } } : {},
    attributes: { text: { type: 'string' }, ...attributes },
  } as const
  return withDocuments(createRegistry({ contentTypes: { 'api::note.note': type } }))
}

const addNote = (database: Database<WritableLayout>) =>
  query(database, `INSERT INTO notes (document_id, text) VALUES ('a23456789012345678901234', 'kept')`)

const readNote = (database: Database<WritableLayout>) => query(database, 'SELECT text FROM notes')

const noted = async (database: Database<WritableLayout>) => {
  const [row] = await query(
    database,
    `SELECT value FROM strapi_core_store_settings WHERE key = 'strapi_content_types_schema'`,
  )
  return JSON.parse(String(row?.['value'])) as Record<string, { readonly options: object; readonly attributes: object }>
}

describe.each(newDatabases)('on %s', (_dialect, newDatabase) => {
  test('a database that fits stays as it is', async () => {
    const model = modelOf({})
    const address = await newDatabase()
    await withProject(address, model, async (database) => {
      await prepareStrapiTables(database)
      const before = [await tablesOf(database), await query(database, 'SELECT * FROM strapi_core_store_settings')]
      expect(await prepareStrapiTables(database)).toEqual({ isNew: false, tables: [], columns: [] })
      const after = [await tablesOf(database), await query(database, 'SELECT * FROM strapi_core_store_settings')]
      expect(after).toEqual(before)
      expect(await query(database, 'SELECT id FROM up_roles')).toHaveLength(2)
    })
  })

  test('attributes and types that are new get their columns and tables', async () => {
    const address = await newDatabase()
    await withProject(address, modelOf({}), async (database) => {
      await prepareStrapiTables(database)
      await addNote(database)
    })
    const more = {
      stars: { type: 'integer' },
      parent: { type: 'relation', relation: 'manyToOne', target: 'api::note.note' },
    }
    const created = await withProject(address, modelOf({ attributes: more }), async (database) => {
      expect(await prepareStrapiTables(database)).toEqual({
        isNew: false,
        tables: ['notes_parent_lnk'],
        columns: ['notes.stars'],
      })
      expect(await readNote(database)).toEqual([{ text: 'kept' }])
      return tablesOf(database)
    })
    const alone = await withProject(await newDatabase(), modelOf({ attributes: more }), async (database) => {
      await prepareStrapiTables(database)
      return tablesOf(database)
    })
    const sorted = (names: readonly string[] | undefined) => names?.toSorted()
    expect(created['notes_parent_lnk']).toEqual(alone['notes_parent_lnk'])
    expect(sorted(created['notes']?.columns)).toEqual(sorted(alone['notes']?.columns))
  })

  test('a column with a foreign key that is missing is added with its key and index', async () => {
    const address = await newDatabase()
    await withProject(address, modelOf({}), async (database) => {
      await prepareStrapiTables(database)
      const before = await tablesOf(database)
      await query(database, 'DROP TABLE notes')
      await query(database, 'CREATE TABLE notes (id integer PRIMARY KEY, text varchar(255))')
      const { columns } = await prepareStrapiTables(database)
      expect(columns).toContain('notes.created_by_id')
      const { notes } = await tablesOf(database)
      const withoutKey = (texts: readonly string[] | undefined) => texts?.filter((text) => !text.includes('pkey'))
      expect(withoutKey(notes?.foreignKeys)).toEqual(withoutKey(before['notes']?.foreignKeys))
      expect(withoutKey(notes?.indexes)).toEqual(withoutKey(before['notes']?.indexes))
    })
  })

  test('what the schema files no longer have, and what others have created, stays with its rows', async () => {
    const address = await newDatabase()
    await withProject(address, modelOf({ attributes: { old: { type: 'string' } } }), async (database) => {
      await prepareStrapiTables(database)
      await query(database, `INSERT INTO notes (text, old) VALUES ('a', 'kept')`)
      await query(database, 'CREATE TABLE foreign_table (id integer PRIMARY KEY)')
    })
    await withProject(address, modelOf({}), async (database) => {
      expect(await prepareStrapiTables(database)).toEqual({ isNew: false, tables: [], columns: [] })
      expect(await query(database, 'SELECT old FROM notes')).toEqual([{ old: 'kept' }])
      expect(await query(database, 'SELECT id FROM foreign_table')).toEqual([])
    })
  })

  test.each([
    ['drafts', { drafts: true }, 'drafts of api::note.note were switched on'],
    ['locales', { localized: true }, 'locales of api::note.note were switched on'],
  ])('a switch of %s is rejected when there are rows, in both directions', async (_name, options, message) => {
    for (const [before, after, says] of [
      [{}, options, message],
      [options, {}, message.replace(' on', ' off')],
    ] as const) {
      const address = await newDatabase()
      await withProject(address, modelOf(before), async (database) => {
        await prepareStrapiTables(database)
        await addNote(database)
      })
      await withProject(address, modelOf(after), async (database) => {
        await expect(prepareStrapiTables(database)).rejects.toThrow(says)
      })
      await withProject(address, modelOf(before), async (database) => {
        expect(await prepareStrapiTables(database)).toMatchObject({ columns: [] })
      })
    }
  })

  test('a switch of drafts is noted for Strapi when there are no rows', async () => {
    const address = await newDatabase()
    await withProject(address, modelOf({}), (database) => prepareStrapiTables(database))
    await withProject(address, modelOf({ drafts: true }), async (database) => {
      await prepareStrapiTables(database)
      expect((await noted(database))['api::note.note']).toMatchObject({
        uid: 'api::note.note',
        modelType: 'contentType',
        options: { draftAndPublish: true },
        attributes: { text: { type: 'string' } },
      })
    })
  })

  test('what Strapi has noted of a type stays when its attributes change', async () => {
    const address = await newDatabase()
    await withProject(address, modelOf({}), (database) => prepareStrapiTables(database))
    await withProject(address, modelOf({ attributes: { more: { type: 'string' } } }), async (database) => {
      await prepareStrapiTables(database)
      expect((await noted(database))['api::note.note']?.attributes).toEqual({ text: { type: 'string' } })
    })
  })

  test.each([
    ['another application', [], 'another application'],
    ['Strapi 4', ['CREATE TABLE strapi_core_store_settings (id integer)'], 'a Strapi 4 application'],
  ])('a database of %s is rejected unchanged', async (_name, statements, owner) => {
    await withProject(await newDatabase(), modelOf({}), async (database) => {
      for (const sql of ['CREATE TABLE notes (id integer)', ...statements]) await query(database, sql)
      const before = await tablesOf(database)
      await expect(prepareStrapiTables(database)).rejects.toThrow(`belongs to ${owner}`)
      expect(await tablesOf(database)).toEqual(before)
    })
  })
})
