import { isRecord } from '@content-api/model'
import { ExtensionError, messageOf } from '@content-api/core/errors/extension-error'
import { createRequire } from 'node:module'
import type * as Croner from 'croner'

/** The time, and timers. Tests have their own. */
interface Clock {
  now(): number
  /** Returns a function that cancels the timer. */
  after(milliseconds: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** The longest time that a timer of Node can wait. */
const longestTimer = 2 ** 31 - 1

/** `strapi.cron`. */
export interface CronService {
  /** Adds tasks by pattern, `{ '0 3 * * *': work }`, or by name, `{ cleaning: { task, options } }`. */
  add(tasks?: Readonly<Record<string, unknown>>): CronService
  /** Removes the tasks with a name. */
  remove(name: string): CronService
  start(): CronService
  stop(): CronService
  destroy(): CronService
  readonly jobs: readonly CronJob[]
}

interface CronJob {
  readonly name: string | null
  readonly options: unknown
}

interface Job extends CronJob {
  readonly place: string
  readonly run: (moment: Date) => unknown
  cancel: () => void
}

interface CronOptions {
  readonly clock: Clock
  /** Runs code of the project. */
  readonly run: (work: () => unknown) => unknown
  /** The argument of tasks. */
  readonly tools: () => object
  readonly warn: (message: string) => void
  readonly report: (message: string, error: unknown) => void
}

/**
 * Creates the scheduler of a project. Tasks wait until it starts. A task that fails is reported, and runs
 * again at its next time.
 */
export function createCron({ clock, run, tools, warn, report }: CronOptions): CronService {
  const jobs: Job[] = []
  let isRunning = false
  const schedule = (job: Job) => {
    let next: NextRun
    try {
      next = nextRunOf(job.options)
    } catch (error) {
      const reason = messageOf(error)
      return warn(`The cron task "${job.place}" never runs: ${reason}.`)
    }
    const perform = async (moment: number) => {
      try {
        await run(() => job.run(new Date(moment)))
      } catch (error) {
        report(`The cron task "${job.place}" failed`, error)
      }
    }
    const wait = (moment: number) => {
      const left = moment - clock.now()
      job.cancel = clock.after(Math.max(0, Math.min(left, longestTimer)), () => {
        if (left > longestTimer) return wait(moment)
        waitAfter(moment)
        void perform(moment)
      })
    }
    const waitAfter = (last: number) => {
      // A process that was suspended skips the runs that it has missed.
      const following = next(Math.max(last, clock.now()))
      if (following !== null) wait(following)
    }
    waitAfter(clock.now())
  }
  const cancel = (job: Job) => job.cancel()
  const cron: CronService = {
    add(tasks = {}) {
      for (const [place, value] of Object.entries(tasks)) {
        const job = jobOf(place, value, tasks, tools)
        jobs.push(job)
        if (isRunning) schedule(job)
      }
      return cron
    },
    remove(name) {
      if (!name) throw new ExtensionError('strapi.cron.remove() needs the name of a task.')
      for (const job of jobs.filter((each) => each.name === name)) {
        cancel(job)
        jobs.splice(jobs.indexOf(job), 1)
      }
      return cron
    },
    start() {
      if (!isRunning) jobs.forEach(schedule)
      isRunning = true
      return cron
    },
    stop() {
      jobs.forEach(cancel)
      isRunning = false
      return cron
    },
    destroy() {
      cron.stop()
      jobs.length = 0
      return cron
    },
    jobs,
  }
  return cron
}

/** Adds `cron.tasks` of `config/server`, unless `cron.enabled` is false. @throws ExtensionError */
export function addConfiguredTasks({
  config,
  cron,
}: {
  readonly config: { get(path: string, otherwise?: unknown): unknown }
  readonly cron: CronService
}): void {
  if (config.get('server.cron.enabled', true) === false) return
  const tasks = config.get('server.cron.tasks', {})
  if (isRecord(tasks)) cron.add(tasks)
}

/** @throws ExtensionError for a value that isn't a task */
function jobOf(place: string, value: unknown, tasks: object, tools: () => object): Job {
  const isNamed = isRecord(value)
  const { task, options } = isNamed ? value : { task: value, options: place }
  if (typeof task !== 'function') {
    throw new ExtensionError(`The cron task "${place}" must be a function, or an object { task, options }.`)
  }
  return {
    place,
    name: isNamed ? place : null,
    options,
    run: (moment) => task.call(isNamed ? value : tasks, tools(), moment) as unknown,
    cancel: () => undefined,
  }
}

/** Returns the next moment after `moment`, both in milliseconds since 1970; null if there is none. */
type NextRun = (moment: number) => number | null

/** The units of a rule object, in the order of a pattern, each with its value if a larger unit is set. */
const units = [
  ['second', '0'],
  ['minute', '0'],
  ['hour', '0'],
  ['date', '*'],
  ['month', '*'],
  ['dayOfWeek', '*'],
] as const

/**
 * Reads when a task runs: a pattern, a moment, an object of units such as `{ hour: 3, minute: 30 }`, or one
 * of these as `rule` with `tz`, `start` and `end`.
 * @throws Error for a rule that isn't valid
 */
function nextRunOf(options: unknown): NextRun {
  if (!isRecord(options) || options instanceof Date) return nextByRule(options, {})
  const { rule, tz, start, end } = options
  const zone = typeof tz === 'string' ? { timezone: tz } : {}
  const limits = { ...zone, ...(end !== undefined && { stopAt: dateOf(end) }) }
  const next = nextByRule(rule ?? patternOf(options), limits)
  if (start === undefined) return next
  const first = dateOf(start).getTime()
  // A run at the start itself counts.
  return (moment) => next(Math.max(moment, first - 1))
}

function nextByRule(rule: unknown, limits: { readonly timezone?: string; readonly stopAt?: Date }): NextRun {
  if (rule instanceof Date || typeof rule === 'number') {
    const moment = dateOf(rule).getTime()
    return (after) => (moment > after ? moment : null)
  }
  const pattern = isRecord(rule) ? patternOf(rule) : rule
  if (typeof pattern !== 'string') throw new TypeError('a rule must be a pattern such as "0 3 * * *"')
  // Loaded on demand, because most projects have no tasks.
  const { Cron } = createRequire(import.meta.url)('croner') as typeof Croner
  const cron = new Cron(pattern, { paused: true, sloppyRanges: true, ...limits })
  return (moment) => cron.nextRun(new Date(moment))?.getTime() ?? null
}

/** Converts `{ hour: 3 }` to a pattern. Units smaller than the first one that is set are 0. */
function patternOf(rule: Readonly<Record<string, unknown>>): string {
  const first = units.findIndex(([unit]) => rule[unit] !== undefined && rule[unit] !== null)
  if (first < 0) throw new TypeError('a rule needs a unit such as "hour"')
  const parts = units.map(([unit, least], index) => {
    const value = rule[unit]
    if (value === undefined || value === null) return index < first ? least : '*'
    // Months begin at 0 in rules, and at 1 in patterns.
    const offset = unit === 'month' ? 1 : 0
    const list = Array.isArray(value) ? (value as unknown[]) : [value]
    return list.map((each) => rangeOf(each, offset)).join(',')
  })
  return parts.join(' ')
}

function rangeOf(value: unknown, offset: number): string {
  if (!isRecord(value)) return String(Number(value) + offset)
  const { start, end, step = 1 } = value
  return `${Number(start) + offset}-${Number(end) + offset}/${Number(step)}`
}

function dateOf(value: unknown): Date {
  const date = new Date(value as string)
  if (Number.isNaN(date.getTime())) throw new TypeError(`${String(value)} is not a date`)
  return date
}
