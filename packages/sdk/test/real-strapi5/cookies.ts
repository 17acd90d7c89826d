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
