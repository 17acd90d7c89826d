import { createCookie } from 'react-router'

const secret = process.env.DRAFT_SECRET
const cookie = createCookie('preview', { httpOnly: true, sameSite: 'lax', path: '/' })

/** Returns whether the visitor has opened the address with the secret. */
export const showsDrafts = async (request: Request): Promise<boolean> =>
  Boolean(secret) && (await cookie.parse(request.headers.get('cookie'))) === secret

/** Returns the `Set-Cookie` that shows drafts from now on, or undefined for a wrong secret. */
export const startDrafts = async (guess: string | null): Promise<string | undefined> =>
  secret && guess === secret ? cookie.serialize(secret) : undefined

/** Returns the `Set-Cookie` that shows published articles again. */
export const endDrafts = (): Promise<string> => cookie.serialize('', { maxAge: 0 })
