import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RateLimits, createRateLimits } from '@content-api/capabilities/accounts/rate-limits'
import { ApiError } from '@content-api/engine/errors'
import type { Database } from '@content-api/engine/database'
import { rateLimits, systemTables } from '../../../engine/src/layout/system-tables.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openTables } from '../support/table-database.js'

const options = { attempts: 2, seconds: 60, ipv6Prefix: 56 }
const minute = 60_000

describe.each(await databases())('windows of rate limits on $name', ({ connection }) => {
  let database: Database
  let time = Date.parse('2024-01-01T12:00:00Z')
  beforeAll(async () => {
    database = await openTables(
      connection,
      systemTables.filter(({ name }) => name === rateLimits),
    )
  })
  afterAll(() => database.close())

  const open = (now = () => time) => createRateLimits(database, options, now)

  /** Counts attempts until one is rejected. Returns the number of accepted ones and `Retry-After`. */
  async function exhaust(limits: RateLimits, identifier: string) {
    for (let accepted = 0; ; accepted++) {
      try {
        await limits.count({ route: 'callback', address: '192.0.2.1', identifier })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { accepted, wait: Number(error.headers['Retry-After']) }
      }
    }
  }

  it('end after their time', async () => {
    const limits = open()
    expect(await exhaust(limits, 'anna')).toEqual({ accepted: 2, wait: 60 })
    time += minute - 1
    expect(await exhaust(limits, 'anna')).toEqual({ accepted: 0, wait: 1 })
    time += 1
    expect(await exhaust(limits, 'anna')).toEqual({ accepted: 2, wait: 60 })
  })

  it('AUTH-55 last no longer when the clock is set back, and keep their counts', async () => {
    const limits = open()
    expect(await exhaust(limits, 'berta')).toEqual({ accepted: 2, wait: 60 })
    time -= 60 * minute
    expect(await exhaust(limits, 'berta')).toEqual({ accepted: 0, wait: 60 })
    time += minute / 2
    expect(await exhaust(limits, 'berta')).toEqual({ accepted: 0, wait: 30 })
    time += minute / 2
    expect(await exhaust(limits, 'berta')).toEqual({ accepted: 2, wait: 60 })
  })

  it('AUTH-55 count as one on servers whose clocks differ', async () => {
    const [ahead, behind] = [open(() => time + 10_000), open()]
    await ahead.count({ route: 'callback', address: '192.0.2.1', identifier: 'clara' })
    await behind.count({ route: 'callback', address: '192.0.2.1', identifier: 'clara' })
    expect(await exhaust(ahead, 'clara')).toEqual({ accepted: 0, wait: 50 })
    expect(await exhaust(behind, 'clara')).toEqual({ accepted: 0, wait: 60 })
  })
})
