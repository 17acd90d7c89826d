import { Kind, OperationTypeNode, parse } from 'graphql'
import { stringify } from 'qs'
import type { RecordedExchange, RecordedRequest, RecordedRequests, RecordedService, Recording } from './recording.js'
import { keyOf, readOf, type Read } from './request-key.js'
import { secretIn, secretParameter, withoutSignatures } from './secrets.js'

/** A service that responds to requests. */
export interface Source {
  readonly url: string
  /** Sent with requests that have no credentials of their own. */
  readonly token?: string | undefined
  send(request: Request): Promise<Response>
}

type Requests = Recording['requests']

/** The largest response that is recorded. A service could respond without end. */
const mostBytes = 8 * 2 ** 20

/**
 * Sends the requests of a list, one after the other, and returns their responses.
 * @throws Error that names the request, for example if it writes, or if its response contains a secret
 */
export async function recordRequests(list: RecordedRequests, source: Source): Promise<Requests> {
  const requests: Record<string, Requests[string]> = {}
  for (const [name, request] of Object.entries(list)) {
    const exchanges = await runRequest(name, request, source.url, (sent) => exchange(sent, source))
    const [first, ...others] = exchanges
    if (!first) throw new Error(`"${name}" sends no request. Return the promise of a call with the client.`)
    requests[name] = [first, ...others]
  }
  return requests
}

/**
 * Runs a request of a list with `respond` in place of a service.
 * @returns what `respond` returned for each different request, in the order in which they were sent
 * @throws Error that names the request
 */
export async function runRequest<Exchange extends RecordedExchange>(
  name: string,
  request: RecordedRequest,
  baseURL: string,
  respond: (request: Request) => Promise<Exchange>,
): Promise<Exchange[]> {
  const pending: Promise<Exchange>[] = []
  const send: RecordedService['fetch'] = async (input, init) => {
    const responding = respond(new Request(input, init))
    pending.push(responding)
    const { status, body } = await responding
    return Response.json(body, { status })
  }
  const named = (cause: unknown) =>
    new Error(`"${name}": ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  const failure = await call(request, { baseURL, fetch: send }).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  const exchanges: Exchange[] = []
  for (const each of await Promise.allSettled(pending)) {
    if (each.status === 'rejected') throw named(each.reason)
    exchanges.push(each.value)
  }
  // Clients throw for the statuses of errors, which are recorded as other responses are.
  if (failure && !exchanges.some(({ status }) => status >= 400)) throw named(failure.error)
  return [...new Map(exchanges.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
}

async function call(request: RecordedRequest, service: RecordedService): Promise<unknown> {
  if (typeof request === 'function') return request(service)
  const to = (path: string) => `${service.baseURL}${path}`
  if (typeof request === 'string') return service.fetch(to(request))
  if ('graphql' in request) {
    const { graphql: query, variables, path = '/graphql' } = request
    const headers = { 'content-type': 'application/json' }
    return service.fetch(to(path), { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  }
  const query = request.query ? `?${stringify(request.query, { encodeValuesOnly: true })}` : ''
  return service.fetch(to(`${request.path}${query}`))
}

/** @throws Error for requests and responses that aren't recorded */
async function exchange(request: Request, source: Source): Promise<RecordedExchange> {
  const read = await readOfRequest(request, source.url)
  if (source.token && !request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${source.token}`)
  }
  const response = await source.send(new Request(request, { redirect: 'manual' }))
  const { status } = response
  const body = withoutSignatures(await jsonOf(response, read))
  if (status >= 500)
    throw new Error(`${read.request} responds with status ${status}: only the service's own responses are recorded.`)
  rejectSecrets(request, read, body)
  return { ...read, status, body }
}

/** @throws Error if the request isn't a read of the service */
export async function readOfRequest(request: Request, url: string): Promise<Read> {
  const { method } = request
  if (!request.url.startsWith(`${url}/`)) {
    throw new Error(`${method} ${request.url} isn't a request to ${url}: pass "baseURL" and "fetch" to the client.`)
  }
  const parameter = secretParameter(new URL(request.url))
  const path = request.url.slice(url.length)
  if (parameter !== null) {
    throw new Error(`${method} ${path.split('?', 1)[0]} has the parameter "${parameter}", and secrets aren't recorded.`)
  }
  const body = method === 'GET' ? '' : await request.clone().text()
  const read = readOf(method, path, body)
  if (read === null || (read.graphql !== undefined && !isQuery(body))) {
    throw new Error(
      `${method} ${path} isn't a read. Only GET requests and GraphQL queries are recorded: write a handler of msw for it.`,
    )
  }
  return read
}

/** Returns whether the document in a body is one query. */
function isQuery(body: string): boolean {
  const { query } = JSON.parse(body) as { readonly query: string }
  const operations = parse(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  return operations.length === 1 && operations[0]?.operation === OperationTypeNode.QUERY
}

/** @throws Error for a body that is too large */
async function textOf({ body }: Response, request: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error(`${request} responds with more than ${mostBytes / 2 ** 20} MB.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

async function jsonOf(response: Response, { request }: Read): Promise<unknown> {
  const text = await textOf(response, request)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const type = response.headers.get('content-type') ?? 'no content type'
    throw new Error(`${request} responds with status ${response.status} and ${type}: only JSON is recorded.`, { cause })
  }
}

function rejectSecrets({ headers }: Request, read: Read, body: unknown): void {
  const credentials = [headers.get('authorization')?.replace(/^\w+\s+/, ''), ...cookieValues(headers.get('cookie'))]
  const sent = credentials.filter((value) => value !== undefined && value.length >= shortestSecret)
  const found = secretIn({ request: read, response: body }, sent as string[])
  if (found === null) return
  const [target] = read.request.split('?')
  throw new Error(`${target} contains a secret at ${found}, and secrets aren't recorded. Select other fields.`)
}

/** Shorter values, such as those of a cookie `theme`, are in many texts. */
const shortestSecret = 8

const cookieValues = (header: string | null) => (header ?? '').split(';').map((pair) => pair.split('=')[1]?.trim())
