import { UsageError } from '../profile/configuration.js'

/**
 * The base address of a target.
 * @throws UsageError when it is none, and when it holds what would be sent with no request
 */
export function parseAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`'${String(address)}' is no http or https address, for example http://localhost:1337`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of ${url.host} holds a name or password, which would not be sent: give an Authorization header in \`headers\` of the configuration.`,
    )
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`'${url.href}' has a part after ? or #, which would not be sent: name the base address alone.`)
  return url
}

/** What to say where nothing was found below an address that holds `/api` already; empty for other addresses. */
export function withoutApi({ origin, pathname }: URL): string {
  const before = /^(.*?)\/api(?:\/|$)/.exec(pathname)?.[1]
  return before === undefined ? '' : ` The suite adds /api to the address itself: try ${origin}${before} instead.`
}
