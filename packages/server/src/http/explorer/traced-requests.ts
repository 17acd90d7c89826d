import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ActAs } from '@content-api/capabilities/accounts/act-as'
import type { Next } from '@content-api/core/composition/handler'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import { StatementTrace } from '@content-api/engine/database'

/** The header that names the identity whose permissions the request has. */
export const actAsHeader = 'content-api-as'

/** The number of requests whose statements are stored. */
const keptRequests = 200
/** The maximum number of characters in the SQL and parameters of all these requests. */
const keptCharacters = 20_000_000

/** A request of a developer with the statements that it ran. */
export interface RecordedRequest {
  /** The identity that the request named; null when its credentials decided. */
  readonly identity: string | null
  readonly method: string
  readonly path: string
  readonly trace: StatementTrace
}

/**
 * Runs requests of developers with the permissions of the identity that they name. Stores the statements of
 * the last requests.
 */
export class TracedRequests {
  readonly #kept = new LRUCache<string, RecordedRequest>({
    max: keptRequests,
    maxSize: keptCharacters,
    sizeCalculation: ({ trace: { statements } }) =>
      1 + statements.reduce((sum, { sql, values }) => sum + sql.length + values.join('').length, 0),
  })

  constructor(readonly actAs: ActAs) {}

  /**
   * The caller must check that a developer sent the request.
   * @throws ApiError ValidationError for an unknown identity
   */
  async run(request: HttpRequest, next: Next): Promise<HttpResponse | null> {
    const identity = request.header(actAsHeader) ?? null
    // Rejects an unknown identity before the request runs.
    if (identity !== null) await this.actAs.find(identity)
    const trace = new StatementTrace()
    const traced = () => trace.record(() => next(request))
    const response = await (identity === null ? traced() : this.actAs.run(identity, traced))
    if (response === null) return null
    const id = randomUUID()
    this.#kept.set(id, { identity, method: request.method, path: request.path, trace })
    return {
      ...response,
      headers: {
        ...response.headers,
        // Responses differ by identity, so they must not be cached by URL.
        'Cache-Control': 'no-store',
        ...(trace.cost !== null && { 'Content-Api-Cost': String(trace.cost) }),
        'Content-Api-Statements': String(trace.count),
        'Content-Api-Trace': id,
      },
    }
  }

  /** Returns undefined for a request that isn't stored or that has another identity. */
  find(id: string, identity: string | null): RecordedRequest | undefined {
    const found = this.#kept.get(id)
    return found?.identity === identity ? found : undefined
  }
}
