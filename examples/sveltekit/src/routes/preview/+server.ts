import { error, redirect } from '@sveltejs/kit'
import { endDrafts, startDrafts } from './drafts'
import type { RequestHandler } from './$types'

/** Shows drafts to those who know the secret, and published articles again with `?off`. */
export const GET: RequestHandler = ({ url: { searchParams }, cookies }) => {
  if (searchParams.has('off')) {
    endDrafts(cookies)
    redirect(302, '/')
  }
  if (!startDrafts(cookies, searchParams.get('secret'))) error(401, 'Wrong secret.')
  redirect(302, `/articles/${encodeURIComponent(searchParams.get('slug') ?? '')}`)
}
