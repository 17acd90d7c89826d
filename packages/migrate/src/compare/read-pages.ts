import { isRecord } from '@content-api/model'

export interface Service {
  /** The URL of the service, such as `http://localhost:1337`, or of its REST interface. */
  readonly url: string
  readonly token?: string
}

export interface Page {
  readonly entries: readonly unknown[]
  readonly isLast: boolean
}

/** Thrown when services can't be compared. The message names the reason and, for a failed request, its address. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError'
}

const pageSize = 100
const timeoutMs = 60_000
/** The largest response (100 entries) in bytes, after decompression. */
const largestResponse = 64 * 2 ** 20

/** The query of the requests to both services. If `paged` is false, they have no pagination. */
export interface Query {
  readonly text: string
  readonly paged: boolean
}

/**
 * Returns the query for a type. If the service responds with 400, the query has no `pagination`, `sort` and
 * `locale`: strict services reject `pagination`, `sort` and `locale=all` for single types.
 */
export async function chooseQuery(service: Service, type: string, text: string): Promise<Query> {
  const response = await send(addressOf(service, type, { text, paged: true }, 1), service)
  if (response.status !== 400) return { text, paged: true }
  const kept = text.split('&').filter((parameter) => !/^(sort|locale|pagination)\b/.test(parameter))
  return { text: kept.join('&'), paged: false }
}

function addressOf({ url }: Service, type: string, { text, paged }: Query, page: number): string {
  // Bounded input: an address that the user of the command types.
  const base = url.replace(/\/+$/, '')
  const api = base.endsWith('/api') ? base : `${base}/api`
  const paging = paged ? `&pagination[page]=${page}&pagination[pageSize]=${pageSize}` : ''
  return `${api}/${encodeURIComponent(type)}?${text}${paging}`
}

/** Reads one page of a type. For a single type the page contains its entry, or nothing. */
export async function readPage(service: Service, type: string, query: Query, page: number): Promise<Page> {
  const address = addressOf(service, type, query, page)
  const body = await request(address, service)
  const { data, meta } = isRecord(body) ? body : {}
  if (Array.isArray(data)) {
    const pagination = isRecord(meta) && isRecord(meta['pagination']) ? meta['pagination'] : {}
    const count = Number(pagination['pageCount'] ?? 1)
    // An empty page ends the list even if the service reports more pages: otherwise the loop might never end.
    return { entries: data, isLast: data.length === 0 || !(page < count) }
  }
  if (data === null || isRecord(data)) return { entries: data === null ? [] : [data], isLast: true }
  throw new ComparisonError(`${address} responded without "data": is it the address of a REST interface?`)
}

async function request(address: string, service: Service): Promise<unknown> {
  const response = await send(address, service)
  const text = await readText(response, address)
  if (!response.ok) {
    const advice = adviseOn(response.status)
    throw new ComparisonError(`${address} returned status ${response.status}. ${advice}${text.slice(0, 200)}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ComparisonError(`${address} did not respond with JSON.`)
  }
}

/** Returns the body of a response. @throws ComparisonError if it is too large or incomplete */
async function readText({ body }: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > largestResponse) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw describeFailure(address, error)
  }
  if (bytes <= largestResponse) return Buffer.concat(chunks).toString()
  throw new ComparisonError(`${address} responded with more than ${largestResponse / 2 ** 20} MB.`)
}

async function send(address: string, { token }: Service): Promise<Response> {
  try {
    return await fetch(address, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw describeFailure(address, error)
  }
}

function describeFailure(address: string, error: unknown): ComparisonError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new ComparisonError(`${address} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`)
}

function adviseOn(status: number): string {
  if (status === 401 || status === 403) return 'Give a token that may read the type. '
  return status === 404 ? 'Is it the plural name of a type, or the name of a single type, that callers may read? ' : ''
}
