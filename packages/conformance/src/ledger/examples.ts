import { readFileSync } from 'node:fs'

/** A request that a clause is about, with the answer of a service that is right. */
export interface ClauseExample {
  /** The scenario that sent it. */
  readonly scenario: string
  readonly method: string
  /** Below the base address, decoded for reading. */
  readonly path: string
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
}

/** Shipped with the package, recorded from the reference server. */
export const examplesFile = new URL('../../clauses.json', import.meta.url)

let examples: Readonly<Record<string, ClauseExample>> | undefined

/** The example of a clause; undefined where a clause is excluded. */
export function exampleOf(clause: string): ClauseExample | undefined {
  examples ??= JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, ClauseExample>>
  return Object.hasOwn(examples, clause) ? examples[clause] : undefined
}

const longest = 800

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}\n…` : text)

/** The request and the answer as lines of text. */
export function exampleLines({ method, path, body, status, answer }: ClauseExample): string[] {
  const shown = (value: unknown) =>
    value === undefined ? [] : cut(typeof value === 'string' ? value : JSON.stringify(value, null, 1)).split('\n')
  return [`${method} ${path}`, ...shown(body), '', `${status}`, ...shown(answer)]
}
