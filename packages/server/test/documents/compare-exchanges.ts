import { isRecord } from '@content-api/model'

/** A response to a recorded request. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookies?: readonly string[]
}

/** Members whose values follow from the machine. */
const machine: ReadonlySet<string> = new Set(['hash', 'url', 'locations'])

/** A time of day, which only SQLite stores with its milliseconds. */
const clock = /^(\d\d:\d\d:\d\d)\.000$/

const recordedAt = Date.parse('2026-11-01')

/** Compares responses. A recorded id of a new document stands for any id, which is then the same everywhere. */
export class Comparison {
  readonly #documents = new Map<string, unknown>()

  /** @param hasValues whether errors are compared with the values that they show */
  constructor(readonly hasValues = true) {}

  of(expected: Answer, actual: Answer): string[] {
    if (expected.status !== actual.status) {
      return [`status ${expected.status}, here ${actual.status} ${short(actual.body)}`]
    }
    if (expected.status === 405) return []
    return [...this.#differences(expected.body, actual.body, '')]
  }

  /** Returns a body with the placeholders of a record: for the ids of new documents, and for times. */
  withPlaceholders(body: unknown): unknown {
    if (typeof body === 'string') {
      const known = [...this.#documents].find(([, actual]) => actual === body)?.[0]
      return known ?? (isNow(body) ? '<now>' : body)
    }
    if (Array.isArray(body)) return body.map((item) => this.withPlaceholders(item))
    if (!isRecord(body)) return body
    return Object.fromEntries(Object.entries(body).map(([key, part]) => [key, this.withPlaceholders(part)]))
  }

  *#differences(expected: unknown, actual: unknown, path: string): Iterable<string> {
    if (this.#isEqual(expected, actual, path)) return
    if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, item] of expected.entries()) yield* this.#differences(item, actual[index], `${path}[${index}]`)
    } else if (isRecord(expected) && isRecord(actual)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        if (machine.has(key) || (key === 'value' && !this.hasValues)) continue
        yield* this.#differences(expected[key], actual[key], `${path}.${key}`)
      }
    } else yield `${path}: ${short(expected)}, here ${short(actual)}`
  }

  #isEqual(expected: unknown, actual: unknown, path: string): boolean {
    if (typeof expected === 'string' && expected.startsWith('<doc:')) {
      if (!this.#documents.has(expected)) this.#documents.set(expected, actual)
      return this.#documents.get(expected) === actual
    }
    // Also the time at which the content was recorded.
    if (expected === '<jwt>') return typeof actual === 'string' && actual.length > 20
    if (expected === '<hex>') return /^[\da-f]+$/.test(String(actual))
    if (expected === '<now>') return Date.parse(String(actual)) > recordedAt
    // Ids of rows follow from the sequence of writes, and those of components from what was copied.
    if (path.endsWith('.id') && typeof expected === 'number') return typeof actual === 'number'
    if (path.startsWith('.data.') && path.endsWith('.id') && typeof expected === 'string' && /^\d+$/.test(expected)) {
      return typeof actual === 'string' && /^\d+$/.test(actual)
    }
    // A message may go on with what to do.
    if (path.endsWith('error.message') || path.endsWith('].message')) {
      return String(actual).startsWith(String(expected).replace(/, $/, ''))
    }
    if (typeof expected === 'string' && typeof actual === 'string') {
      return expected.replace(clock, '$1') === actual.replace(clock, '$1')
    }
    return expected === actual
  }
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 150)

const isNow = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) > recordedAt
