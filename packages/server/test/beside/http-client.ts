import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import jwt from 'jsonwebtoken'
import { recordedSecrets } from './recorded-project.js'

/** A request of a random read or of a part of the proof. */
export interface Call {
  readonly method: string
  readonly path: string
  /** The name of a caller; without it, the request has no token. */
  readonly caller?: Caller | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The callers of the recorded content: API tokens and users. */
const tokens = {
  public: () => null,
  full: () => 'oracle-token-full-access',
  read: () => 'oracle-token-read-only',
  custom: () => 'oracle-token-custom',
  expired: () => 'oracle-token-expired',
  alice: () => userToken(1),
  bob: () => userToken(2),
  carol: () => userToken(3),
  erin: () => userToken(4),
  nobody: () => userToken(999),
} as const

export type Caller = keyof typeof tokens

const userToken = (id: number) => jwt.sign({ id }, recordedSecrets.jwt, { expiresIn: '30d' })

/** Sends requests to one server over kept connections, and reads whole responses. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #tokens = new Map<Caller, string | null>()

  constructor(readonly url: string) {}

  send(call: Call): Promise<Answer> {
    const { method, path, caller = 'public', headers = {}, body } = call
    const token = this.#tokenOf(caller)
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const sent = {
      ...(payload && { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const message = request(`${this.url}${path}`, { method, agent: this.#agent, headers: sent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      message.on('error', (cause: NodeJS.ErrnoException) => {
        // The server closed an idle connection while this request was on its way.
        if (message.reusedSocket && cause.code === 'ECONNRESET') resolve(this.send(call))
        else reject(new Error(`${method} ${this.url}${path} ${payload?.toString() ?? ''}`, { cause }))
      })
      message.end(payload)
    })
  }

  get(path: string, caller?: Caller): Promise<Answer> {
    return this.send({ method: 'GET', path, caller })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** The same token for all requests of a caller, as a signed-in client sends it. */
  #tokenOf(caller: Caller): string | null {
    const known = this.#tokens.get(caller)
    if (known !== undefined) return known
    const token = tokens[caller]()
    this.#tokens.set(caller, token)
    return token
  }
}

export const servedBy = ({ headers }: Pick<Answer, 'headers'>): string => String(headers['x-served-by'])
