/** The statuses whose responses have no body. */
const WITHOUT_BODY = [101, 204, 205, 304]

/**
 * Adapts the `fetch` that a framework passes to a page, such as that of SvelteKit's `load`, for the option
 * `fetch` of a client. Bodies are read as text, so SvelteKit puts them into the page as text instead of
 * base64, and all response headers are readable. Requests to other hosts get no cookies of the application,
 * which SvelteKit adds for subdomains, unless a call sets `credentials`. It is for reads of pages: on the
 * server, SvelteKit's `fetch` sends the site as `Origin`, from which services reject sign-ins and writes.
 *
 * @example
 * ```ts
 * const apiOf = (event: { fetch: typeof fetch }) =>
 *   createClient({ baseURL: 'https://cms.example.org', fetch: frameworkFetch(event.fetch) })
 * ```
 */
export function frameworkFetch(send: typeof fetch): typeof fetch {
  return async (address, init) => {
    const isOtherHost = typeof address !== 'string' || /^https?:/i.test(address)
    const response = await send(address, isOtherHost ? { credentials: 'omit', ...init } : init)
    // SvelteKit records the body by the method that reads it. Its `headers.get` throws in development.
    const text = await response.text()
    return new Response(WITHOUT_BODY.includes(response.status) ? null : text, response)
  }
}
