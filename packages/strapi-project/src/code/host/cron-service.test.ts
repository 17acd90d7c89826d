import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { addConfiguredTasks, createCron } from './cron-service.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const utc = (rule: string) => ({ rule, tz: 'UTC' })

/** A clock that only moves when a test moves it. */
function testClock(start: string) {
  let now = Date.parse(start)
  const timers = new Set<{ readonly at: number; readonly work: () => void }>()
  return {
    timers,
    now: () => now,
    after(milliseconds: number, work: () => void) {
      const timer = { at: now + milliseconds, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(milliseconds: number) {
      const until = now + milliseconds
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = next.at
        next.work()
      }
      now = until
    },
  }
}

function testCron(start = '2024-03-01T00:00:00Z') {
  const clock = testClock(start)
  const warnings: string[] = []
  const failures: string[] = []
  const runs: string[] = []
  const cron = createCron({
    clock,
    run: (work) => work(),
    tools: () => ({ strapi: 'the application' }),
    warn: (message) => warnings.push(message),
    report: (message, error) => failures.push(`${message}: ${(error as Error).message}`),
  })
  const log = (name: string) => () => void runs.push(`${name} ${new Date(clock.now()).toISOString()}`)
  return { clock, cron, warnings, failures, runs, log }
}

describe('cron tasks', () => {
  it('run at the times of their pattern, with the application and the time', () => {
    const { clock, cron } = testCron()
    const calls: unknown[] = []
    cron.add({ '*/30 * * * *': (...values: unknown[]) => void calls.push(values) })
    clock.advance(hour)
    expect(calls).toEqual([])
    cron.start()
    clock.advance(hour)
    const times = ['2024-03-01T01:30:00Z', '2024-03-01T02:00:00Z']
    expect(calls).toEqual(times.map((time) => [{ strapi: 'the application' }, new Date(time)]))
  })

  it.each([
    ['a pattern with seconds', '*/30 * * * * *', minute, ['00:00:30.000Z', '00:01:00.000Z']],
    ['names and steps', utc('0 5 * * FRI'), day, ['05:00:00.000Z']],
    ['a start of a step', utc('0 10/20 0 * * *'), hour, ['00:10:00.000Z', '00:30:00.000Z', '00:50:00.000Z']],
    ['a zone', { rule: '0 3 * * *', tz: 'Asia/Baghdad' }, day, ['00:00:00.000Z']],
    [
      'a start',
      { ...utc('0 * * * *'), start: '2024-03-01T22:00:00Z' },
      day,
      ['22:00:00.000Z', '23:00:00.000Z', '00:00:00.000Z'],
    ],
    ['an end', { ...utc('0 * * * *'), end: new Date('2024-03-01T02:30:00Z') }, day, ['01:00:00.000Z', '02:00:00.000Z']],
    ['units', { hour: 4, minute: 30, tz: 'UTC' }, day, ['04:30:00.000Z']],
    [
      'a unit, which is like a pattern',
      { minute: [15, { start: 40, end: 50, step: 10 }], tz: 'UTC' },
      hour,
      ['00:15:00.000Z', '00:40:00.000Z', '00:50:00.000Z'],
    ],
    [
      'a month of units, which begins at 0',
      { rule: { month: 2, date: 1, hour: 7, minute: 0 }, tz: 'UTC' },
      day,
      ['07:00:00.000Z'],
    ],
    ['a moment', new Date('2024-03-01T00:00:05Z'), day, ['00:00:05.000Z']],
  ])('run by %s', (_what, options, milliseconds, times) => {
    const { clock, cron, runs, log, warnings } = testCron()
    cron.add({ named: { task: log('named'), options } }).start()
    clock.advance(milliseconds)
    expect(warnings).toEqual([])
    expect(runs.map((run) => run.slice('named 2024-03-01T'.length))).toEqual(times)
  })

  it('wait longer than a timer can', () => {
    const { clock, cron, runs, log } = testCron('2024-01-01T00:00:00Z')
    cron.add({ yearly: { task: log('yearly'), options: utc('0 0 1 6 *') } }).start()
    clock.advance(200 * day)
    expect(runs).toEqual(['yearly 2024-06-01T00:00:00.000Z'])
  })

  it('end when they are removed, and pause when the scheduler stops', () => {
    const { clock, cron, runs, log } = testCron()
    cron.start()
    cron.add({ one: { task: log('one'), options: '* * * * *' }, two: { task: log('two'), options: '* * * * *' } })
    clock.advance(minute)
    cron.remove('one')
    clock.advance(minute)
    expect(runs.map((run) => run.slice(0, 3))).toEqual(['one', 'two', 'two'])
    cron.stop()
    expect(clock.timers.size).toBe(0)
    clock.advance(hour)
    cron.start()
    clock.advance(minute)
    expect(runs).toHaveLength(4)
    expect(cron.jobs.map(({ name }) => name)).toEqual(['two'])
    expect(() => cron.remove('')).toThrow('needs the name of a task')
  })

  it('run again after they have failed', async () => {
    const { clock, cron, failures } = testCron()
    cron.add({
      '0 * * * * *': () => {
        throw new Error('at once')
      },
      later: { task: async () => Promise.reject(new Error('later')), options: { rule: '30 * * * * *' } },
    })
    cron.start()
    clock.advance(2 * minute)
    await setImmediate()
    expect(failures.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'The cron task "0 * * * * *" failed: at once',
      'The cron task "0 * * * * *" failed: at once',
      'The cron task "later" failed: later',
      'The cron task "later" failed: later',
    ])
  })

  it('of an invalid pattern never run, which is a warning', () => {
    const { cron, warnings } = testCron()
    cron.add({ 'every day': () => undefined, bad: { task: () => undefined, options: {} } }).start()
    expect(warnings).toEqual([
      expect.stringMatching(/^The cron task "every day" never runs: /),
      'The cron task "bad" never runs: a rule needs a unit such as "hour".',
    ])
    expect(() => cron.add({ nothing: 3 })).toThrow('The cron task "nothing" must be a function')
  })

  it.each<[{ enabled?: boolean; tasks?: object }, number]>([
    [{ tasks: { '* * * * *': () => undefined } }, 1],
    [{ enabled: true, tasks: { '* * * * *': () => undefined } }, 1],
    [{ enabled: false, tasks: { '* * * * *': () => undefined } }, 0],
    [{ enabled: true }, 0],
  ])('of %j in config/server are added', (configured, count) => {
    const { cron } = testCron()
    const values: Readonly<Record<string, unknown>> = {
      'server.cron.enabled': configured.enabled,
      'server.cron.tasks': configured.tasks,
    }
    addConfiguredTasks({ config: { get: (path, otherwise) => values[path] ?? otherwise }, cron })
    expect(cron.jobs).toHaveLength(count)
  })
})
