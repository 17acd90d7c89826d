import { listed } from '@content-api/model'
import type { AnyDatabase } from '@content-api/engine/database'
import {
  type DeliveryState,
  listDeliveries,
  type ListedDelivery,
  type ListedEvent,
  listEvents,
  repeatDeliveries,
} from '@content-api/engine/outbox'
import type { Config } from '@content-api/core/config/schema'
import type { Webhook } from '@content-api/core/config/webhooks'
import type { Send, WebhookResponse } from './send.js'
import { testRequest } from './webhook-request.js'

/** What operators see of webhooks, and what they can do. */
export interface Webhooks {
  /** The webhooks of the configuration, without secrets and headers. */
  list(): readonly Pick<Webhook, 'name' | 'url' | 'events' | 'types' | 'enabled'>[]
  /** Returns the newest 100 events of the outbox, the newest first. */
  events(): Promise<ListedEvent[]>
  /** Returns deliveries, the newest first. By default, at most 100 that wait or are dead. */
  deliveries(options?: {
    readonly states?: readonly DeliveryState[]
    readonly most?: number
  }): Promise<ListedDelivery[]>
  /**
   * Delivers again: one delivery in any state, or the dead ones of a webhook or of all.
   * @returns the number of deliveries
   */
  retry(selection: { readonly name?: string; readonly delivery?: number }): Promise<number>
  /**
   * Sends a test request, as Strapi 4 does.
   * @throws Error if there is no webhook of this name
   */
  test(name: string): Promise<WebhookResponse>
}

interface WebhooksOptions {
  readonly config: Config
  readonly database: AnyDatabase
  readonly send: Send
  /** Called when deliveries may have become due. */
  readonly changed: () => void
}

export function createWebhooks({ config, database, send, changed }: WebhooksOptions): Webhooks {
  const { webhooks } = config
  const named = (name: string): Webhook => {
    const found = webhooks.find((hook) => hook.name === name)
    if (found) return found
    throw new Error(`There is no webhook "${name}". There are: ${listed(webhooks.map((hook) => hook.name))}.`)
  }
  return {
    list: () => webhooks.map(({ name, url, events, types, enabled }) => ({ name, url, events, types, enabled })),
    events: () => listEvents(database, 100),
    deliveries: ({ states, most = 100 } = {}) =>
      listDeliveries(database, { states: states ?? ['waiting', 'dead'], most }),
    async retry({ name, delivery }) {
      if (name !== undefined) named(name)
      const now = Date.now()
      const count = await database.write((transaction) =>
        repeatDeliveries(transaction, {
          now,
          ...(name !== undefined && { hook: name }),
          ...(delivery !== undefined && { id: delivery }),
        }),
      )
      changed()
      return count
    },
    test: async (name) => send(testRequest(named(name), config.webhookDefaults.headers, Date.now())),
  }
}
