import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { strapiPostgresFormats } from '../../../strapi-tables/src/layout/strapi-postgres-formats.js'
import { strapiSqliteFormats } from '../../../strapi-tables/src/layout/strapi-sqlite-formats.js'
import type { ValueKind } from '../../../engine/src/layout/value-formats.js'
import { postgresDatabase } from '../../../../tests/support/postgres.js'

const { connection } = await postgresDatabase()

/** Returns a function for the local time of a moment, as Strapi stores it: `YYYY-MM-DD HH:mm:ss.SSS`. */
function localTimeIn(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => `${format.format(moment)}.${String(((moment % 1000) + 1000) % 1000).padStart(3, '0')}`
}

it.each(['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'America/New_York'])(
  'reads date-times of PostgreSQL in the zone of Strapi: %s',
  async (timeZone) => {
    const client = new Client(connection.url)
    await client.connect()
    onTestFinished(() => client.end())
    const localTime = localTimeIn(timeZone)
    const formats = strapiPostgresFormats(timeZone)
    const hour = 3_600_000
    // Around the changes of the clocks, and far from them.
    const moments = [
      '2024-10-27T00:00Z',
      '2024-11-03T05:00Z',
      '2024-04-06T14:00Z',
      '2024-03-31T00:00Z',
      '1999-12-31T00:00Z',
    ].flatMap((start) => Array.from({ length: 12 }, (_, step) => Date.parse(start) + (step - 4) * (hour / 2) + 789))
    // JavaScript reads a local time that exists twice as the earlier moment.
    const read = (local: string) => {
      const nominal = Date.parse(`${local.replace(' ', 'T')}Z`)
      for (let at = nominal - 15 * hour; at <= nominal + 15 * hour; at += hour / 2)
        if (localTime(at) === local) return at
      throw new Error(`${local} does not exist in ${timeZone}`)
    }
    const rows = moments.map(localTime)
    const values = rows.map((local, index) => `(${index}, timestamp '${local}')`).join(', ')
    const select = (sql: string) => `SELECT ${sql} AS value FROM (VALUES ${values}) AS t(id, at) ORDER BY id`
    const column = async (sql: string) =>
      (await client.query<{ value: string }>(select(sql))).rows.map(({ value }) => value)
    const instants = rows.map(read)
    expect(await column(formats.json('datetime', 'at'))).toEqual(
      instants.map((instant) => JSON.stringify(new Date(instant).toISOString())),
    )
    expect(await column(formats.instant('at'))).toEqual(await column(formats.json('datetime', 'at')))
    expect(await column(formats.json('timestamp', 'at'))).toEqual(
      instants.map((instant) => JSON.stringify(String(instant))),
    )
    // A parameter is the local time of its moment.
    const bound = formats.bind('datetime', 'iso', '')
    const parameters = moments.map(
      (moment, index) => `('${new Date(moment).toISOString()}', timestamp '${rows[index]}')`,
    )
    const wrong = `SELECT iso FROM (VALUES ${parameters.join(', ')}) AS t(iso, at) WHERE ${bound} <> at`
    expect((await client.query(wrong)).rows).toEqual([])
  },
)

it('writes JSON of PostgreSQL as JSON.stringify does', async () => {
  const client = new Client(connection.url)
  await client.connect()
  onTestFinished(() => client.end())
  // jsonb sorts keys by their length.
  const values = [
    { a: null, list: [null, 1, { b: null }] },
    { list: [1, 2], text: 'a: b, "c": null' },
    { list: [{ deep: { number: -1.5 } }], text: 'a: b, c', escaped: 'q"\\, \n\u0007' },
    ['null'],
    'null',
    '',
    0,
    false,
    [],
    {},
  ]
  const rows = values.map((_, index) => `(${index}, $${index + 1}::jsonb)`).join(', ')
  const sql = `SELECT ${strapiPostgresFormats('UTC').json('json', 'value')} AS json FROM (VALUES ${rows}) AS t(id, value)`
  const read = await client.query<{ json: string }>(
    `${sql} ORDER BY id`,
    values.map((value) => JSON.stringify(value)),
  )
  expect(read.rows.map(({ json }) => json)).toEqual(values.map((value) => JSON.stringify(value)))
})

describe('values of SQLite', () => {
  /** Returns the JSON of stored values. */
  async function read(kind: ValueKind, type: string, stored: readonly string[]): Promise<string[]> {
    const handle = new sqlite3.Database(':memory:')
    const values = stored.map((value) => `(${value})`).join(', ')
    const rows = await new Promise<{ json: string }[]>((resolve, reject) => {
      handle.exec(`CREATE TABLE t (value ${type}); INSERT INTO t VALUES ${values}`, (failure) => {
        if (failure) return reject(failure)
        const select = `SELECT ${strapiSqliteFormats.json(kind, 'value')} AS json FROM t`
        handle.all<{ json: string }>(select, (error, found) => (error ? reject(error) : resolve(found)))
      })
    })
    await new Promise<void>((resolve) => handle.close(() => resolve()))
    return rows.map(({ json }) => json)
  }

  it('rounds big integers like JavaScript', async () => {
    const ends = [2n ** 53n, 2n ** 60n + 12_345n, 2n ** 63n - 1n, 9_007_199_254_740_993n, 123_456_789_012_345_678n]
    const stored = [0n, 42n, ...ends, ...ends.map((value) => -value), -(2n ** 63n)]
    const expected = stored.map((value) => JSON.stringify(String(Number(value))))
    expect(await read('bigint', 'bigint', [...stored.map(String), 'NULL'])).toEqual([...expected, 'null'])
  })

  it('reads milliseconds, and texts of other programs', async () => {
    const moments = [0, 1, -1, 999, 1_700_000_000_123, -62_135_596_800_000, 253_402_300_799_999]
    const expected = moments.map((moment) => JSON.stringify(new Date(moment).toISOString()))
    expect(await read('datetime', 'datetime', moments.map(String))).toEqual(expected)
    expect(await read('datetime', 'datetime', [`'2024-05-06T07:08:09.010Z'`, `'never'`, 'NULL'])).toEqual([
      '"2024-05-06T07:08:09.010Z"',
      'null',
      'null',
    ])
  })

  it('reads JSON that the column has converted to a number, and text that is no JSON', async () => {
    const stored = [`'5'`, `'-0.25'`, `'1e3'`, `'"5"'`, `'{"a":[1,null]}'`, `'null'`, `'true'`, `'so'`, 'NULL']
    const expected = ['5', '-0.25', '1000', '"5"', '{"a":[1,null]}', 'null', 'true', '"so"', 'null']
    expect(await read('json', 'json', stored)).toEqual(expected)
  })
})
