import { createServer, request } from 'node:http'

/** Browsers send this header, which scripts can't set. The `fetch` of Node.js only sends `Sec-Fetch-Mode`. */
const ofBrowser = (headers) => headers['sec-fetch-site'] !== undefined

/**
 * Passes requests on to a service, and records those that no browser sent. A service rejects writes from
 * origins that its `cors.origins` doesn't list, so writes of a site's server must not carry the origin of the
 * site. On a machine of developers, the default of `cors.origins` would hide one that does.
 *
 * @returns `url` in place of the service's, `take()` for the recorded requests since the last call, and
 *   `close()`
 */
export async function watchOrigins(service) {
  let fromServers = []
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    if (!ofBrowser(headers)) fromServers.push({ method, path: url, origin: headers.origin ?? null })
    const passed = request(new URL(url, service), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    take() {
      const taken = fromServers
      fromServers = []
      return taken
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Reads may have an origin: SvelteKit adds it in universal loads, which browsers run too, and services reject no
 * reads because of it.
 *
 * @throws Error if a server sent no write, or one with an origin
 */
export function mustWriteWithoutOrigin(requests) {
  const writes = requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  const wrong = writes.filter(({ origin }) => origin !== null)
  const lines = wrong.map(({ method, path, origin }) => `${method} ${path} with Origin: ${origin}`)
  if (lines.length > 0) throw new Error(`The server of the site sends its origin:\n${lines.join('\n')}`)
  if (writes.length === 0) throw new Error('The server of the site sent no write.')
}
