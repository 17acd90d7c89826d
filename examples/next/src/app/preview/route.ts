import { draftMode } from 'next/headers'
import { redirect } from 'next/navigation'

/**
 * Shows drafts to those who know the secret, and published articles again with `?off`. It redirects to a page
 * of this site, named by its slug, so it can't be used to redirect to other sites.
 */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const draft = await draftMode()
  if (searchParams.has('off')) {
    draft.disable()
    redirect('/')
  }
  const secret = process.env['DRAFT_SECRET']
  if (!secret || searchParams.get('secret') !== secret) return new Response('Wrong secret.', { status: 401 })
  draft.enable()
  redirect(`/articles/${encodeURIComponent(searchParams.get('slug') ?? '')}`)
}
