import { cookieValues } from '@content-api/core/message/cookies'
import type { HttpRequest } from '@content-api/core/message/message'

/** The cookie with the pending sign-in of a browser. */
export interface SignInCookie {
  /** Returns the value of the `Set-Cookie` header. @param seconds 0 removes the cookie */
  header(value: string, seconds: number): string
  read(request: HttpRequest): string | undefined
}

/** @param url the public address of the service. With https, subdomains can't set the cookie (`__Host-`) */
export function signInCookie(url: string | undefined): SignInCookie {
  const isSecure = url?.startsWith('https:') === true
  const name = isSecure ? '__Host-content-api.sign-in' : 'content-api.sign-in'
  // `Lax`, because the provider's page leads back here.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    header: (value, seconds) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    read: (request) => cookieValues(request, name)[0] || undefined,
  }
}
