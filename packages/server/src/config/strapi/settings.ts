import { isRecord } from '@content-api/model'
import type { ConfigMistake } from '../config-error.js'

/** A value of a file in `config/` with its key in the configuration of this service. */
export interface Setting {
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
