import { isObject, type LinkOptions, linkQuery } from '../query/link-query.js'

const said = new Set<string>()

function sayOnce(text: string): void {
  if (said.has(text)) return
  said.add(text)
  // oxlint-disable-next-line no-console -- what this file is for
  console.warn(`[content-api] ${text}`)
}

/** Says which links were asked for and didn't come, at whatever depth: servers leave out what the caller may not see. */
export function warnOfMissing(name: string, answer: unknown, { populate }: { readonly populate?: unknown }): void {
  const missing = [answer].flat().flatMap((entry) => missingOf(entry, populate))
  for (const path of new Set(missing)) {
    sayOnce(`'${path}' of ${name} was to be populated and is missing: may the caller's role find what it refers to?`)
  }
}

/** The paths of what an entry or a component lacks of the links that were asked for. `*` names none. */
function missingOf(holder: unknown, populate: unknown): string[] {
  if (!isObject(holder)) return []
  const fields = isObject(holder['attributes']) ? holder['attributes'] : holder
  return linksOf(populate).flatMap((link) => {
    const asked = linkQuery(populate, link)
    if (!asked) return []
    if (!(link in fields)) return [link]
    const found = fields[link]
    const linked = isObject(found) && 'data' in found ? found['data'] : found
    return [linked].flat().flatMap((one: unknown) => {
      const deeper = missingOf(one, nestedPopulate(one, asked as LinkOptions))
      return deeper.map((path) => `${link}.${path}`)
    })
  })
}

/** What was to be populated of what a link holds. Of a zone only where its component was named: others may lack the link. */
function nestedPopulate(holder: unknown, { on, populate }: LinkOptions): unknown {
  const component = isObject(holder) ? holder['__component'] : undefined
  if (typeof component !== 'string') return populate
  return (on?.[component] as LinkOptions | undefined)?.populate
}

function linksOf(populate: unknown): string[] {
  if (!Array.isArray(populate)) return isObject(populate) ? Object.keys(populate) : []
  const paths = populate.filter((path): path is string => typeof path === 'string')
  const names = paths.map((path) => path.split('.')[0] as string)
  return [...new Set(names)].filter(Boolean)
}

/** Says what a server's address lacks or has too much of: every request would fail, and not say why. */
export function warnOfAddress({
  baseURL,
  prefix = '/api',
}: {
  readonly baseURL?: unknown
  readonly prefix?: string
}): void {
  if (typeof baseURL !== 'string') sayOnce(`baseURL is ${String(baseURL)}: is the setting that it comes from there?`)
  else if (!/^($|\/|https?:)/i.test(baseURL)) sayOnce(`baseURL '${baseURL}' should begin with https:// or http://`)
  else if (prefix !== '' && baseURL.replace(/\/$/, '').endsWith(prefix))
    sayOnce(`baseURL '${baseURL}' ends with ${prefix}, which the client adds itself: leave it out.`)
}

/** Says why no answer may have come: what fetch says of it is `fetch failed`, and of CORS browsers tell a page nothing. */
export function warnOfSilence({ baseURL }: { readonly baseURL: string }): void {
  sayOnce(`nothing came from ${baseURL || 'this origin'}: is it running, and may this page call it (CORS)?`)
}

const hints: Readonly<Record<number, string>> = {
  401: 'the token is wrong or expired.',
  403: "give the caller's role, or the API token, the permission for this action.",
  405: 'the path exists with other methods: is the name that of a single type?',
}

/** Says what the status of an answer usually means. */
export function warnOfStatus(what: string, status: number, headers: Headers): void {
  // In browsers a redirect is opaque, and its status is 0.
  // The query of an address may repeat what was sent, the token too.
  const address = headers.get('location')?.replace(/[?#].*/s, '')
  const redirect = status < 400 && `it leads to ${address || 'another address'}: is that the baseURL?`
  const hint = redirect || hints[status]
  if (hint) sayOnce(`${what} was answered with ${status}: ${hint}`)
}
