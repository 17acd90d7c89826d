import { WebhookError } from './webhook-error.js'
import type { WebhookEvent } from './webhook-event.js'

/** A request whose body has been read already, such as one of Express or of a Lambda function. */
export interface ReadRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it was received. A body that was parsed and printed again has another signature. */
  readonly body: string | Uint8Array
}

/** The options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** The largest difference between the time of the request and the clock, in seconds. Default 300. */
  readonly tolerance?: number
}

const TOLERANCE = 300
/** More signatures than a service has secrets are an attack on the processor. */
const MOST_SIGNATURES = 10

const encoder = new TextEncoder()

/**
 * Returns the event of a webhook after it has verified the signature of the service by the scheme of Standard
 * Webhooks. It runs in Node, browsers and edge runtimes.
 *
 * @param request a `Request`, whose body is read, or the headers and the body of one
 * @param secret the secret of the webhook in the configuration of the service, `whsec_…`; several while it
 * changes
 * @throws WebhookError for a request without a valid signature, or one that is too old
 * @throws TypeError for a secret that isn't base64
 * @example
 * ```ts
 * import { verifyWebhook } from '@content-api/sdk/webhooks'
 *
 * const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const { event } = await verifyWebhook(request, secret)
 *   return new Response(event)
 * }
 * ```
 */
export async function verifyWebhook(
  request: Request | ReadRequest,
  secret: string | readonly string[],
  { tolerance = TOLERANCE }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = [secret].flat().map(keyOf)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(request.headers, name),
  )
  if (!id || !timestamp || !signatures) {
    throw new WebhookError('missing-headers', 'The request has no webhook-id, webhook-timestamp or webhook-signature')
  }
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(Date.now() / 1000 - seconds) <= tolerance)) {
    throw new WebhookError('old-timestamp', `webhook-timestamp differs from the clock by over ${tolerance} seconds`)
  }
  const body = await bytesOf(request)
  const start = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  if (!(await isSigned(signed, signatures, keys))) {
    throw new WebhookError('wrong-signature', 'No signature in webhook-signature is valid for the secret')
  }
  return { ...eventIn(body), id }
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, keys: readonly Uint8Array<ArrayBuffer>[]) {
  const signatures = header.split(' ', MOST_SIGNATURES).flatMap((item) => {
    const [version, signature = ''] = item.split(',')
    return version === 'v1' ? (decoded(signature) ?? []) : []
  })
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  for (const key of keys) {
    const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify'])
    for (const signature of signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify(hmac, imported, signature, signed)) return true
    }
  }
  return false
}

function keyOf(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const key = decoded((secret ?? '').replace(/^whsec_/, ''))
  if (key && key.length > 0) return key
  throw new TypeError('The secret of a webhook is whsec_ and bytes in base64. Is it missing in the environment?')
}

/** Returns the bytes of a base64 text; undefined if it isn't one. */
function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: ReadRequest['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] as
    | string
    | string[]
    | undefined
  return typeof value === 'string' ? value : value?.[0]
}

async function bytesOf(request: Request | ReadRequest): Promise<Uint8Array> {
  if ('arrayBuffer' in request) return new Uint8Array(await request.arrayBuffer())
  return typeof request.body === 'string' ? encoder.encode(request.body) : request.body
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookEvent | null
    if (typeof event?.event === 'string') return event
  } catch {
    // Signed by the service, but not JSON.
  }
  throw new WebhookError('invalid-body', 'The body is not an event of a content service')
}
