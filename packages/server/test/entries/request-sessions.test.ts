import { createSession } from '@content-api/engine/database'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { unrestricted } from '@content-api/core/entries/caller'
import { createEntries, type Entries } from '@content-api/core/entries/entries'
import { ContentEvents } from '@content-api/core/entries/events'
import { createHooks } from '@content-api/core/entries/hooks/hook'
import { permit } from '@content-api/core/entries/request'
import type { Action } from '@content-api/core/query/plan-context'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { strict } from '../support/plan-context.js'
import { ownDatabase } from '../support/own-database.js'

const localized = { i18n: { localized: true } }
const attributes = { title: { type: 'string' } } as const
const note = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes' },
  pluginOptions: localized,
  attributes,
} as const
const home = {
  kind: 'singleType',
  info: { singularName: 'home', pluralName: 'homes' },
  pluginOptions: localized,
  attributes,
} as const

const contentTypes = { 'api::note.note': note, 'api::home.home': home }

describe.each(await databases())('the session of a request, on $name', ({ connection }) => {
  let api: ContentApi
  let entries: Entries
  beforeAll(async () => {
    api = await createContentApi({ contentTypes, database: connection, log: () => undefined })
    const hooks = { hooks: createHooks(), events: new ContentEvents(() => undefined), hookMilliseconds: 1_000 }
    const { limits, locales, reading } = strict
    entries = createEntries({ database: ownDatabase(api), strict: true, limits, locales, reading, hooks })
  })
  afterAll(() => api.close())

  const session = createSession({ client: () => 'a client', signal: () => undefined })
  const requestOf = (name: string, action: Action) => {
    const type = api.registry.contentType(`api::${name}.${name}`)
    return permit({ type, query: { text: '', parameters: () => ({}) }, caller: { ...unrestricted, session } }, action)
  }
  const data = { title: 'Seen' }
  const added = { publishByDefault: true }

  it.each<[string, () => Promise<unknown>]>([
    ['create', () => entries.create(requestOf('note', 'create'), data, added)],
    ['find', () => entries.find(requestOf('note', 'find'))],
    ['findOne', () => entries.findOne(requestOf('note', 'findOne'), 1)],
    ['update', () => entries.update(requestOf('note', 'update'), 1, data)],
    [
      'createLocalization',
      () => entries.createLocalization(requestOf('note', 'createLocalization'), 1, { ...data, locale: 'fr' }),
    ],
    ['remove', () => entries.remove(requestOf('note', 'delete'), 1)],
    ['updateSingle that creates', () => entries.updateSingle(requestOf('home', 'update'), data, added)],
    ['updateSingle', () => entries.updateSingle(requestOf('home', 'update'), data, added)],
    ['findSingle', () => entries.findSingle(requestOf('home', 'find'))],
    ['removeSingle', () => entries.removeSingle(requestOf('home', 'delete'))],
  ])('reaches the database with %s', async (_, run) => {
    const spies = [vi.spyOn(api.database, 'read'), vi.spyOn(api.database, 'write')]
    await run()
    const options = spies.flatMap(({ mock }) => mock.calls.map((call) => call.at(-1)))
    for (const spy of spies) spy.mockRestore()
    expect(options.length).toBeGreaterThan(0)
    for (const each of options) expect(each).toMatchObject({ session })
  })
})
