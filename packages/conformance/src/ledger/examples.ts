import { readFileSync } from 'node:fs'

/** A request that a clause is about, with a correct response. */
export interface ClauseExample {
  /** The scenario that sent it. */
  readonly scenario: string
  readonly method: string
  /** Below the base address, decoded to be readable. */
  readonly path: string
  readonly body?: unknown
  readonly status: number
  readonly response?: unknown
}

/** Recorded from the reference server and published with the package. */
export const examplesFile = new URL('../../clauses.json', import.meta.url)

let examples: Readonly<Record<string, ClauseExample>> | undefined

/** Returns the example of a clause, or undefined for excluded clauses. */
export function exampleOf(clause: string): ClauseExample | undefined {
  examples ??= JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, ClauseExample>>
  return Object.hasOwn(examples, clause) ? examples[clause] : undefined
}

const longest = 800

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}\n…` : text)

/** Returns the request and the response as lines. */
export function exampleLines({ method, path, body, status, response }: ClauseExample): string[] {
  const shown = (value: unknown) =>
    value === undefined ? [] : cut(typeof value === 'string' ? value : JSON.stringify(value, null, 1)).split('\n')
  return [`${method} ${path}`, ...shown(body), '', `${status}`, ...shown(response)]
}
