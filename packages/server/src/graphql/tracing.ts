import { stringOf } from '@content-api/engine/plan/json-text'
import type { GraphqlResult } from './service.js'

/**
 * The times of one operation in the format of the Apollo tracing extension, version 1. Durations are in
 * nanoseconds.
 */
export class Trace {
  readonly #startTime = new Date()
  readonly #start = process.hrtime.bigint()
  readonly #ends = new Map<string, bigint>()

  readonly step = (name: 'parsing' | 'validation'): void => {
    this.#ends.set(name, process.hrtime.bigint())
  };

  /** Returns the result with the times in `extensions.tracing`. */
  in<Result extends GraphqlResult>(result: Result): Result {
    const end = process.hrtime.bigint()
    const parsed = this.#ends.get('parsing') ?? this.#start
    const validated = this.#ends.get('validation') ?? parsed
    const tracing = {
      version: 1,
      startTime: this.#startTime.toISOString(),
      endTime: new Date().toISOString(),
      duration: Number(end - this.#start),
      parsing: { startOffset: 0, duration: Number(parsed - this.#start) },
      validation: { startOffset: Number(parsed - this.#start), duration: Number(validated - parsed) },
      // Each generated root field is one database statement, so there are no times of resolvers.
      execution: { resolvers: [] },
    }
    return { ...result, body: `${stringOf(result.body).slice(0, -1)},"extensions":${JSON.stringify({ tracing })}}` }
  }
}
