import type { ClientBase } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure, planFor } from './session-settings.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Returns a connection whose first statement has set the settings `names`. */
async function connected(...names: string[]) {
  const sent: string[] = []
  const server = { rejects: false }
  const query = async (sql: string) => {
    if (server.rejects) throw new Error('cancelled')
    sent.push(sql)
    return { rows: names.map((name) => ({ name })) }
  }
  const client = { query } as Partial<ClientBase> as ClientBase
  configure(client, { avoidsScans: true })
  await Promise.resolve()
  sent.length = 0
  return { client, sent, server }
}

describe('plans of prepared statements', () => {
  it('are kept for cheap reads, and chosen by PostgreSQL for expensive ones', async () => {
    const { client, sent } = await connected('plan_cache_mode')
    await planFor(client, 100)
    await planFor(client)
    expect(sent).toEqual([])
    await planFor(client, 20_000)
    await planFor(client, 1_000_000)
    await planFor(client, 19_999)
    expect(sent).toEqual(['SET plan_cache_mode = auto', 'SET plan_cache_mode = force_generic_plan'])
  })

  it('are those of other clients for statements that keep their order', async () => {
    const { client, sent } = await connected('plan_cache_mode', 'parallel_setup_cost')
    await planFor(client, 100, true)
    await planFor(client, 20_000, true)
    await planFor(client, 100)
    expect(sent).toEqual([
      'SET plan_cache_mode = force_custom_plan;SET parallel_setup_cost = DEFAULT',
      'SET plan_cache_mode = force_generic_plan;SET parallel_setup_cost = 10000',
    ])
  })

  it('are discarded after ten seconds', async () => {
    const { client, sent } = await connected('plan_cache_mode')
    vi.advanceTimersByTime(10_001)
    await planFor(client)
    await planFor(client)
    expect(sent).toEqual(['DISCARD PLANS'])
  })

  it('follow the values that the database has of its own', async () => {
    const { client, sent } = await connected('client_connection_check_interval')
    vi.advanceTimersByTime(10_001)
    await planFor(client, 1_000_000)
    expect(sent).toEqual([])
    const other = await connected('seq_page_cost', 'random_page_cost', 'enable_seqscan')
    await planFor(other.client, 1_000_000)
    await planFor(other.client, 100)
    expect(other.sent).toEqual([
      'SET seq_page_cost = 1;SET random_page_cost = 1.1;SET enable_seqscan = on',
      'SET seq_page_cost = 0.1;SET random_page_cost = 0.1;SET enable_seqscan = off',
    ])
  })

  it('keep their mode if a change fails, so that the next read tries again', async () => {
    const { client, sent, server } = await connected('plan_cache_mode')
    server.rejects = true
    await expect(planFor(client, 1_000_000)).rejects.toThrow('cancelled')
    server.rejects = false
    await planFor(client, 1_000_000)
    expect(sent).toEqual(['SET plan_cache_mode = auto'])
  })
})
