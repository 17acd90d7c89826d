import { afterCommit } from '@content-api/engine/database'
import { recordEntry, recordEvent } from '@content-api/engine/outbox'
import type { Config } from '../config/schema.js'
import type { EventRecorder } from '../entries/events.js'
import type { OutboxSignal } from './outbox-signal.js'

/** The event of a content type that an import has changed. It has no entry. */
const importEvent = 'entry.import'

/** Returns whether the configuration has something that reads the outbox. */
export function usesOutbox({ webhooks, events }: Pick<Config, 'webhooks' | 'events'>): boolean {
  return events || webhooks.some(({ enabled }) => enabled)
}

/** Creates the recorder of a service; null if nothing reads the outbox, so that writes cost no statement more. */
export function createRecorder(
  config: Pick<Config, 'webhooks' | 'events'>,
  signal: OutboxSignal,
): EventRecorder | null {
  if (!usesOutbox(config)) return null
  const hooks = config.webhooks
    .filter(({ enabled }) => enabled)
    .map(({ events, types }) => ({ events: new Set<string>(events), types: types && new Set(types) }))
  const isSent = (name: string, type: string) =>
    hooks.some(({ events, types }) => events.has(name) && (types?.has(type) ?? true))
  const wants = (name: string, type: string) => config.events || isSent(name, type)
  return {
    wants,
    async record(transaction, write) {
      const body = isSent(write.name, write.type) ? write.body : null
      await recordEvent(transaction, { ...write, version: null, at: Date.now(), body })
      afterCommit(transaction, signal.notify)
    },
    async recordEntry(transaction, write) {
      const body = isSent(write.name, write.type.uid) ? write.body() : null
      await recordEntry(transaction, { ...write, at: Date.now(), body })
      afterCommit(transaction, signal.notify)
    },
    async recordImport(transaction, types) {
      for (const type of types) {
        if (!wants(importEvent, type)) continue
        const none = { entry: null, locale: null, version: null, body: null }
        await recordEvent(transaction, { ...none, name: importEvent, type, live: true, at: Date.now() })
      }
      afterCommit(transaction, signal.notify)
    },
  }
}
