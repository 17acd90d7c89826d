import type { RequestInfo } from './message.js'

/** Returns the values of the cookies of a request that have a name. Browsers may send several. */
export function cookieValues(request: Pick<RequestInfo, 'header'>, name: string): readonly string[] {
  const parts = request.header('cookie')?.split(';') ?? []
  return parts
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
}
