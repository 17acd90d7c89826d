import { closest } from '@content-api/model'
import { startWebhooks } from '@content-api/engine/outbox'
import type { Capability } from '@content-api/core/composition/capability'
import type { AnyService } from '@content-api/core/composition/service'
import { ConfigError } from '@content-api/core/config/config-error'
import { usesOutbox } from '@content-api/core/outbox/recorder'
import { systemClock } from './clock.js'
import { Deliverer } from './deliverer.js'
import { createSender } from './send.js'
import { createWebhooks, type Webhooks } from './webhooks.js'

export interface WebhooksCapability extends Capability {
  readonly webhooks: Webhooks
  /** Begins to deliver. Commands, which only list or repeat deliveries, don't call it. */
  start(): void
}

/**
 * Installs webhooks: their deliveries, and the deletion of old events.
 * @throws ConfigError for an unknown content type
 */
export async function install({ config, database, registry, outbox, logger }: AnyService): Promise<WebhooksCapability> {
  checkTypes(config.webhooks, [...registry.contentTypes.keys()])
  const hooks = config.webhooks.filter(({ enabled }) => enabled)
  // Before the first write of this service, which new webhooks get.
  await startWebhooks(
    database,
    hooks.map(({ name }) => name),
  )
  const sender = createSender(config.webhookDefaults.timeout)
  const deliverer = usesOutbox(config)
    ? new Deliverer({
        database,
        hooks,
        config,
        signal: outbox,
        clock: systemClock,
        send: sender.send,
        random: Math.random,
        warn: (message) => logger.warn(message),
      })
    : null
  return {
    webhooks: createWebhooks({ config, database, send: sender.send, changed: () => deliverer?.wake() }),
    start: () => deliverer?.start(),
    async close() {
      await deliverer?.close()
      sender.close()
    },
  }
}

function checkTypes(webhooks: AnyService['config']['webhooks'], known: readonly string[]): void {
  const mistakes = webhooks.flatMap(({ types = [] }, index) =>
    types.flatMap((uid, at) => {
      if (known.includes(uid)) return []
      const near = closest(uid, known)
      const message = `is not a content type: "${uid}".${near === undefined ? ' Use a uid such as "api::article.article".' : ` Did you mean "${near}"?`}`
      return [{ file: 'the configuration', path: `webhooks.${index}.types.${at}`, message }]
    }),
  )
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}
