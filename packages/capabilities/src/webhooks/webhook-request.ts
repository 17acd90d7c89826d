import { Webhook as Signer } from 'standardwebhooks'
import type { DueDelivery } from '@content-api/engine/outbox'
import type { Registry } from '@content-api/model'
import type { Webhook } from '@content-api/core/config/webhooks'
import type { WebhookRequest } from './send.js'

/** The event of a test request, as in Strapi 4. */
const testEvent = 'trigger-test'

interface RequestParts {
  readonly hook: Webhook
  readonly defaultHeaders: Readonly<Record<string, string>>
  readonly event: string
  /** Identifies the event to the receiver. */
  readonly id: string
  /** When the request is sent, in milliseconds since 1970. */
  readonly now: number
  readonly body: string
}

function requestOf({ hook, defaultHeaders, event, id, now, body }: RequestParts): WebhookRequest {
  const { url, headers, secret, allowPrivateAddresses } = hook
  const sentAt = new Date(now)
  const own = lowerCase({ ...defaultHeaders, ...headers })
  return {
    url,
    allowPrivateAddresses,
    body,
    headers: {
      ...own,
      'content-type': 'application/json',
      'x-strapi-event': event,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      ...(secret !== undefined && { 'webhook-signature': new Signer(secret).sign(id, sentAt, body) }),
    },
  }
}

/** Returns the headers by lower-case names, so that later ones replace earlier ones. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

interface DeliveryRequest {
  readonly registry: Registry
  readonly hook: Webhook
  readonly defaultHeaders: Readonly<Record<string, string>>
  readonly delivery: DueDelivery
  readonly now: number
}

/** Returns the request of a delivery, with the body of Strapi 4. */
export function deliveryRequest({ registry, hook, defaultHeaders, delivery, now }: DeliveryRequest): WebhookRequest {
  const { name: event, type: uid, at, body: content, event: number } = delivery
  const start = JSON.stringify({ event, createdAt: new Date(at).toISOString() }).slice(0, -1)
  const model = registry.contentTypes.get(uid)?.singularName
  const body = event.startsWith('media.')
    ? `${start},"media":${content ?? 'null'}}`
    : `${start},"model":${JSON.stringify(model ?? uid)},"uid":${JSON.stringify(uid)},"entry":${content ?? 'null'}}`
  // Ids begin again in a new database, so the time is part of the id.
  const id = `evt_${at.toString(36)}_${number}`
  return requestOf({ hook, defaultHeaders, event, id, now, body })
}

/** Returns the request of `content-api webhooks test`. */
export function testRequest(
  hook: Webhook,
  defaultHeaders: Readonly<Record<string, string>>,
  now: number,
): WebhookRequest {
  const body = JSON.stringify({ event: testEvent, createdAt: new Date(now).toISOString() })
  return requestOf({ hook, defaultHeaders, event: testEvent, id: `test_${now.toString(36)}`, now, body })
}
