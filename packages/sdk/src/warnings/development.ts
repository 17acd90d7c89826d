import { isObject } from '../query/json-value.js'
import { linkQuery, type LinkQuery, memberQuery } from '../query/link-query.js'

const warned = new Set<string>()

function warnOnce(text: string): void {
  if (warned.has(text)) return
  warned.add(text)
  // oxlint-disable-next-line no-console -- the purpose of this file
  console.warn(`[content-api] ${text}`)
}

/** Warns of links that were populated and are missing, at any depth: servers leave out what the caller may not see. */
export function warnOfMissing(name: string, data: unknown, { populate }: { readonly populate?: unknown }): void {
  const missing = [data].flat().flatMap((entry) => missingOf(entry, populate))
  for (const path of new Set(missing)) {
    warnOnce(`'${path}' of ${name} was to be populated and is missing: may the caller's role find what it refers to?`)
  }
}

/** Returns the paths of populated links that an entry or a component lacks. `*` names none. */
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

/** Returns what to populate of a linked value. Of a zone only named components count: others may lack the link. */
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
  return [...new Set(names)].filter(Boolean)
}

/** Warns of a `baseURL` that holds what the client adds itself. */
export function warnOfAddress({
  baseURL,
  prefix = '/api',
}: {
  readonly baseURL: string
  readonly prefix?: string
}): void {
  if (prefix !== '' && baseURL.replace(/\/$/, '').endsWith(prefix)) {
    warnOnce(`baseURL '${baseURL}' ends with ${prefix}, which the client adds itself: leave it out.`)
  }
}

/** Explains a request without a response: browsers tell a page nothing of CORS. */
export function warnOfSilence({ baseURL }: { readonly baseURL: string }): void {
  warnOnce(`nothing came from ${baseURL || 'this origin'}: is it running, and may this page call it (CORS)?`)
}

const hints: Readonly<Record<number, string>> = {
  401: 'the token is wrong or expired.',
  403: "give the caller's role, or the API token, the permission for this action.",
  405: 'the path exists with other methods: is the name that of a single type?',
}

/** Strapi responds to these with a redirect to a page of the application. */
const REDIRECTING = 'GET /auth/email-confirmation'

/** Explains the status of a response. */
export function warnOfStatus(what: string, status: number, headers: Headers): void {
  if (what === REDIRECTING) return
  // In browsers a redirect is opaque, and its status is 0.
  const hint = status < 400 ? redirectHint(headers) : hints[status]
  if (hint) warnOnce(`${what} was answered with ${status}: ${hint}`)
}

/** The query of an address may repeat what was sent, the token too. */
function redirectHint(headers: Headers): string {
  const address = headers.get('location')?.replace(/[?#].*/s, '')
  return `it leads to ${address || 'another address'}: is that the baseURL?`
}
