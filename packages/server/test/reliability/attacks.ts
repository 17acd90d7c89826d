import { request } from 'node:http'
import { multipart } from '../support/multipart.js'

/** Sends one request of an attack. Returns its status, or 0 after the client disconnects. */
type Attacker = (url: string) => Promise<number>

export interface Attack {
  readonly title: string
  readonly clients: number
  readonly send: Attacker
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  /** Milliseconds after which the client disconnects. */
  readonly leaveAfter?: number
}

/** Sends a request on its own connection and discards the response. */
export function send(url: string, { method = 'GET', headers = {}, body, leaveAfter }: Sent = {}): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
    if (leaveAfter === undefined) return
    const timer = setTimeout(() => sent.destroy(), leaveAfter)
    sent.on('close', () => clearTimeout(timer))
  })
}

const graphql = (query: string, leaveAfter?: number): Attacker => {
  const body = Buffer.from(JSON.stringify({ query }))
  const headers = { 'content-type': 'application/json' }
  return (url) =>
    send(`${url}/graphql`, { method: 'POST', headers, body, ...(leaveAfter !== undefined && { leaveAfter }) })
}
const rest =
  (path: string): Attacker =>
  (url) =>
    send(url + path)

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, number) => `a${number}: ${field}`).join(' ')} }`

const threeLinks = 'articles.tags.articles.title'
const sorted = `tags(sort: "${threeLinks}", pagination: { limit: 1 }) { data { id } }`
/** Sorts the 100 articles of each of 100 tags by their 100 tags. */
const sortedBelow =
  'tags(pagination: { limit: 100 }) { data { attributes { articles(sort: "tags.name", pagination: { limit: 1 }) { data { id } } } } }'

const upload = multipart([
  {
    name: 'operations',
    value: JSON.stringify({
      query: 'mutation ($f: Upload!) { upload(file: $f) { data { id } } }',
      variables: { f: null },
    }),
  },
  { name: 'map', value: '{"0":["variables.f"]}' },
  { name: '0', filename: 'a.bin', value: Buffer.alloc(20_000_000) },
])

/**
 * Requests with which anonymous clients could once stop the service: those that it now rejects, and those
 * that are just below the limits.
 */
export const attacks: readonly Attack[] = [
  {
    title: 'twelve aliases sorted over three links, whose clients leave after 150 ms',
    clients: 4,
    send: graphql(aliases(12, sorted), 150),
  },
  { title: 'the same, whose clients stay', clients: 4, send: graphql(aliases(12, sorted)) },
  {
    title: 'the same sort by REST',
    clients: 10,
    send: rest(`/api/tags?sort=${threeLinks}&pagination[pageSize]=1`),
  },
  { title: 'sorts below a populate, as many as are accepted', clients: 4, send: graphql(aliases(4, sortedBelow)) },
  {
    title: 'a product of populates, above the limit',
    clients: 10,
    send: rest('/api/tags?pagination[pageSize]=100&populate[articles][populate][tags][populate]=articles'),
  },
  {
    title: 'a product of populates, just below the limit',
    clients: 10,
    send: rest('/api/tags?pagination[pageSize]=12&populate[articles][populate]=tags'),
  },
  {
    title: 'uploads without permission',
    clients: 4,
    send: (url) =>
      send(`${url}/graphql`, { method: 'POST', headers: { 'content-type': upload.contentType }, body: upload.body }),
  },
]
