import { Accounts } from './accounts.js'
import { callerOf } from './callers.js'
import { Extensions, inprocAdapterOf } from './extensions.js'
import { Entries } from './entries.js'
import { Graphql } from './graphql.js'
import { bodyOf, json, queryOf, rejection, serving } from './http.js'
import { Plugins } from './plugins.js'
import { RequestError } from './request-error.js'
import { Rest } from './rest.js'
import { Store } from './store.js'

/**
 * A content service in memory, written from the specification alone and without code of other servers. The
 * mutants are variants of it. The suite must pass on it, so that no scenario relies on details of the
 * reference server.
 */
export function createSecondServer(extensions = new Extensions()): {
  readonly fetch: (request: Request) => Promise<Response>
} {
  const store = new Store()
  const accounts = new Accounts(store)
  const entries = new Entries(store)
  const rest = new Rest(entries)
  const plugins = new Plugins(store, accounts)
  const graphql = new Graphql(entries, accounts, extensions)

  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.toLowerCase().replace(/\/$/, '')
    const caller = callerOf(request.headers.get('authorization'), accounts.userOf)
    if (path === '/graphql') {
      if ((request.headers.get('accept') ?? '').includes('text/html'))
        return new Response('<!doctype html><html><body>Query page</body></html>', {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        })
      return json(await graphql.respond(await bodyOf(request), caller))
    }
    if (!path.startsWith('/api/')) throw new RequestError(404, 'Not Found')
    const body = await bodyOf(request)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found =
      plugins.respond({ method, path, body, caller }) ??
      rest.respond({ method, path, query: queryOf(url.search), body, caller })
    if (found === undefined) throw new RequestError(404, 'Not Found')
    return json(found)
  }

  return { fetch: serving(respond, (error) => rejection(error, {})) }
}

/** Gives access to the extension interface of second servers. Each scenario gets a new server. */
export const secondServerInproc = inprocAdapterOf(createSecondServer)
