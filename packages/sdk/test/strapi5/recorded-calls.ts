import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A request of the SDK to Strapi 5.54.0, and the response. */
export interface RecordedExchange {
  /** The method, the path and the query. */
  readonly request: string
  /** The body, unless it is a form. */
  readonly body?: unknown
  readonly status: number
  readonly response?: unknown
}

/** The exchanges of one call in `method-calls.ts`. */
export interface RecordedCall {
  readonly method: string
  readonly exchanges: readonly RecordedExchange[]
}

/** The file of the recorded calls with logins of one kind, a call on each line. */
export const recordingOf = (logins: 'legacy-support' | 'refresh'): string =>
  fileURLToPath(new URL(`calls-${logins}.jsonl`, import.meta.url))

export function readRecorded(logins: 'legacy-support' | 'refresh'): RecordedCall[] {
  const lines = readFileSync(recordingOf(logins), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as RecordedCall)
}
