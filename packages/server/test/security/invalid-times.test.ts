import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type TestService, openService } from '../support/service.js'

const times = ['24:00:00', '25:00:00', '12:60:00', '12:00:60', '99:99:99', '-1:00:00', '12', 'x']
const offsets = ['+24:00', '+99:99', '-12:60', 'Z9', '+1']
const days = ['2023-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '2024-01-00', '0000-01-01', '12024-01-01']

const dateTimes = [
  ...days.map((day) => `${day}T12:00:00Z`),
  ...times.map((time) => `2024-01-01T${time}Z`),
  ...offsets.map((offset) => `2024-01-01T12:00:00${offset}`),
]
/** Values that are invalid for the attributes of a specimen with these names. */
const invalid = {
  day: [...days, ...dateTimes, '2024-01-01T', '2024-01-01 25:00:00'],
  tod: [...times, '12:00:00Z', '12:00:00+99:99', '2024-01-01T12:00:00Z'],
  at: [...days, ...dateTimes, '8640000000000001', '253402300800000', ''],
  stamp: [...days, ...dateTimes, '8640000000000001', '-99999999999999'],
} as const
const names = Object.keys(invalid) as (keyof typeof invalid)[]

describe.each(await databases())('dates and times that do not exist, on $name', ({ connection }) => {
  let service: TestService
  let token: string
  beforeAll(async () => {
    service = await openService({ connection })
    token = await service.tokenOf('erin')
  })
  afterAll(() => service.close())

  const find = (filters: string) => service.ask(`GET /api/specimens?${filters}`)
  const graphql = async (query: string) => (await service.ask('POST /graphql', { token, body: { query } })).body

  it.each(names)('QS-50 get 400 with the key in filters of %s', async (name) => {
    for (const value of invalid[name]) {
      const text = encodeURIComponent(value)
      for (const filters of [
        `filters[${name}]=${text}`,
        `filters[${name}][$gte]=${text}`,
        `filters[${name}][$in][0]=${text}`,
        `filters[$or][0][$not][${name}][$ne]=${text}`,
      ]) {
        const { status, body } = await find(filters)
        expect([value, filters, status]).toEqual([value, filters, 400])
        expect(body.error.message).toContain(name)
      }
    }
    expect(
      (await find(`filters[createdAt][$lt]=${encodeURIComponent('2024-01-01T25:00:00Z')}`)).body.error,
    ).toMatchObject({
      status: 400,
      message: expect.stringContaining('createdAt') as string,
    })
  })

  it.each(names)('QS-50 get 400 with the key as %s in a body', async (name) => {
    for (const value of invalid[name]) {
      if (value === '') continue
      const { status, body } = await service.ask('POST /api/specimens', { token, body: { data: { [name]: value } } })
      expect([value, status]).toEqual([value, 400])
      expect(JSON.stringify(body.error)).toContain(name)
    }
  })

  it.each(names)('QS-50 are rejected as %s in GraphQL', async (name) => {
    for (const value of invalid[name]) {
      const text = JSON.stringify(value)
      const filtered = await graphql(`{ specimens(filters: { ${name}: { gte: ${text} } }) { data { id } } }`)
      expect([value, filtered.errors?.length]).toEqual([value, 1])
      const made = await graphql(`mutation { createSpecimen(data: { ${name}: ${text} }) { data { id } } }`)
      expect([value, made.errors?.length]).toEqual([value, 1])
      const code = { extensions: { code: expect.stringMatching(/BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED/) as string } }
      expect([filtered.errors[0], made.errors[0]]).toMatchObject([code, code])
    }
  })

  it('QS-50 differ from those that exist', async () => {
    const valid = {
      day: '2024-02-29T23:59:59.999+14:00',
      tod: '23:59:59.999',
      at: '2024-02-29T23:59:59-12:30',
      stamp: '0',
    }
    expect((await service.ask('POST /api/specimens', { token, body: { data: valid } })).status).toBe(200)
    for (const name of names) {
      const { status, body } = await find(`filters[${name}]=${encodeURIComponent(valid[name])}`)
      expect([status, body.data.length]).toEqual([200, 1])
    }
  })
})
