import { UsageError } from '../profile/configuration.js'

/**
 * Returns the base address of a target.
 * @throws UsageError if it is not an HTTP or HTTPS address, or has parts that no request would contain
 */
export function parseAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`'${String(address)}' is not an http or https address such as http://localhost:1337`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of ${url.host} contains a name or password, which would not be sent: set an Authorization header in \`headers\` of the configuration.`,
    )
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`'${url.href}' has a part after ? or #, which would not be sent: name the base address alone.`)
  return url
}

/** Returns a hint for an address whose path contains the segment `/api`, or an empty string. */
export function withoutApi({ origin, pathname }: URL): string {
  const before = /^(.*?)\/api(?:\/|$)/.exec(pathname)?.[1]
  return before === undefined ? '' : ` The suite adds /api to the address itself: try ${origin}${before} instead.`
}
