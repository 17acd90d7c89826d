import { redirect } from 'react-router'
import { endDrafts, startDrafts } from '../drafts.server'
import type { Route } from './+types/preview'

/** Shows drafts to those who know the secret, and published articles again with `?off`. */
export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  if (searchParams.has('off')) return redirect('/', { headers: { 'set-cookie': await endDrafts() } })
  const cookie = await startDrafts(searchParams.get('secret'))
  if (cookie === undefined) return new Response('Wrong secret.', { status: 401 })
  const slug = encodeURIComponent(searchParams.get('slug') ?? '')
  return redirect(`/articles/${slug}`, { headers: { 'set-cookie': cookie } })
}
