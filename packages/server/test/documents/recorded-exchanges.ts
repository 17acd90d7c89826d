import { readFileSync } from 'node:fs'
import { isRecord } from '@content-api/model'
import type { DialectName } from '../../../engine/src/layout/value-formats.js'
import { recordedQueries, recordedReads } from '../beside/strapi5/recorded-database.js'
import type { Answer } from './compare-exchanges.js'

/** A part of a recorded multipart body. */
export interface FormPart {
  readonly name: string
  /** A number is what an earlier response had. */
  readonly value: string | number | { readonly base64: string }
  readonly filename?: string
  readonly type?: string
}

/** A recorded request to Strapi 5.54. Without a status its response isn't compared, but later requests need it. */
export interface Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly role: string
  /** The request of the other file after which this one was sent. */
  readonly after?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The parts of a multipart body. */
  readonly form?: readonly FormPart[]
  /** What later requests take from the response: a path in its body, or `cookie:<name>`, by the placeholder. */
  readonly capture?: Readonly<Record<string, string>>
  /** The name of the placeholder for the code in the last mail, which this request needs. */
  readonly captureMailCode?: string
  readonly status?: number
  readonly answer?: unknown
}

export const restFile = 'exchanges.jsonl'
const accountFile = 'accounts.jsonl'

const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')

const exchangesIn = (file: string): readonly Exchange[] => linesOf(file).map((line) => JSON.parse(line) as Exchange)

/** Returns requests of REST and GraphQL in the order in which they were recorded. */
export function exchangesInOrder(file: string): readonly Exchange[] {
  const others = exchangesIn(file)
  if (file === accountFile) return [...others, ...exchangesIn('graphql-accounts.jsonl')]
  if (file !== restFile) return others
  const queries = exchangesIn('graphql.jsonl')
  return others.flatMap((exchange) => [exchange, ...queries.filter(({ after }) => after === exchange.id)])
}

const isGraphql = ({ path }: Exchange) => path.startsWith('/graphql')

/** Returns whether a request can't change what is stored. */
export const isRead = (exchange: Exchange): boolean => exchange.method === 'GET' && !isGraphql(exchange)

/** The requests before the first write, which read the first content. */
export function readsOfFirstContent(exchanges: readonly Exchange[]): readonly Exchange[] {
  const end = exchanges.findIndex((exchange) => !isRead(exchange) && !isGraphql(exchange))
  return exchanges.slice(0, end).filter(isRead)
}

/**
 * Returns what Strapi responds to an exchange on a database. Its records on PostgreSQL are those that differ: lists
 * that aren't sorted, the order of null, and large integers.
 */
export function expectedAnswers(
  dialect: DialectName,
  exchanges: readonly Exchange[],
  answers = linesOf('postgres-answers.jsonl').map((line) => JSON.parse(line) as PostgresAnswer),
): (exchange: Exchange) => Answer {
  const reads = new Map(recordedReads(dialect).map(({ id, body }) => [id, body]))
  const queries = new Map(recordedQueries(dialect).map(({ id, body }) => [id, body]))
  const others = new Map(dialect === 'postgres' ? answers.map((line) => [line.id, line]) : [])
  const first = new Set(readsOfFirstContent(exchanges).map(({ id }) => id))
  return (exchange) => {
    const { id, status = 0, answer = null } = exchange
    const other = others.get(id)
    if (other) return { status: other.status, body: other.answer }
    const query = isGraphql(exchange) && id.startsWith('gql.') ? queries.get(id) : undefined
    const body = query === undefined || query === null ? first.has(id) && reads.get(id) : JSON.parse(query)
    return { status, body: body || answer }
  }
}

/** A response of Strapi on PostgreSQL that differs from that on SQLite. */
export interface PostgresAnswer {
  readonly id: string
  readonly status: number
  readonly answer: unknown
}

/** Replaces `{{name}}` by what an earlier response had. */
export function filled(value: unknown, captured: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)
    if (whole) return captured.get(whole[1] as string)
    return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(captured.get(name)))
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, captured))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, captured)]))
}

/** Returns what a later request takes from a response. */
export function capturedFrom({ body, cookies = [] }: Answer, path: string): unknown {
  const [kind, name = ''] = path.split(':')
  if (kind === 'cookie') {
    const cookie = cookies.find((each) => each.startsWith(`${name}=`))
    return cookie?.slice(name.length + 1).split(';')[0]
  }
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], body)
}
