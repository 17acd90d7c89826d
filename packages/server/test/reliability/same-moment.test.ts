import { describe, expect, it } from 'vitest'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

const code = { type: 'string', unique: true } as const
const schemas = {
  components: { 'shared.badge': { collectionName: 'badges', info: { displayName: 'Badge' }, attributes: { code } } },
  contentTypes: {
    'api::holder.holder': {
      kind: 'collectionType',
      collectionName: 'holders',
      info: { singularName: 'holder', pluralName: 'holders', displayName: 'Holder' },
      attributes: { badge: { type: 'component', component: 'shared.badge' } },
    },
  },
} as const

describe.each(newDatabases)('concurrent processes on %s', (_name, newDatabase) => {
  it('create the tables and each role once when they start for the first time', async () => {
    const { connection } = await newDatabase()
    const start = () => createContentApi({ ...schemas, config: { database: connection } })
    const started = await Promise.all([start(), start(), start()])
    const { database } = started[0]
    const { table } = database.layout.schema('plugin::users-permissions.role')
    const roles = await database.read({
      sql: `SELECT count(*) || ' of ' || count(DISTINCT "type") FROM "${table}"`,
      values: [],
    })
    for (const api of started) await api.close()
    expect(roles).toBe('2 of 2')
  })

  it("can't write the same unique value to two components", async () => {
    const { connection } = await newDatabase()
    const start = () => createContentApi({ ...schemas, config: { database: connection } })
    const servers = [await start(), await start()] as const
    const write = async (server: ContentApi, code: string) => {
      const body = JSON.stringify({ data: { badge: { code } } })
      const headers = { 'content-type': 'application/json' }
      return (await server.fetch(new Request('http://x/api/holders', { method: 'POST', headers, body }))).status
    }
    for (let round = 0; round < 10; round++) {
      const statuses = await Promise.all([...servers, ...servers].map((server) => write(server, `A${round}`)))
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
    }
    for (const server of servers) await server.close()
  })
})
