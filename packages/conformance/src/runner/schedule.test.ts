import { describe, expect, it } from 'vitest'
import { scenario } from '../scenarios/scenario.js'
import { inParallel, mixed, shuffled } from './schedule.js'

const one = (id: string, exclusive?: string) =>
  scenario({ id, clauses: ['4.3/$eq'], ...(exclusive ? { exclusive } : {}), run: () => Promise.resolve() })

async function timeline(ids: readonly ReturnType<typeof one>[], concurrency: number) {
  let running = 0
  let most = 0
  const together = new Set<string>()
  const now: string[] = []
  const done: string[] = []
  for await (const id of inParallel(ids, concurrency, async ({ id }) => {
    running += 1
    most = Math.max(most, running)
    for (const other of now) together.add([other, id].toSorted((a, b) => a.localeCompare(b)).join('+'))
    now.push(id)
    // All scenarios that may run now begin before one ends.
    await new Promise((resolve) => setImmediate(resolve))
    now.splice(now.indexOf(id), 1)
    running -= 1
    return id
  }))
    done.push(id)
  return { most, together, done }
}

describe('inParallel', () => {
  it('runs each scenario once, with limited concurrency', async () => {
    const { most, done } = await timeline(
      ['a', 'b', 'c', 'd', 'e'].map((id) => one(id)),
      2,
    )
    expect(most).toBe(2)
    expect(done.toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('never runs two with the same resource together, and does not delay the others', async () => {
    const { together, most } = await timeline([one('a', 'x'), one('b', 'x'), one('c'), one('d', 'x')], 4)
    expect([...together].filter((pair) => /^[abd]\+[abd]$/.test(pair))).toEqual([])
    expect(most).toBe(2)
  })

  it('finishes running scenarios when the caller stops early', async () => {
    const ended: string[] = []
    let stop = () => undefined as void
    const stopped = new Promise<void>((resolve) => (stop = resolve))
    const work = async ({ id }: { id: string }) => {
      if (id !== 'a') await stopped
      ended.push(id)
      return id
    }
    for await (const id of inParallel([one('a'), one('b'), one('c'), one('d')], 3, work)) {
      expect(id).toBe('a')
      stop()
      break
    }
    expect(ended.toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b', 'c'])
  })
})

describe('mixed', () => {
  it('keeps every scenario and begins with the slow ones', () => {
    const some = Array.from({ length: 20 }, (_, index) => one(`s${index}`))
    const lengthy = { ...one('lengthy'), lengthy: true as const }
    const order = mixed([...some, lengthy])
    expect(order[0]?.id).toBe('lengthy')
    expect(new Set(order)).toEqual(new Set([...some, lengthy]))
    expect(order).toHaveLength(21)
  })
})

describe('shuffled', () => {
  const items = Array.from({ length: 50 }, (_, index) => index)

  it('keeps every item, in the order of the seed', () => {
    expect(shuffled(items, 7)).toEqual(shuffled(items, 7))
    expect(shuffled(items, 7)).not.toEqual(shuffled(items, 8))
    expect(shuffled(items, 7).toSorted((a, b) => a - b)).toEqual(items)
  })
})
