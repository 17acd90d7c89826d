import type { APIRoute } from 'astro'
import { endPreview, startPreview } from '../preview'

/** Shows drafts to those who know the secret, and published articles again with `?off`. */
export const GET: APIRoute = ({ cookies, redirect, url: { searchParams } }) => {
  if (searchParams.has('off')) {
    endPreview(cookies)
    return redirect('/')
  }
  if (!startPreview(cookies, searchParams.get('secret'))) return new Response('Wrong secret.', { status: 401 })
  return redirect(`/articles/${encodeURIComponent(searchParams.get('slug') ?? '')}`)
}
