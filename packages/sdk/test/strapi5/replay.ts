import { readFileSync } from 'node:fs'
import qs from 'qs'
import { expect, vi } from 'vitest'
import { startServer, type TestServer } from '../support/start-server.js'

/** A request to Strapi 5.54.0 and its response, as recorded. Ids of a run are replaced by words. */
interface Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status: number
  readonly response?: unknown
}

const lines = readFileSync(new URL('exchanges.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const exchanges = new Map(
  lines.map((line) => JSON.parse(line) as Exchange).map((exchange): [string, Exchange] => [exchange.id, exchange]),
)

export function exchangeOf(id: string): Exchange {
  const exchange = exchanges.get(id)
  if (!exchange) throw new Error(`${id} is not recorded`)
  return exchange
}

/** Returns the body of a recorded response. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the form of the recording
export function responseOf<T>(id: string): T {
  return exchangeOf(id).response as T
}

/**
 * Starts a server that sends the recorded responses, in this order, until the test ends. Each request must be
 * the recorded one: its method, path, query and body.
 */
export async function replay(...ids: string[]): Promise<TestServer> {
  vi.spyOn(console, 'warn').mockReturnValue()
  const expected = ids.map(exchangeOf)
  return startServer(({ method, path, query, text, headers }, response, count) => {
    const exchange = expected[count - 1]
    const [recordedPath, search = ''] = (exchange?.path ?? '').split('?')
    const isForm = headers['content-type']?.startsWith('multipart/form-data')
    expect
      .soft({
        request: `${method} ${path}`,
        query: listed(query),
        ...(!isForm && text && { body: JSON.parse(text) as unknown }),
      })
      .toEqual({
        request: `${exchange?.method} ${recordedPath}`,
        query: listed(qs.parse(search, { strictNullHandling: true, depth: 20 })),
        ...(!isForm && text && { body: exchange?.body }),
      })
    response.writeHead(exchange?.status ?? 500, { 'content-type': 'application/json' })
    response.end(exchange?.response === undefined ? undefined : JSON.stringify(exchange.response))
  })
}

/** `fields=title` means `fields[0]=title`. */
function listed(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  if (Array.isArray(query)) return query.map(listed)
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      name === 'fields' && typeof value === 'string' ? [value] : listed(value),
    ]),
  )
}
