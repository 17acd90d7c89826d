import { verifyWebhook, WebhookError } from '@content-api/sdk/webhooks'
import { revalidateTag } from 'next/cache'
import { ARTICLES } from '../../articles'

/** The receiver of a webhook. Expires the cached articles after a write, so that the next visit reads them again. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook(request, process.env['WEBHOOK_SECRET'] ?? '')
    // Files of articles are in their responses, too.
    if ('media' in event || ('model' in event && event.model === 'article')) revalidateTag(ARTICLES, { expire: 0 })
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!WebhookError.is(error)) throw error
    return new Response('Wrong signature.', { status: 401 })
  }
}
