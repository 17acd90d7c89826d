import { afterEach, describe, expect, it } from 'vitest'
import type { ExtensionHost, ProjectHooks } from '../../src/index.js'
import { type HookedService, openHooked } from '../support/hooked-service.js'
import { databases } from '../../../../tests/support/postgres.js'

describe.each(await databases())(
  'values that code writes are converted like in Strapi 4 on $name',
  ({ connection }) => {
    let service: HookedService | undefined
    afterEach(async () => {
      await service?.api.close()
      service = undefined
    })
    const open = async (hooks: Record<string, ProjectHooks>, more: Parameters<typeof openHooked>[1] = {}) => {
      service = await openHooked(connection, { hooks, ...more })
      return service
    }
    const moment = 'api::moment.moment'
    const date = new Date(2024, 1, 3, 4, 5, 6, 7)
    const set = {
      day: date,
      clock: date,
      instant: date,
      stamp: date,
      text: 1234,
      count: '12',
      large: 7,
      ratio: '1.5',
      flag: 't',
      mood: 'unsure',
      more: { at: date },
    }
    const stored = {
      day: '2024-02-03',
      clock: '04:05:06.007',
      instant: date.toISOString(),
      stamp: String(date.getTime()),
      text: '1234',
      count: 12,
      large: '7',
      ratio: 1.5,
      flag: true,
      mood: 'unsure',
      more: { at: date.toISOString() },
    }
    const sets: ProjectHooks = {
      beforeCreate: ({ params }) => void Object.assign(params.data, set),
      beforeUpdate: ({ params }) => void Object.assign(params.data, set),
    }

    it('in REST and GraphQL', async () => {
      const { ask, graphql } = await open({ [moment]: sets })
      const { body } = await ask('POST /api/moments', { data: {} })
      expect(body.data.attributes).toMatchObject(stored)
      const path = `/api/moments/${body.data.id}`
      expect((await ask(`PUT ${path}`, { data: { text: 'abc' } })).body.data.attributes).toMatchObject(stored)
      const { day, clock, instant, text, count, flag } = stored
      const shown = { day, clock, instant, text, count, flag }
      const mutation = `mutation { createMoment(data: {}) { data { attributes { ${Object.keys(shown).join(' ')} } } } }`
      expect((await graphql(mutation)).data?.['createMoment'].data.attributes).toEqual(shown)
    })

    it('and what code writes with db.query, and dates with entityService', async () => {
      let strapi: ExtensionHost | undefined
      await open({}, { register: (tools) => void (strapi = tools.strapi) })
      const query = strapi?.db.query(moment)
      const created = await query?.create({ data: set })
      expect(created).toMatchObject(stored)
      expect(await query?.update({ where: { id: created?.['id'] }, data: set })).toMatchObject(stored)
      const { day, clock, instant, stamp, more } = set
      const data = { day, clock, instant, stamp, more }
      const dates = {
        day: stored.day,
        clock: stored.clock,
        instant: stored.instant,
        stamp: stored.stamp,
        more: stored.more,
      }
      expect(await strapi?.entityService.create(moment, { data })).toMatchObject(dates)
      await expect(strapi?.entityService.create(moment, { data: { mood: 'unsure' } })).rejects.toThrow('good, bad')
      for (const data of [{ text: { a: 1 } }, { count: 'many' }, { day: new Date(Number.NaN) }, { clock: 5 }]) {
        await expect(query?.create({ data })).rejects.toThrow(Object.keys(data)[0])
      }
    })

    it('except for what clients send', async () => {
      const { ask } = await open({ [moment]: { beforeCreate: ({ params }) => void (params.data.text = 'abcd') } })
      for (const data of [{ count: 12 }, { mood: 'unsure' }, { ratio: 't' }, { more: 1, text: 5 }]) {
        expect((await ask('POST /api/moments', { data })).status).toBe(400)
      }
    })

    it('and store a fraction in an integer where the database can', async () => {
      const { ask } = await open({ [moment]: { beforeCreate: ({ params }) => void (params.data.count = 7.6) } })
      const { status, body } = await ask('POST /api/moments', { data: {} })
      // As in Strapi 4: integers of SQLite may have fractions, those of PostgreSQL may not.
      const expected = connection.dialect === 'sqlite' ? [200, 7.6] : [400, undefined]
      expect([status, body.data?.attributes.count]).toEqual(expected)
    })
  },
)
