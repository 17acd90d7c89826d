import { read } from '../check/read.js'
import { generationOf } from '../profile/generation.js'
import { type EntryId, type EntryView, idPath, viewOf } from './entry-view.js'
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

/** An entry that this session created and must delete. */
export interface Made {
  readonly path: string
  readonly id: EntryId
  readonly marker: string
  /** The attribute that contains the marker (for files and users, a member of the record). */
  readonly attribute: string
}

/** The requests of one scenario, in order, and the entries that they created. */
export class Session {
  readonly made: Made[] = []
  /**
   * The last response that was checked, and the last that had to be a rejection. If the scenario passes, one
   * of them is the example in the result.
   */
  looked: { readonly response?: Exchange; readonly rejection?: Exchange } = {}

  constructor(
    readonly target: Target,
    /** Contained in every entry that this session creates. */
    readonly marker: string,
    readonly purpose: Exchange['purpose'] = 'check',
    /** Where exchanges are recorded. Sessions of one scenario share it. */
    readonly exchanges: Exchange[] = [],
  ) {}

  get view(): EntryView {
    return viewOf(generationOf(this.target.configuration))
  }

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
   * Sends a request that may create entries. The journal gets their marker first, and their ids when they are
   * known.
   * @param idAt the path of the id in the response, or of each id. Default: that of an entry in the envelope.
   */
  async creating(
    method: Method,
    path: string,
    body: unknown,
    {
      attribute,
      idAt = idPath(this.view),
      entryPath = path,
      ...options
    }: CallOptions & { attribute: string; idAt?: string | readonly string[]; entryPath?: string },
  ): Promise<Exchange> {
    const { marker } = this
    if (!this.target.mayWrite) throw new Error(`This run is read-only and must not send ${method} ${path}.`)
    await this.target.journal.announce({ at: 'intent', path: entryPath, marker, attribute })
    const response = await this.request(method, path, { ...options, body })
    for (const at of response.status < 300 ? [idAt].flat() : []) {
      const id = idOf(read(response.body, at))
      if (id !== undefined) this.remember({ path: entryPath, id, marker, attribute }, response)
    }
    return response
  }

  /** @param by the response that contained the id of the entry */
  remember(made: Made, by?: Exchange): void {
    if (this.made.some(({ path, id }) => path === made.path && id === made.id)) return
    this.target.journal.write({ at: 'made', ...made })
    this.made.push(made)
    const source = by && this.exchanges[by.index]
    if (source) this.exchanges[by.index] = { ...source, made: [...(source.made ?? []), made] }
  }

  graphql(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<Exchange> {
    return this.request('POST', this.target.configuration.graphqlPath, { ...options, body: { query, variables } })
  }
}

/** GraphQL returns numeric ids as strings. */
function idOf(value: unknown): EntryId | undefined {
  if (typeof value === 'string' && /^[a-z]/.test(value)) return value
  const id = Number(value ?? Number.NaN)
  return Number.isInteger(id) ? id : undefined
}
