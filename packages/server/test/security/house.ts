import { type IncomingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import type { Connection } from '../../src/config/connection.js'
import type { ContentApi, Failure, Listening } from '../../src/index.js'
import { openWorld } from '../fuzz/world.js'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Undefined when the text isn't JSON. */
  readonly body: Body | undefined
  /** Milliseconds. */
  readonly took: number
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

export interface GraphqlAnswer extends Omit<Answer, 'body'> {
  // Answers are looked into member by member: their types would only be repeated in every test.
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

/** What only a database, a library or a stack says. */
const internal = /SQLITE_|SequelizE|no such (column|table)|syntax error at|node_modules|\n\s+at |\.[jt]s:\d|\$argon2/i

/** A service with content worth stealing, asked over a socket with paths as they are written. */
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

  /** `GET /api/articles?…`; the query is escaped where it must be, and `data` goes into the body's envelope. */
  ask(line: string, data?: unknown): Promise<Answer> {
    const [method, path] = splitOnce(line)
    if (data === undefined) return this.send(method, encodeURI(path).replaceAll('%25', '%'))
    const body = JSON.stringify({ data })
    return this.send(method, path, { headers: { 'content-type': 'application/json' }, body })
  }

  send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<Answer> {
    const asked = performance.now()
    return new Promise((resolve, reject) => {
      const port = this.listening.port
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const took = performance.now() - asked
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text), took })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Sends one operation, or a list of them, as a client that tells the requests that were refused by their status. */
  graphql(operation: unknown, headers: Readonly<Record<string, string>> = {}): Promise<GraphqlAnswer> {
    const body = JSON.stringify(typeof operation === 'string' ? { query: operation } : operation)
    return this.send('POST', '/graphql', { headers: { ...graphqlHeaders, ...headers }, body })
  }

  /** The ids that a list answers. */
  async ids(path: string): Promise<number[]> {
    const { status, body, text } = await this.ask(`GET ${path}`)
    expectSame([path, status, text], [path, 200, text])
    return body?.data.map(({ id }) => id) ?? []
  }

  /** Each request is a mistake of the client: told in the envelope of errors, in nobody's words but ours. */
  async expectRefused(
    lines: readonly (string | readonly [line: string, data: unknown])[],
    status = 400,
  ): Promise<Answer[]> {
    const answers: Answer[] = []
    for (const given of lines) {
      const [line, data] = typeof given === 'string' ? [given, undefined] : given
      const answer = await this.ask(line, data)
      expectSame([line, data, answer.status], [line, data, status])
      expectEnvelope(answer)
      answers.push(answer)
    }
    return answers
  }
}

/** A request that was refused before anything was run: errors with a code, no data, and nothing of what is behind. */
export function expectRefusal({ status, body, text }: GraphqlAnswer, message: RegExp = /./, expected = 400): void {
  expect([status, text.slice(0, 500)]).toEqual([expected, expect.stringMatching(message)])
  expect(body).not.toHaveProperty('data')
  // Twenty, and that there are more.
  expect(body.errors.length).toBeLessThanOrEqual(21)
  for (const { message: told, extensions } of body.errors) {
    expect([told, extensions.code]).toEqual([expect.any(String), expect.any(String)])
  }
  expect(text).not.toMatch(internal)
}

/** Specification §7, and nothing in it that tells of what is behind. */
export function expectEnvelope({ status, body, text }: Answer): void {
  expect(body).toEqual({
    data: null,
    error: { status, name: expect.any(String), message: expect.any(String), details: expect.any(Object) },
  })
  expect(text).not.toMatch(internal)
}

function expectSame(given: unknown, expected: unknown): void {
  expect(given).toEqual(expected)
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
