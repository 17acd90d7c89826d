import { revalidateTag } from 'next/cache'
import { ARTICLES } from '../../../articles'

/**
 * Expires the cached articles, so that the next visit reads them again. A webhook or a hook of the service
 * calls it.
 */
export function POST(request: Request): Response {
  const secret = process.env['REVALIDATE_SECRET']
  if (!secret || request.headers.get('authorization') !== `Bearer ${secret}`) {
    return new Response('Wrong secret.', { status: 401 })
  }
  revalidateTag(ARTICLES, { expire: 0 })
  return Response.json({ revalidated: [ARTICLES] })
}
