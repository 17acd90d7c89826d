import { Agent, request } from 'node:http'

/** The response to a request of the load. */
interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** The results of a run of the load. */
export interface LoadResult {
  requests: number
  /** Requests by status; 0 for those whose connection was lost. */
  readonly statuses: Map<number, number>
  /** The first few responses that are neither 2xx nor 503, and GraphQL errors except `ServiceUnavailableError`. */
  readonly failures: string[]
  /** The body of the latest 503 response. */
  refusal: string
  /** 503 responses without `Retry-After`. */
  withoutRetry: number
  /** Names of entries whose creation was confirmed. */
  readonly acknowledged: string[]
  /** Reads that miss what the same client has written. */
  readonly stale: string[]
  readonly milliseconds: number[]
  /** The times of responses to confirmed writes, by `performance.now()`. */
  readonly written: number[]
}

export interface LoadOptions {
  /** Addresses of services; a client goes from one to the next with each request. */
  readonly urls: readonly string[]
  readonly clients: number
  /** Tokens of users; every third client sends one. */
  readonly tokens: readonly string[]
  readonly running: () => boolean
}

/**
 * Runs clients that write and read their own writes. A third of them sends the position of its last write in
 * a header, a third in a cookie, and a third in a header along with a token.
 */
export async function runLoad({ urls, clients, tokens, running }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const result: LoadResult = {
    requests: 0,
    statuses: new Map(),
    failures: [],
    refusal: '',
    withoutRetry: 0,
    acknowledged: [],
    stale: [],
    milliseconds: [],
    written: [],
  }
  await Promise.all(
    Array.from({ length: clients }, (_, index) => {
      const token = index % 3 === 2 ? tokens[index % tokens.length] : undefined
      return new Client({ agent, urls, index, token, result }).run(running)
    }),
  )
  agent.destroy()
  return result
}

interface ClientOptions {
  readonly agent: Agent
  readonly urls: readonly string[]
  readonly index: number
  readonly token: string | undefined
  readonly result: LoadResult
}

class Client {
  #sent = 0
  #position: string | undefined
  #cookie: string | undefined
  #id: number | undefined
  #weight = 0

  constructor(readonly options: ClientOptions) {}

  async run(running: () => boolean): Promise<void> {
    for (let round = this.options.index; running(); round++) {
      const kinds = [
        () => this.#create(round),
        () => this.#readOwn(),
        () => this.#list(),
        () => this.#update(),
        () => this.#readOwn(),
        () => this.#readOwnByGraphql(),
        () => this.#list(),
      ]
      await kinds[round % kinds.length]?.()
    }
  }

  async #create(round: number): Promise<void> {
    const name = `client ${this.options.index} round ${round}`
    const exchange = await this.#ask('POST', '/api/tags', { data: { name, weight: 0 } })
    if (exchange.status !== 200) return
    this.options.result.acknowledged.push(name)
    this.options.result.written.push(performance.now())
    this.#id = (JSON.parse(exchange.text) as { data: { id: number } }).data.id
    this.#weight = 0
  }

  async #update(): Promise<void> {
    if (this.#id === undefined) return
    const weight = this.#weight + 1
    const exchange = await this.#ask('PUT', `/api/tags/${this.#id}`, { data: { weight } })
    if (exchange.status === 200) this.#weight = weight
    // The update may have been stored, so the weight of the entry is no longer known.
    else this.#id = undefined
  }

  async #readOwn(): Promise<void> {
    if (this.#id === undefined) return
    const exchange = await this.#ask('GET', `/api/tags/${this.#id}`)
    if (exchange.status === 404) return void this.options.result.stale.push(`tag ${this.#id} is missing`)
    if (exchange.status !== 200) return
    this.#expect((JSON.parse(exchange.text) as { data: { attributes: { weight: number } } }).data.attributes.weight)
  }

  async #readOwnByGraphql(): Promise<void> {
    if (this.#id === undefined) return
    const query = `{ tag(id: ${this.#id}) { data { attributes { weight } } } }`
    const exchange = await this.#ask('POST', '/graphql', { query })
    if (exchange.status !== 200) return
    const { data, errors } = JSON.parse(exchange.text) as {
      data?: { tag: { data: { attributes: { weight: number } } | null } | null }
      errors?: unknown
    }
    // GraphQL reports such errors with status 200.
    if (errors && exchange.text.includes('ServiceUnavailableError')) return this.#refused(exchange.text)
    if (errors) return void this.options.result.failures.push(exchange.text)
    this.#expect(data?.tag?.data?.attributes.weight ?? -1)
  }

  #refused(text: string): void {
    const { result } = this.options
    result.refusal = text
    result.statuses.set(503, (result.statuses.get(503) ?? 0) + 1)
  }

  #expect(weight: number): void {
    if (weight !== this.#weight) {
      this.options.result.stale.push(`tag ${this.#id}: ${weight} instead of ${this.#weight}`)
    }
  }

  async #list(): Promise<void> {
    await this.#ask('GET', '/api/tags?sort=id:desc&pagination[pageSize]=25')
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Exchange> {
    const { urls, index, token, result, agent } = this.options
    const url = urls[(index + this.#sent++) % urls.length] as string
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...this.#sentBack(),
    }
    const started = performance.now()
    const exchange = await send(agent, url + path, { method, headers, body: body && JSON.stringify(body) })
    result.requests += 1
    result.milliseconds.push(performance.now() - started)
    const { status } = exchange
    this.#keep(exchange)
    if (status === 503) this.#refused(`${method} ${path} ${exchange.text}`)
    else result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
    if (status === 503 && exchange.headers['retry-after'] === undefined) result.withoutRetry += 1
    if ((status === 0 || (status >= 300 && status !== 503)) && result.failures.length < 5)
      result.failures.push(`${method} ${path} ${status} ${exchange.text}`)
    return exchange
  }

  /** Every third client keeps cookies, the others send the header. */
  #sentBack(): Record<string, string> {
    if (this.options.index % 3 === 1) return this.#cookie === undefined ? {} : { cookie: this.#cookie }
    return this.#position === undefined ? {} : { 'data-position': this.#position }
  }

  #keep({ headers }: Exchange): void {
    const position = headers['data-position']
    if (typeof position === 'string') this.#position = position
    const [cookie] = headers['set-cookie'] ?? []
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0]
  }
}

interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** Returns status 0 and the reason when the connection is lost. */
function send(agent: Agent, url: string, message: Sent): Promise<Exchange> {
  const { method, headers, body } = message
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: 0, headers: {}, text: error.message })
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', lost)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The service closed an idle connection just before the client used it again (Node's `reusedSocket`).
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(agent, url, message))
      else lost(error)
    })
    sent.end(body)
  })
}

/** Returns a percentile of the numbers. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
