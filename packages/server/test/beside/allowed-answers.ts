import { isDeepStrictEqual } from 'node:util'
import { jsonOr } from './compare-answers.js'
import { type Answer, servedBy } from './http-client.js'
import type { Report } from './report.js'

interface Seen {
  readonly path: string
  readonly answer: Answer
  count: number
}

/** Responses of the server beside Strapi, of which equal ones are kept once. */
export class AllowedAnswers {
  readonly #seen = new Map<string, Seen>()

  add(path: string, answer: Answer): void {
    const key = [path, answer.status, servedBy(answer), answer.headers['retry-after'], answer.text].join('\n')
    const seen = this.#seen.get(key)
    if (seen) seen.count++
    else this.#seen.set(key, { path, answer, count: 1 })
  }

  /**
   * Requires that each response is one of the known ones, an error of this server with the allowed status and
   * `Retry-After`, or an error of Strapi that was forwarded.
   * @returns the responses that are none of these
   */
  check(known: readonly ReadonlyMap<string, Answer>[], allowed: number | null, report: Report): readonly string[] {
    const failures: string[] = []
    for (const { path, answer, count } of this.#seen.values()) {
      const isUnavailable = answer.status === allowed && answer.headers['retry-after'] !== undefined
      const isForwarded = allowed !== null && answer.status >= 500 && servedBy(answer) === 'strapi'
      if (isUnavailable || isForwarded || known.some((answers) => isSame(answers.get(path), answer))) report.pass(count)
      else failures.push(`${count} × ${path}: ${kindOf(answer)} ${answer.text.slice(0, 300)}`)
    }
    return failures
  }

  /** Returns how many responses with a status this server gave itself. */
  own(status: number): number {
    let count = 0
    for (const seen of this.#seen.values())
      if (seen.answer.status === status && servedBy(seen.answer) === 'content-api') count += seen.count
    return count
  }

  summary(): string {
    const counts = new Map<string, number>()
    for (const { answer, count } of this.#seen.values())
      counts.set(kindOf(answer), (counts.get(kindOf(answer)) ?? 0) + count)
    return [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  }
}

const kindOf = (answer: Answer): string => `${answer.status} ${servedBy(answer)}`

const isSame = (known: Answer | undefined, answer: Answer): boolean =>
  known?.status === answer.status && isDeepStrictEqual(jsonOr(known.text), jsonOr(answer.text))
