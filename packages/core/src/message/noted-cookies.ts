import type { RequestInfo } from './message.js'

const noted = new WeakMap<RequestInfo, readonly string[]>()

/** Keeps values of `Set-Cookie` for the response to a request. For code that doesn't return the response itself. */
export function noteCookies(request: RequestInfo, cookies: readonly string[]): void {
  if (cookies.length > 0) noted.set(request, [...notedCookies(request), ...cookies])
}

/** Returns the values that were kept for a request. */
export const notedCookies = (request: RequestInfo): readonly string[] => noted.get(request) ?? []
