import type { Cookies } from '@sveltejs/kit'

const COOKIE = 'preview'
const secret = process.env['DRAFT_SECRET']

/** Whether the visitor has opened the address with the secret. */
export const showsDrafts = (cookies: Cookies): boolean => Boolean(secret) && cookies.get(COOKIE) === secret

/** Shows drafts from now on. Returns false for a wrong secret. */
export function startDrafts(cookies: Cookies, guess: string | null): boolean {
  if (!secret || guess !== secret) return false
  cookies.set(COOKIE, secret, { path: '/' })
  return true
}

export const endDrafts = (cookies: Cookies): void => cookies.delete(COOKIE, { path: '/' })
