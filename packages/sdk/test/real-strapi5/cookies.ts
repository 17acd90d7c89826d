import { page } from './strapi.js'

/**
 * Returns a `fetch` that keeps cookies, and sends them with `credentials: 'include'`, as browsers do for
 * requests to another origin of the same site.
 */
export function fetchWithCookies(): { readonly fetch: typeof fetch; readonly cookies: ReadonlyMap<string, string> } {
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers)
    const isIncluded = init?.credentials === 'include'
    if (isIncluded && cookies.size > 0) headers.set('cookie', header())
    const response = await fetch(address, { ...init, headers })
    if (!isIncluded) return response
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      const isRemoved = value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)
      if (isRemoved) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return { fetch: send, cookies }
}

/** Follows redirects as a browser does, up to the page of the application. `decline` makes the user decline. */
export async function followRedirects(send: typeof fetch, address: string, decline = false): Promise<URL> {
  if (address.startsWith(page)) return new URL(address)
  const response = await send(address, { redirect: 'manual', credentials: 'include' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${address} responded with status ${response.status}`)
  const next = new URL(location, address)
  if (decline && next.pathname === '/authorize') next.searchParams.set('decline', 'true')
  return followRedirects(send, next.href, decline)
}
