import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Statement } from '../dialects/statement.js'
import { type Figures, Statistics } from './statistics.js'

const links = { table: 'links', columns: ['source'] }
let results: Record<string, string>
let read: Statement[]

function statistics() {
  return new Statistics((statement) => {
    read.push(statement)
    const result = results[statement.sql.includes('GROUP BY') ? 'links' : 'rows']
    return result === undefined ? Promise.reject(new Error('busy')) : Promise.resolve(result)
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  read = []
  results = { rows: '300', links: '200 30000 6000000' }
})
afterEach(() => {
  vi.useRealTimers()
})

const all = (figures: Figures) => [figures.rows('tags'), figures.side(links)]
const later = async (figures: Statistics) => {
  vi.advanceTimersByTime(10_000)
  figures.refreshIfOld()
  await new Promise((resolve) => setImmediate(resolve))
}

it('counts the statistics that a computation needs, once', async () => {
  const figures = statistics()
  expect(await figures.compute(all)).toEqual([300, { rows: 30_000, groups: 200, biased: 200 }])
  expect(await figures.compute(all)).toHaveLength(2)
  expect(read.map(({ sql }) => sql)).toEqual([
    expect.stringContaining('FROM "tags"'),
    expect.stringContaining('GROUP BY "source"'),
  ])
})

it('rejects when nothing is known and counting fails', async () => {
  results = {}
  await expect(statistics().compute(all)).rejects.toThrow('busy')
})

it('counts again in the background and changes its version when the order of magnitude of a figure changes', async () => {
  const figures = statistics()
  await figures.compute(all)
  figures.refreshIfOld()
  expect(read).toHaveLength(2)
  results = { rows: '310', links: '200 30100 6010000' }
  await later(figures)
  expect(read).toHaveLength(4)
  expect(figures.version).toBe(0)
  results = { rows: '310', links: '200 90000 60000000' }
  await later(figures)
  expect(figures.version).toBe(1)
  expect((await figures.compute(all))[1]).toMatchObject({ rows: 90_000 })
})

it('keeps old statistics when counting again fails', async () => {
  const figures = statistics()
  await figures.compute(all)
  results = {}
  await later(figures)
  expect(await figures.compute(all)).toEqual([300, { rows: 30_000, groups: 200, biased: 200 }])
})
