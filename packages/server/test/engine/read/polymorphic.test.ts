import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { openReadingRoom, reader } from '../../support/reading-room.js'

const alpha = { type: 'api::article.article', id: 1 }
const tech = { type: 'api::category.category', id: 1 }
const draft = { type: 'api::article.article', id: 5 }

/** The populated values of a note about Alpha and Tech, and of a note about a draft. */
const populated: readonly (readonly [query: string, attributes: readonly Record<string, unknown>[]])[] = [
  // The entries are flat. They have their type, and only the fields that their type has.
  [
    'populate[subject][fields]=title&populate[subjects][fields][0]=name&populate[subjects][fields][1]=title',
    [
      {
        subject: { __type: alpha.type, id: 1, title: 'Alpha' },
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
    [{ subject: { __type: alpha.type, id: 1, title: 'Alpha', category: { id: 1, name: 'Tech' } } }, { subject: null }],
  ],
  [
    `populate[subjects][on][${tech.type}][fields]=name`,
    [{ subjects: [{ __type: tech.type, id: 1, name: 'Tech' }] }, { subjects: [] }],
  ],
  [
    'populate[subject][fields]=title&publicationState=preview',
    [
      { subject: { __type: alpha.type, id: 1, title: 'Alpha' } },
      { subject: { __type: draft.type, id: 5, title: 'Draft' } },
    ],
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

  it('are written with the id and the type that were read', async () => {
    const send = async (method: string, path: string, data?: object) => {
      const body = data && JSON.stringify({ data })
      const headers = { 'content-type': 'application/json' }
      const response = await api.fetch(
        new Request(`http://reading.room/api${path}`, { method, headers, ...(body && { body }) }),
      )
      return ((await response.json()) as { data: { attributes: Record<string, unknown> } }).data.attributes
    }
    const populate = 'fields=id&populate[subject][fields]=id&populate[subjects][fields]=id'
    const { subject, subjects } = await send('GET', `/notes/1?${populate}`)
    expect(await send('PUT', `/notes/2?${populate}`, { subject, subjects })).toEqual({ subject, subjects })
    expect(subject).toEqual({ __type: alpha.type, id: 1 })
    await send('PUT', '/notes/2', { subject: { __type: draft.type, id: 5 }, subjects: [{ __type: draft.type, id: 5 }] })
  })
})
