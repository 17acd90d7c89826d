import type { AstroCookies } from 'astro'

const secret = process.env['DRAFT_SECRET']
const cookie = 'preview'

/** Returns whether the cookie of a request has the secret, so that pages show drafts. */
export const isPreview = (cookies: AstroCookies): boolean =>
  secret !== undefined && cookies.get(cookie)?.value === secret

/** Shows drafts from now on. Returns false for a wrong secret. */
export function startPreview(cookies: AstroCookies, given: string | null): boolean {
  if (secret === undefined || given !== secret) return false
  cookies.set(cookie, secret, { httpOnly: true, sameSite: 'lax', path: '/' })
  return true
}

export const endPreview = (cookies: AstroCookies): void => cookies.delete(cookie, { path: '/' })
