import { type IncomingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import type { ContentApi, Failure, Listening } from '../../src/index.js'
import { openWorld } from '../fuzz/world.js'

export interface JsonResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Undefined when the text isn't JSON. */
  readonly body: Body | undefined
  /**
   * Processor milliseconds of this process, which contains the server, until the response. Other programs on
   * the machine don't change them.
   */
  readonly worked: number
}

interface Body {
  readonly data: Entry & readonly Entry[]
  readonly meta?: { readonly pagination?: { readonly total: number } }
  readonly error?: { readonly status: number; readonly name: string; readonly message: string }
}

interface Entry {
  readonly id: number
  readonly attributes: Record<string, unknown>
}

export interface GraphqlResponse extends Omit<JsonResponse, 'body'> {
  // The tests read members of responses, for which types would only repeat the queries.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

const graphqlHeaders = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Text that only databases, libraries or stack traces contain. */
const internal = /SQLITE_|SequelizE|no such (column|table)|syntax error at|node_modules|\n\s+at |\.[jt]s:\d|\$argon2/i

/** A service with secret content. Requests go over a socket, and their paths are sent unchanged. */
export class House {
  private constructor(
    readonly api: ContentApi,
    readonly listening: Listening,
    readonly failures: Failure[],
  ) {}

  static async open(connection: Connection): Promise<House> {
    const failures: Failure[] = []
    const api = await openWorld(connection, (failure) => failures.push(failure))
    return new House(api, await api.listen({ port: 0 }), failures)
  }

  close(): Promise<void> {
    return this.api.close()
  }

  /**
   * Sends a line such as `GET /api/articles?…`. Without `data` it escapes the path where necessary. With
   * `data` it sends the body `{ data }` and the path unchanged.
   */
  ask(line: string, data?: unknown): Promise<JsonResponse> {
    const [method, path] = splitOnce(line)
    if (data === undefined) return this.send(method, encodeURI(path).replaceAll('%25', '%'))
    const body = JSON.stringify({ data })
    return this.send(method, path, { headers: { 'content-type': 'application/json' }, body })
  }

  send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<JsonResponse> {
    const before = process.cpuUsage()
    return new Promise((resolve, reject) => {
      const port = this.listening.port
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const { user, system } = process.cpuUsage(before)
          const worked = (user + system) / 1_000
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text), worked })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /**
   * Sends one operation, or a list of them, with an Accept header for which rejected requests get a 4xx
   * status.
   */
  graphql(operation: unknown, headers: Readonly<Record<string, string>> = {}): Promise<GraphqlResponse> {
    const body = JSON.stringify(typeof operation === 'string' ? { query: operation } : operation)
    return this.send('POST', '/graphql', { headers: { ...graphqlHeaders, ...headers }, body })
  }

  /** Returns the ids in the response to a list. */
  async ids(path: string): Promise<number[]> {
    const { status, body, text } = await this.ask(`GET ${path}`)
    expectSame([path, status, text], [path, 200, text])
    return body?.data.map(({ id }) => id) ?? []
  }

  /** Expects each request to fail as a client error, in the error envelope and without internal text. */
  async expectRefused(
    lines: readonly (string | readonly [line: string, data: unknown])[],
    status = 400,
  ): Promise<JsonResponse[]> {
    const responses: JsonResponse[] = []
    for (const input of lines) {
      const [line, data] = typeof input === 'string' ? [input, undefined] : input
      const response = await this.ask(line, data)
      expectSame([line, data, response.status], [line, data, status])
      expectEnvelope(response)
      responses.push(response)
    }
    return responses
  }
}

/** Expects a request that was rejected before it ran: errors with a code, no data, and no internal text. */
export function expectRefusal({ status, body, text }: GraphqlResponse, message: RegExp = /./, expected = 400): void {
  expect([status, text.slice(0, 500)]).toEqual([expected, expect.stringMatching(message)])
  expect(body).not.toHaveProperty('data')
  // Twenty errors, and a last one that says there are more.
  expect(body.errors.length).toBeLessThanOrEqual(21)
  for (const { message: errorText, extensions } of body.errors) {
    expect([errorText, extensions.code]).toEqual([expect.any(String), expect.any(String)])
  }
  expect(text).not.toMatch(internal)
}

/** Expects the error envelope of specification §7, without internal text. */
export function expectEnvelope({ status, body, text }: JsonResponse): void {
  expect(body).toEqual({
    data: null,
    error: { status, name: expect.any(String), message: expect.any(String), details: expect.any(Object) },
  })
  expect(text).not.toMatch(internal)
}

function expectSame(input: unknown, expected: unknown): void {
  expect(input).toEqual(expected)
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(' ')
  return [line.slice(0, at), line.slice(at + 1)]
}

function parse(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined
  }
}
