import { expect, it } from 'vitest'
import { parseConfig } from './parse.js'
import { shareOf } from './share.js'

const url = 'postgres://localhost/content'
const config = (poolSize?: number) =>
  parseConfig({ database: { dialect: 'postgres', url, ...(poolSize && { poolSize }) } })

it('divides connections, and limits that are counted in memory, among the workers', () => {
  const { database, limits, upload } = shareOf(config(20), 4)
  expect(database).toMatchObject({ poolSize: 5 })
  expect(limits.responseMemory).toBe(67_108_864)
  expect(upload).toMatchObject({ requestsPerClient: 5, bytesInFlight: 2_000_000_000 })
})

it('requires a connection for reads and one for writes in each worker', () => {
  expect(shareOf(config(), 2).database).toMatchObject({ poolSize: 5 })
  expect(shareOf(config(), 16).database).toMatchObject({ poolSize: 4 })
  expect(() => shareOf(config(7), 4)).toThrow(
    'database.poolSize is 7, but 4 workers need at least 8: each needs one connection to read and one to write.',
  )
})

it('rejects SQLite with workers and returns the configuration of a single process unchanged', () => {
  const sqlite = parseConfig({})
  expect(shareOf(sqlite, undefined)).toBe(sqlite)
  expect(() => shareOf(sqlite, 1)).toThrow('database is SQLite, where only one process can write at a time')
})
