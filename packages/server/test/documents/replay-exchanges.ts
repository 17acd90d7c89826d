import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { isRecord } from '@content-api/model'
import type { HttpRequest, ResponseBody } from '@content-api/core/message/message'
import type { DocumentServer } from './served-documents.js'
import type { DialectName } from '../../../engine/src/layout/value-formats.js'
import { recordedQueries, recordedReads } from '../beside/strapi5/recorded-database.js'
import { multipart, type Part } from '../support/multipart.js'
import { authorizationOf } from '../beside/strapi5/served-project.js'

/** A part of a recorded multipart body. */
interface FormPart {
  readonly name: string
  /** A number is what an earlier response had. */
  readonly value: string | number | { readonly base64: string }
  readonly filename?: string
  readonly type?: string
}

/** A recorded request to Strapi 5.54. Without a status its response isn't compared, but later requests need it. */
interface Exchange {
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

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookies?: readonly string[]
}

export interface Replay {
  readonly compared: number
  /** The exchanges with another response, and how it differs. */
  readonly different: ReadonlyMap<string, readonly string[]>
}

const exchangesIn = (file: string): readonly Exchange[] =>
  readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)

interface ReplayOptions {
  readonly dialect: DialectName
  /** By default the requests to the project as it is. */
  readonly file?: string
  /** Returns whether a request is sent. */
  readonly accepts?: (id: string) => boolean
}

/** Returns requests of REST and GraphQL in the order in which they were recorded. */
function inOrder(file: string): readonly Exchange[] {
  const others = exchangesIn(file)
  if (file === accountFile) return [...others, ...exchangesIn('graphql-accounts.jsonl')]
  if (file !== restFile) return others
  const queries = exchangesIn('graphql.jsonl')
  return others.flatMap((exchange) => [exchange, ...queries.filter(({ after }) => after === exchange.id)])
}

const restFile = 'exchanges.jsonl'
const accountFile = 'accounts.jsonl'

const isGraphql = ({ path }: Exchange) => path.startsWith('/graphql')

/**
 * Returns the bodies of reads of the first content on a database, by their ids. On PostgreSQL lists have other
 * orders. So are the queries of GraphQL whose ids begin with `gql.`.
 */
function bodiesOf(dialect: DialectName): (exchange: Exchange, isSeeded: boolean) => unknown {
  const reads = new Map(recordedReads(dialect).map(({ id, body }) => [id, body]))
  const queries = new Map(recordedQueries(dialect).map(({ id, body }) => [id, body]))
  return (exchange, isSeeded) => {
    if (!isGraphql(exchange)) return isSeeded ? reads.get(exchange.id) : null
    return exchange.id.startsWith('gql.') ? JSON.parse(queries.get(exchange.id) ?? 'null') : null
  }
}

/** Sends recorded requests in their order. */
export async function replayExchanges(
  server: DocumentServer,
  { dialect, file = restFile, accepts = () => true }: ReplayOptions,
): Promise<Replay> {
  const bodyOfRead = bodiesOf(dialect)
  const captured = new Map<string, unknown>()
  const comparison = new Comparison()
  const different = new Map<string, readonly string[]>()
  let compared = 0
  let isSeeded = true
  for (const exchange of inOrder(file).filter(({ id }) => accepts(id))) {
    isSeeded &&= exchange.method === 'GET' || isGraphql(exchange)
    if (exchange.captureMailCode !== undefined) {
      captured.set(exchange.captureMailCode, await codeInMail(server))
    }
    const answer = await send(server, filled(exchange, captured) as Exchange)
    for (const [name, path] of Object.entries(exchange.capture ?? {})) captured.set(name, valueAt(answer, path))
    if (exchange.status === undefined) continue
    compared += 1
    const body = bodyOfRead(exchange, isSeeded) ?? exchange.answer ?? null
    const differences = comparison.of({ status: exchange.status, body }, answer)
    if (differences.length > 0) different.set(exchange.id, differences.slice(0, 3))
  }
  return { compared, different }
}

async function send(server: DocumentServer, { method, path, role, headers, body, form }: Exchange): Promise<Answer> {
  const [name = '', ...query] = path.split('?')
  const parts = form && multipart(form.map(partOf))
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const authorization = isJwt(role) ? `Bearer ${role}` : authorizationOf(role)
  const all: Record<string, string> = {
    ...(text !== '' && { 'content-type': 'application/json' }),
    ...(parts && { 'content-type': parts.contentType }),
    ...headers,
    ...(authorization !== undefined && { authorization }),
  }
  const request: HttpRequest = {
    id: 'a-request',
    method,
    path: name,
    // No client sends spaces as they are.
    query: query.join('?').replaceAll(' ', '%20'),
    address: '127.0.0.1',
    header: (header) => all[header],
    headers: () => all,
    signal: new AbortController().signal,
    body: () => Promise.resolve(parts?.body ?? new TextEncoder().encode(text)),
    stream: () => Readable.from(parts?.body ?? Buffer.from(text)),
  }
  const { status, body: sent, cookies = [] } = await server.handle(request)
  return { status, body: sent === null || sent === '' ? null : bodyOf(textOf(sent)), cookies }
}

const partOf = ({ value, ...part }: FormPart): Part => ({
  ...part,
  value: typeof value === 'object' ? Buffer.from(value.base64, 'base64') : `${value}`,
})

/** Pages and errors of a router are no JSON. */
function bodyOf(text: string): unknown {
  return /^[[{\d]/.test(text) ? (JSON.parse(text) as unknown) : null
}

function textOf(body: ResponseBody): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  throw new Error('These responses are no streams')
}

/** Replaces `{{name}}` by what an earlier response had. */
function filled(value: unknown, captured: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)
    if (whole) return captured.get(whole[1] as string)
    return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(captured.get(name)))
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, captured))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, captured)]))
}

const isJwt = (role: string) => role.split('.').length === 3

/** Returns the code in the last mail. */
async function codeInMail({ service: { accounts, mails } }: DocumentServer): Promise<string | undefined> {
  await accounts.settled()
  const [last] = mails?.list() ?? []
  return /[\da-f]{40,}/.exec(String(last?.options.text))?.[0]
}

function valueAt({ body, cookies = [] }: Answer, path: string): unknown {
  const [kind, name = ''] = path.split(':')
  if (kind === 'cookie') {
    const cookie = cookies.find((each) => each.startsWith(`${name}=`))
    return cookie?.slice(name.length + 1).split(';')[0]
  }
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], body)
}

/** Members whose values follow from the machine or from what this server adds to a message. */
const machine: ReadonlySet<string> = new Set(['hash', 'url', 'value', 'locations'])

/** A time of day, which only SQLite stores with its milliseconds. */
const clock = /^(\d\d:\d\d:\d\d)\.000$/

const recordedAt = Date.parse('2026-11-01')

/** Compares responses. A recorded id of a new document stands for any id, which is then the same everywhere. */
class Comparison {
  readonly #documents = new Map<string, unknown>()

  of(expected: Answer, actual: Answer): string[] {
    if (expected.status !== actual.status) {
      return [`status ${expected.status}, here ${actual.status} ${short(actual.body)}`]
    }
    if (expected.status === 405) return []
    return [...this.#differences(expected.body, actual.body, '')]
  }

  *#differences(expected: unknown, actual: unknown, path: string): Iterable<string> {
    if (this.#isEqual(expected, actual, path)) return
    if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
      for (const [index, item] of expected.entries()) yield* this.#differences(item, actual[index], `${path}[${index}]`)
    } else if (isRecord(expected) && isRecord(actual)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        if (machine.has(key)) continue
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
