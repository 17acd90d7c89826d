import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Statement } from '../statement.js'
import { type Figures, Statistics } from './statistics.js'

const links = { table: 'links', columns: ['source'] }
let answers: Record<string, string>
let read: Statement[]

function statistics() {
  return new Statistics((statement) => {
    read.push(statement)
    const answer = answers[statement.sql.includes('GROUP BY') ? 'links' : 'rows']
    return answer === undefined ? Promise.reject(new Error('busy')) : Promise.resolve(answer)
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  read = []
  answers = { rows: '300', links: '200 30000 6000000' }
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

it("fails when it has no statistics and can't count", async () => {
  answers = {}
  await expect(statistics().compute(all)).rejects.toThrow('busy')
})

it('counts again in the background, and increases its version when a number changes in magnitude', async () => {
  const figures = statistics()
  await figures.compute(all)
  figures.refreshIfOld()
  expect(read).toHaveLength(2)
  answers = { rows: '310', links: '200 30100 6010000' }
  await later(figures)
  expect(read).toHaveLength(4)
  expect(figures.version).toBe(0)
  answers = { rows: '310', links: '200 90000 60000000' }
  await later(figures)
  expect(figures.version).toBe(1)
  expect((await figures.compute(all))[1]).toMatchObject({ rows: 90_000 })
})

it('keeps old statistics when counting again fails', async () => {
  const figures = statistics()
  await figures.compute(all)
  answers = {}
  await later(figures)
  expect(await figures.compute(all)).toEqual([300, { rows: 30_000, groups: 200, biased: 200 }])
})
