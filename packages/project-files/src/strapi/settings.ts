import { isRecord } from '@content-api/model'
import type { ConfigMistake } from '@content-api/core/config/config-error'

/** A value of a file in `config/` with its key in the configuration of this service. */
interface Setting {
  readonly file: string
  /** The path of the key in the file. */
  readonly path: string
  readonly to: string
  readonly value: unknown
}

/** Collects the settings of Strapi's files. */
export interface Settings {
  readonly found: readonly Setting[]
  readonly lost: readonly ConfigMistake[]
  /** Adds a value, unless it is undefined. A later value of the same key wins. */
  set(file: string, path: string, to: string, value: unknown): void
  /** Reports a setting that has no effect. */
  lose(file: string, path: string, message: string): void
}

export function collector(): Settings {
  const found: Setting[] = []
  const lost: ConfigMistake[] = []
  return {
    found,
    lost,
    set(file, path, to, value) {
      if (value !== undefined) found.push({ file, path, to, value })
    },
    lose(file, path, message) {
      lost.push({ file, path, message })
    },
  }
}

/** Returns the value at a path with dots, or undefined. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

/** Returns a number for a string of digits, and other values unchanged. NaN is the result of a missing variable. */
export function numberOf(value: unknown): unknown {
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value)
  return Number.isNaN(value) || value === null ? undefined : value
}

const seconds: Readonly<Record<string, number>> = {
  ms: 0.001,
  msec: 0.001,
  millisecond: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hr: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
  w: 604_800,
  week: 604_800,
  y: 31_557_600,
  yr: 31_557_600,
  year: 31_557_600,
}

/** Reads a duration of JSON web tokens, such as `30d`, `90 days` or a number of seconds. Returns null for others. */
export function durationOf(value: unknown): string | null {
  if (typeof value === 'number') return wholeSeconds(value)
  // Bounded input: a value of the configuration.
  const [, amount, unit = 'ms'] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(value)) ?? []
  if (amount === undefined) return null
  // A number without a unit means milliseconds in a string, as in the package `ms`.
  const name = unit === '' ? 'ms' : unit.toLowerCase()
  const factor = seconds[name] ?? seconds[name.replace(/s$/, '')]
  return factor === undefined ? null : wholeSeconds(Number(amount) * factor)
}

const wholeSeconds = (count: number) => (count >= 1 && Number.isFinite(count) ? `${Math.round(count)}s` : null)

const bytes: Readonly<Record<string, number>> = { b: 1, kb: 1_024, mb: 1_024 ** 2, gb: 1_024 ** 3 }

/** Reads a size such as `10mb` or a number of bytes. Returns null for others. */
export function bytesOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 ? Math.floor(value) : null
  // Bounded input: a value of the configuration.
  const [, amount, unit = ''] = /^\s*(\d*\.?\d+)\s*(b|kb|mb|gb)?\s*$/i.exec(String(value)) ?? []
  return amount === undefined ? null : Math.floor(Number(amount) * (bytes[unit.toLowerCase()] ?? 1))
}

/** Reads an interval of rate limits: milliseconds, or an object such as `{ min: 5 }`. Returns null for others. */
export function intervalOf(value: unknown): number | null {
  if (typeof value === 'number') return Math.ceil(value / 1_000)
  if (typeof value !== 'object' || value === null) return null
  const sum = Object.entries(value).reduce((total, [unit, count]) => total + Number(count) * (seconds[unit] ?? NaN), 0)
  return Number.isFinite(sum) && sum > 0 ? Math.ceil(sum) : null
}
