import { read } from '../check/read.js'
import type { Exchange, Method } from './exchange.js'
import type { RequestOptions } from './http-client.js'
import type { Query } from './query-string.js'
import { type Caller, type Target, tokenOf } from './target.js'

export interface CallOptions {
  readonly as?: Caller
  readonly purpose?: Exchange['purpose']
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Query | undefined
}

/** Something this session made and has to take away again. */
export interface Made {
  readonly path: string
  readonly id: number
  readonly marker: string
  /** Where the marker stands in the attributes (or, for files and users, in the record). */
  readonly attribute: string
}

/** The requests of one scenario, in order, and what they made. */
export class Session {
  readonly made: Made[] = []
  /** The answers that checks looked at last, and last as a refusal: one of them shows best what a scenario is about. */
  looked: { readonly answer?: Exchange; readonly refusal?: Exchange } = {}

  constructor(
    readonly target: Target,
    /** Carried by every entry that this session makes. */
    readonly marker: string,
    readonly purpose: Exchange['purpose'] = 'check',
    /** Where exchanges are recorded; shared by sessions that belong to one scenario. */
    readonly exchanges: Exchange[] = [],
  ) {}

  async request(
    method: Method,
    path: string,
    options: CallOptions & Pick<RequestOptions, 'body'> = {},
  ): Promise<Exchange> {
    const { as = 'full', purpose = this.purpose, headers, query, body } = options
    const sent = await this.target.client.send(method, path, {
      query,
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
      token: tokenOf(as, this.target.configuration),
    })
    const exchange: Exchange = { ...sent, purpose, index: this.exchanges.length }
    this.exchanges.push(exchange)
    return exchange
  }

  get(path: string, query?: Query, options: CallOptions = {}): Promise<Exchange> {
    return this.request('GET', path, { ...options, query })
  }

  /**
   * A request that may create an entry, or several: their marker is journalled first, their ids once they are known.
   * @param idAt where the answer holds the id, for example `data.id`, or each of the ids
   */
  async creating(
    method: Method,
    path: string,
    body: unknown,
    {
      attribute,
      idAt,
      entryPath = path,
      ...options
    }: CallOptions & { attribute: string; idAt: string | readonly string[]; entryPath?: string },
  ): Promise<Exchange> {
    const { marker } = this
    if (!this.target.mayWrite) throw new Error(`This run only reads, and was about to send ${method} ${path}.`)
    await this.target.journal.announce({ at: 'intent', path: entryPath, marker, attribute })
    const answer = await this.request(method, path, { ...options, body })
    for (const at of answer.status < 300 ? [idAt].flat() : []) {
      const id = Number(read(answer.body, at))
      if (Number.isInteger(id)) this.remember({ path: entryPath, id, marker, attribute }, answer)
    }
    return answer
  }

  /** @param by the answer that told of it */
  remember(made: Made, by?: Exchange): void {
    if (this.made.some(({ path, id }) => path === made.path && id === made.id)) return
    this.target.journal.write({ at: 'made', ...made })
    this.made.push(made)
    const told = by && this.exchanges[by.index]
    if (told) this.exchanges[by.index] = { ...told, made: [...(told.made ?? []), made] }
  }

  graphql(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Exchange> {
    return this.request('POST', this.target.configuration.graphqlPath, { ...options, body: { query, variables } })
  }
}
