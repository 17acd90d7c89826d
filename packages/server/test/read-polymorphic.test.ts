import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../src/index.js'
import { databases } from './support/postgres.js'
import { openReadingRoom, reader } from './support/reading-room.js'

const alpha = { type: 'api::article.article', id: 1 }
const tech = { type: 'api::category.category', id: 1 }
const draft = { type: 'api::article.article', id: 5 }

/** The populated values of a note about Alpha and Tech, and of a note about a draft. */
const populated: readonly (readonly [query: string, attributes: readonly Record<string, unknown>[]])[] = [
  // The entries are flat. Items of lists have their type, and only the fields that their type has.
  [
    'populate[subject][fields]=title&populate[subjects][fields][0]=name&populate[subjects][fields][1]=title',
    [
      {
        subject: { id: 1, title: 'Alpha' },
        subjects: [
          { __type: alpha.type, id: 1, title: 'Alpha' },
          { __type: tech.type, id: 1, name: 'Tech' },
        ],
      },
      { subject: null, subjects: [] },
    ],
  ],
  // Their related entries are flat, too.
  [
    'populate[subject][fields]=title&populate[subject][populate][category][fields]=name',
    [{ subject: { id: 1, title: 'Alpha', category: { id: 1, name: 'Tech' } } }, { subject: null }],
  ],
  [
    `populate[subjects][on][${tech.type}][fields]=name`,
    [{ subjects: [{ __type: tech.type, id: 1, name: 'Tech' }] }, { subjects: [] }],
  ],
  [
    'populate[subject][fields]=title&publicationState=preview',
    [{ subject: { id: 1, title: 'Alpha' } }, { subject: { id: 5, title: 'Draft' } }],
  ],
]

describe.each(await databases())('polymorphic relations on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await openReadingRoom(connection)
    await api.importEntries([
      { type: 'api::note.note', id: 1, attributes: { subject: alpha, subjects: [alpha, tech] } },
      { type: 'api::note.note', id: 2, attributes: { subject: draft, subjects: [draft] } },
    ])
  })
  afterAll(() => api.close())

  it.each(populated)('return the expected entries: %s', async (query, attributes) => {
    const before = api.database.statements()
    const { data } = await reader(api).get(`/api/notes?fields=id&sort=id&${query}`)
    expect(data.map((entry) => entry.attributes)).toEqual(attributes)
    expect(api.database.statements() - before).toBe(1)
  })
})
