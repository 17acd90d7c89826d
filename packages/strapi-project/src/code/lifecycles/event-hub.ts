import type { ContentListener } from '@content-api/core/entries/events'
import { ExtensionError } from '@content-api/core/errors/extension-error'

// Untyped, because each event has values of its own.
// oxlint-disable-next-line typescript/no-explicit-any
type Listener = (...values: readonly any[]) => unknown
// oxlint-disable-next-line typescript/no-explicit-any
type Subscriber = (name: string, ...values: readonly any[]) => unknown

/** `strapi.eventHub`: the events of this process. */
export interface EventHub {
  /** Calls the listeners one after the other. Rejects with the first error. */
  emit(name: string, ...values: readonly unknown[]): Promise<void>
  /** Returns a function that removes the listener. */
  on(name: string, listener: Listener): () => void
  addListener(name: string, listener: Listener): () => void
  once(name: string, listener: Listener): () => void
  off(name: string, listener: Listener): void
  removeListener(name: string, listener: Listener): void
  /** Calls a function for every event. Returns a function that ends that. */
  subscribe(subscriber: Subscriber): () => void
  unsubscribe(subscriber: Subscriber): void
  removeAllListeners(): void
  destroy(): void
}

/**
 * Creates the hub, and the listener that passes it the events of content.
 * @param run runs code of the project
 * @param report reports the error of a listener of content, which fails no request
 */
export function createEventHub(
  run: (work: () => unknown) => unknown,
  report: (name: string, error: unknown) => void,
): { readonly hub: EventHub; readonly listener: ContentListener } {
  const listeners = new Map<string, readonly Listener[]>()
  const subscribers = new Set<Subscriber>()
  const off = (name: string, listener: Listener) => {
    const others = (listeners.get(name) ?? []).filter((one) => one !== listener)
    if (others.length > 0) listeners.set(name, others)
    else listeners.delete(name)
  }
  const on = (name: string, listener: Listener) => {
    if (typeof listener !== 'function')
      throw new ExtensionError(`The listener of the event "${name}" must be a function.`)
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
    return () => off(name, listener)
  }
  const clear = () => {
    listeners.clear()
    subscribers.clear()
  }
  const emit = async (name: string, ...values: readonly unknown[]) => {
    for (const listener of listeners.get(name) ?? []) await run(() => listener(...values))
    for (const subscriber of subscribers) await run(() => subscriber(name, ...values))
  }
  const hub: EventHub = {
    emit,
    on,
    addListener: on,
    once(name, listener) {
      const end = on(name, (...values) => {
        end()
        return listener(...values)
      })
      return end
    },
    off,
    removeListener: off,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    unsubscribe: (subscriber) => void subscribers.delete(subscriber),
    removeAllListeners: clear,
    destroy: clear,
  }
  const listener: ContentListener = {
    isHeard: (name) => subscribers.size > 0 || listeners.has(name),
    emit: (name, payload) => void emit(name, payload).catch((error: unknown) => report(name, error)),
  }
  return { hub, listener }
}
