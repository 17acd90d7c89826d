import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExtensionHost } from '../../src/index.js'
import type { Database } from '@content-api/engine/database'
import type { ReadOptions } from '../../../engine/src/database/database.js'
import { type ExtendedService, openExtended } from '../support/extended-service.js'
import { databases } from '../../../../tests/support/postgres.js'

const note = 'api::note.note'

describe.each(await databases())('the session of reads through `strapi`, on $name', ({ connection }) => {
  let service: ExtendedService
  let strapi: ExtensionHost
  let sessions: ReadOptions['session'][] = []
  const four = () => Promise.all(Array.from({ length: 4 }, () => strapi.entityService.findMany(note)))
  const seen = async (work: () => Promise<unknown>) => {
    sessions = []
    await work()
    return sessions
  }

  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register(tools) {
        strapi = tools.strapi
        strapi
          .plugin('graphql')
          .service('extension')
          .use({
            typeDefs: 'type Query { notesFour: Int }',
            resolvers: { Query: { notesFour: async () => (await four()).length } },
            resolversConfig: { 'Query.notesFour': { auth: false } },
          })
      },
      routes: [{ method: 'GET', path: '/four', handler: async () => (await four()).length, config: { auth: false } }],
    })
    const database = service.api.database as { -readonly [Key in keyof Database]: Database[Key] }
    const read = database.read.bind(database)
    database.read = async (plan, id, options) => {
      // The first request also reads permissions.
      if (!('sql' in plan)) sessions.push(options?.session)
      return read(plan, id, options)
    }
  })
  afterAll(() => service.api.close())

  it.each([
    ['a route', () => service.api.fetch(new Request('http://service.example/api/four'))],
    ['a resolver', () => service.ask('{ notesFour }')],
  ])('is the one of the request in %s', async (_, ask) => {
    const [session, ...others] = await seen(ask)
    expect(session?.reads).toBeDefined()
    expect(session).not.toHaveProperty('whenSent')
    expect(others).toEqual([session, session, session])
    expect(new Set([session, ...others]).size).toBe(1)
  })

  it('is missing outside of a request', async () => {
    expect(await seen(four)).toEqual([undefined, undefined, undefined, undefined])
  })
})
