import { deleteCookie, getCookie, setCookie } from '@tanstack/react-start/server'

const COOKIE = 'preview'
const secret = process.env.DRAFT_SECRET

/** Returns whether the visitor has opened the address with the secret. */
export const showsDrafts = (): boolean => Boolean(secret) && getCookie(COOKIE) === secret

/** Shows drafts from now on. Returns false for a wrong secret. */
export function startDrafts(guess: string | null): boolean {
  if (!secret || guess !== secret) return false
  setCookie(COOKIE, secret, { httpOnly: true, sameSite: 'lax', path: '/' })
  return true
}

export const endDrafts = (): void => deleteCookie(COOKIE, { path: '/' })
