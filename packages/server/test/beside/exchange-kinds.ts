import { OperationTypeNode, parse } from 'graphql'
import { type Exchange, readExchanges, type ReplayRequest } from '../replay/exchange.js'
import { recordings } from '../replay/recordings.js'

/** Whether a request can be sent twice. Confirmations of addresses are writes, although they are sent as GET. */
export function isRead({ method, path, body, form }: ReplayRequest): boolean {
  if (form || path.startsWith('/api/auth/')) return false
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return true
  if (method !== 'POST' || !path.startsWith('/graphql')) return false
  const operations = [body].flat().map((operation) => (operation as { readonly query?: unknown } | null)?.query)
  return operations.every(isQuery)
}

/** Documents with syntax errors change nothing. */
function isQuery(query: unknown): boolean {
  if (typeof query !== 'string') return true
  try {
    const { definitions } = parse(query)
    return definitions.every((one) => !('operation' in one) || one.operation === OperationTypeNode.QUERY)
  } catch {
    return true
  }
}

/** Requests that aren't reads, and change no content. */
const harmless = new Set(['/api/auth/local', '/_health'])

/** Whether later reads may have other responses than before an exchange. */
function isChange(exchange: Exchange): boolean {
  const { path, response } = exchange
  if (isRead(exchange) || harmless.has(path)) return false
  // The response of a batch or of a mutation is 200 whatever becomes of it.
  return response === null || response.status < 300
}

/** Returns the reads before the first change of each recording, and all other exchanges. */
export async function readUnchanged(): Promise<{ readonly reads: Exchange[]; readonly others: Exchange[] }> {
  const [reads, others]: [Exchange[], Exchange[]] = [[], []]
  for (const file of recordings) {
    const exchanges = await readExchanges(file)
    const change = exchanges.findIndex(isChange)
    for (const [index, exchange] of exchanges.entries())
      (isRead(exchange) && (change === -1 || index < change) ? reads : others).push(exchange)
  }
  return { reads, others }
}
