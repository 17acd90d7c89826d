import { isObject } from '../query/json-value.js'
import { linkQuery, type LinkQuery, memberQuery } from '../query/link-query.js'

const warned = new Set<string>()

function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  // oxlint-disable-next-line no-console -- the purpose of this file
  console.warn(`[content-api] ${text}`)
}

/** Warns of populated links that are missing, at any depth: servers omit links that the caller may not read. */
export function warnOfMissing(name: string, data: unknown, { populate }: { readonly populate?: unknown }): void {
  const missing = [data].flat().flatMap((entry) => missingOf(entry, populate))
  for (const path of new Set(missing)) {
    warnOnce(
      `'${path}' of ${name} is populated but missing in the response: may the caller's role find its content type?`,
    )
  }
}

/** Returns the paths of populated links that are missing in an entry or a component. `*` contains no paths. */
function missingOf(holder: unknown, populate: unknown): string[] {
  if (!isObject(holder)) return []
  const fields = isObject(holder['attributes']) ? holder['attributes'] : holder
  return linksOf(populate).flatMap((link) => {
    const requested = linkQuery(populate, link)
    if (!requested) return []
    if (!(link in fields)) return [link]
    const value = fields[link]
    const linked = isObject(value) && 'data' in value ? value['data'] : value
    return [linked].flat().flatMap((one: unknown) => {
      const deeper = missingOf(one, populateOf(one, requested))
      return deeper.map((path) => `${link}.${path}`)
    })
  })
}

/** Returns the `populate` of a linked value. In a zone only components with a query have one. */
function populateOf(linked: unknown, query: LinkQuery): unknown {
  if (query === true) return undefined
  const uid = isObject(linked) ? linked['__component'] : undefined
  if (typeof uid !== 'string') return query.populate
  const component = query.on && memberQuery(query.on, uid)
  return component === true ? undefined : component?.populate
}

function linksOf(populate: unknown): string[] {
  if (!Array.isArray(populate)) return isObject(populate) ? Object.keys(populate) : []
  const paths = populate.filter((path): path is string => typeof path === 'string')
  const names = paths.map((path) => path.split('.')[0] as string)
  return [...new Set(names)].filter((name) => name !== '' && name !== '*')
}

/** Warns of a `baseURL` that ends with the prefix, which the client adds itself. */
export function warnOfAddress({
  baseURL,
  prefix = '/api',
}: {
  readonly baseURL: string
  readonly prefix?: string
}): void {
  if (prefix !== '' && baseURL.replace(/\/$/, '').endsWith(prefix)) {
    warnOnce(`baseURL '${baseURL}' ends with ${prefix}, which the client adds itself: remove it.`)
  }
}

/** Explains a request without a response: browsers don't show CORS errors to the page. */
export function warnOfSilence({ baseURL }: { readonly baseURL: string }): void {
  warnOnce(`no response from ${baseURL || 'this origin'}: is it running, and does it allow this page (CORS)?`)
}

const hints: Readonly<Record<number, string>> = {
  401: 'the token is wrong or expired.',
  403: "give the caller's role, or the API token, the permission for this action.",
  405: 'the path exists with other methods: is the name that of a single type?',
}

/** Strapi responds to this request with a redirect to a page of the application. */
const REDIRECTING = 'GET /auth/email-confirmation'

/** Messages of servers that only name the status. */
const bareMessage = /^(|Unauthorized|Forbidden|Forbidden access|Method Not Allowed|Missing or invalid credentials)$/i

/** Explains the status of a response, by the message of the server if it says more than the status. */
export function warnOfStatus(what: string, status: number, headers: Headers, serverMessage: string): void {
  if (what === REDIRECTING) return
  // In browsers a redirect is opaque, and its status is 0.
  const hint = status < 400 ? redirectHint(headers) : hints[status]
  if (hint) warnOnce(`${what} got status ${status}: ${bareMessage.test(serverMessage) ? hint : serverMessage}`)
}

/** Removes the query of the address, which may repeat the request's parameters, even the token. */
function redirectHint(headers: Headers): string {
  const address = headers.get('location')?.replace(/[?#].*/s, '')
  return `it redirects to ${address || 'another address'}: is that the baseURL?`
}
