import { type Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import jwt from 'jsonwebtoken'
import type { JsonResponse, FormPart, ReplayRequest } from './exchange.js'
import { jwtSecret } from './server.js'

const day = 24 * 60 * 60

/** The credentials of the recorded roles: API tokens of the seed, and valid and invalid JWTs of its users. */
const credentials: Readonly<Record<string, (secret: string) => string | null>> = {
  public: () => null,
  full: () => 'oracle-token-full-access',
  read: () => 'oracle-token-read-only',
  custom: () => 'oracle-token-custom',
  expiredtoken: () => 'oracle-token-expired',
  badtoken: () => 'no-such-token',
  alice: (secret) => token(secret, { id: 1 }),
  bob: (secret) => token(secret, { id: 2 }),
  carol: (secret) => token(secret, { id: 3 }),
  erin: (secret) => token(secret, { id: 4 }),
  ghost: (secret) => token(secret, { id: 999 }),
  expiredjwt: (secret) => token(secret, { id: 1, iat: seconds() - 2 * day, exp: seconds() - day }),
  badsig: () => jwt.sign({ id: 1 }, 'another-secret', { expiresIn: '30d' }),
  noid: (secret) => token(secret, {}),
  algnone: () => jwt.sign({ id: 1 }, '', { algorithm: 'none' }),
}

/** With fractions: a token is invalid if it is older than the last change of the password. */
function seconds(): number {
  return Date.now() / 1000
}

function token(secret: string, claims: Record<string, unknown>): string {
  return jwt.sign({ iat: seconds(), exp: seconds() + 30 * day, ...claims }, secret, { algorithm: 'HS256' })
}

/** Sends exchanges one after the other and keeps the values that later ones need. */
export class Session {
  readonly #port: number
  readonly #nextMailCode: () => Promise<string | undefined>
  readonly #secret: string
  readonly #agent: Agent | false
  readonly #captured = new Map<string, unknown>()

  /**
   * @param secret signs the tokens of users; by default that of the replay's server
   * @param agent keeps connections; by default each request has its own
   */
  constructor(
    port: number,
    nextMailCode: () => Promise<string | undefined>,
    secret: string = jwtSecret,
    agent: Agent | false = false,
  ) {
    this.#port = port
    this.#nextMailCode = nextMailCode
    this.#secret = secret
    this.#agent = agent
  }

  /** Takes the code of the last email for an exchange that needs one. */
  async prepare({ captureMailCode }: ReplayRequest): Promise<void> {
    if (captureMailCode) this.#captured.set(captureMailCode, await this.#nextMailCode())
  }

  /** Returns the exchange with captured values in place of `{{name}}`. */
  filled<Sent extends ReplayRequest>(exchange: Sent): Sent {
    const { path, body, form } = exchange
    return {
      ...exchange,
      path: this.#fill(path),
      ...(body !== undefined && { body: this.#fill(body) }),
      ...(form && { form: this.#fill(form) }),
    }
  }

  /** Sends a filled exchange and keeps the values that later ones need. */
  async send(exchange: ReplayRequest): Promise<JsonResponse> {
    const response = await this.#request(exchange)
    for (const [name, path] of Object.entries(exchange.capture ?? {})) {
      const value = at(response.body, path)
      if (value !== undefined) this.#captured.set(name, value)
    }
    return response
  }

  #request(exchange: ReplayRequest): Promise<JsonResponse> {
    const headers: Record<string, string> = { ...exchange.headers }
    const credential = credentials[exchange.role]
    if (!credential) throw new Error(`Unknown role ${exchange.role} `)
    const bearer = credential(this.#secret)
    if (bearer !== null) headers.authorization = `Bearer ${bearer}`
    const payload = this.#payload(exchange, headers)
    if (payload) headers['content-length'] = String(payload.length)
    return new Promise((resolve, reject) => {
      const path = onTheWire(exchange.path)
      const [{ method }, port, agent] = [exchange, this.#port, this.#agent]
      const options = { host: '127.0.0.1', port, method, path, headers, agent }
      const sent = request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve(toJsonResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))),
        )
      })
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  #payload(exchange: ReplayRequest, headers: Record<string, string>): Buffer | undefined {
    if (exchange.form) {
      const boundary = '----replay-boundary'
      headers['content-type'] = `multipart/form-data; boundary=${boundary}`
      return multipart(exchange.form, boundary)
    }
    if (exchange.body === undefined || exchange.body === null) return undefined
    const { body } = exchange
    // Strings are sent unchanged, with the type that the exchange names, or none.
    if (typeof body === 'string') return Buffer.from(body)
    const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    if (!named) headers['content-type'] = 'application/json'
    return Buffer.from(JSON.stringify(body))
  }

  /**
   * Replaces `{{name}}` by captured values. A string that is only a placeholder gets the value with its type.
   */
  #fill<Value>(value: Value): Value {
    return this.#fillAny(value) as Value
  }

  #fillAny(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = /^\{\{(\w+)\}\}$/.exec(value)
      if (whole?.[1]) return this.#captured.get(whole[1]) ?? value
      return value.replace(/\{\{(\w+)\}\}/g, (text, name: string) => {
        const captured = this.#captured.get(name)
        return typeof captured === 'string' || typeof captured === 'number' ? String(captured) : text
      })
    }
    if (Array.isArray(value)) return value.map((item: unknown) => this.#fillAny(item))
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#fillAny(item)]))
    }
    return value
  }
}

function onTheWire(path: string): string {
  return path.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
}

function multipart(parts: readonly FormPart[], boundary: string): Buffer {
  const chunks: Buffer[] = []
  for (const { name, value, filename, type } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`
    const content = typeof value === 'object' ? Buffer.from(value.base64, 'base64') : Buffer.from(String(value))
    chunks.push(Buffer.from(head), content, Buffer.from('\r\n'))
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return Buffer.concat(chunks)
}

function toJsonResponse(status: number, raw: NodeJS.Dict<string | string[]>, bytes: Buffer): JsonResponse {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  if (bytes.length === 0) return { status, headers, empty: true }
  // Responses are compared decompressed.
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch {
    return { status, headers, body: text }
  }
}

function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    if (found === null || typeof found !== 'object') return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}
