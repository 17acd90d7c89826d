import { Readable } from 'node:stream'
import type { HttpRequest, ResponseBody } from '@content-api/core/message/message'
import type { DocumentServer } from './served-documents.js'
import type { DialectName } from '../../../engine/src/layout/value-formats.js'
import { multipart, type Part } from '../support/multipart.js'
import { authorizationOf } from '../beside/strapi5/served-project.js'
import { Random } from '../strapi-starts/random.js'
import { type Answer, Comparison } from './compare-exchanges.js'
import {
  capturedFrom,
  type Exchange,
  exchangesInOrder,
  expectedAnswers,
  filled,
  type FormPart,
  readsOfFirstContent,
  restFile,
} from './recorded-exchanges.js'

export interface Replay {
  readonly compared: number
  /** The exchanges with another response, and how it differs. */
  readonly different: ReadonlyMap<string, readonly string[]>
  /** The number of exchanges on which Strapi failed with 500, and this server didn't. */
  readonly failedInStrapi: number
}

interface ReplayOptions {
  readonly dialect: DialectName
  /** By default the requests to the project as it is. */
  readonly file?: string
  /** Returns whether a request is sent. */
  readonly accepts?: (id: string) => boolean
}

/** Sends recorded requests in their order. */
export async function replayExchanges(
  server: DocumentServer,
  { dialect, file = restFile, accepts = () => true }: ReplayOptions,
): Promise<Replay> {
  const exchanges = exchangesInOrder(file)
  const expected = expectedAnswers(dialect, exchanges)
  const captured = new Map<string, unknown>()
  // Errors of users and files, whose code Strapi 4 projects have too, don't show the wrong value.
  const comparison = new Comparison(!['accounts.jsonl', 'uploads.jsonl'].includes(file))
  const different = new Map<string, readonly string[]>()
  let compared = 0
  let failedInStrapi = 0
  for (const exchange of exchanges.filter(({ id }) => accepts(id))) {
    if (exchange.captureMailCode !== undefined) {
      captured.set(exchange.captureMailCode, await codeInMail(server))
    }
    const answer = await send(server, filled(exchange, captured) as Exchange)
    for (const [name, path] of Object.entries(exchange.capture ?? {})) captured.set(name, capturedFrom(answer, path))
    if (exchange.status === undefined) continue
    compared += 1
    const response = expected(exchange)
    if (response.status === 500 && answer.status < 500) {
      failedInStrapi += 1
      continue
    }
    const differences = comparison.of(response, answer)
    if (differences.length > 0) different.set(exchange.id, differences.slice(0, 3))
  }
  return { compared, different, failedInStrapi }
}

/** Sends the recorded reads of the first content in another order. */
export async function replayShuffledReads(
  server: DocumentServer,
  dialect: DialectName,
  seed: number,
): Promise<Pick<Replay, 'compared' | 'different'>> {
  const exchanges = exchangesInOrder(restFile)
  const expected = expectedAnswers(dialect, exchanges)
  const reads = readsOfFirstContent(exchanges).filter(({ status }) => status !== undefined)
  const different = new Map<string, readonly string[]>()
  for (const read of new Random(seed).some(reads, reads.length, reads.length)) {
    const [response, answer] = [expected(read), await send(server, read)]
    if (response.status === 500 && answer.status < 500) continue
    const differences = new Comparison().of(response, answer)
    if (differences.length > 0) different.set(read.id, differences.slice(0, 3))
  }
  return { compared: reads.length, different }
}

async function send(server: DocumentServer, exchange: Exchange): Promise<Answer> {
  const { method, path, form } = exchange
  const [name = '', ...query] = path.split('?')
  const parts = form && multipart(form.map(partOf))
  const text = textOfBody(exchange)
  const all: Record<string, string> = { ...headersOf(exchange), ...(parts && { 'content-type': parts.contentType }) }
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
  return { status, body: sent === null || sent === '' ? null : parsedBody(textOf(sent)), cookies }
}

/** Returns the headers of a recorded request. */
export function headersOf(exchange: Exchange): Record<string, string> {
  const { role, headers } = exchange
  const authorization = isJwt(role) ? `Bearer ${role}` : authorizationOf(role)
  return {
    ...(textOfBody(exchange) !== '' && { 'content-type': 'application/json' }),
    ...headers,
    ...(authorization !== undefined && { authorization }),
  }
}

/** Returns the body of a recorded request that isn't a form. */
export function textOfBody({ body }: Exchange): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}

const partOf = ({ value, ...part }: FormPart): Part => ({
  ...part,
  value: typeof value === 'object' ? Buffer.from(value.base64, 'base64') : `${value}`,
})

/** Pages and errors of a router are no JSON. */
export function parsedBody(text: string): unknown {
  return /^[[{\d]/.test(text) ? (JSON.parse(text) as unknown) : null
}

function textOf(body: ResponseBody): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  throw new Error('These responses are no streams')
}

const isJwt = (role: string) => role.split('.').length === 3

/** Returns the code in the last mail. */
async function codeInMail({ service: { accounts, mails } }: DocumentServer): Promise<string | undefined> {
  await accounts.settled()
  const [last] = mails?.list() ?? []
  return /[\da-f]{40,}/.exec(String(last?.options.text))?.[0]
}
