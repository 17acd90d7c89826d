/** The outbox: events of committed writes, their deliveries to webhooks, and the lease of the process that delivers. */
export {
  addDeliveries,
  type DeliveryResult,
  type DeliveryState,
  type DueDelivery,
  endLongWaits,
  listDeliveries,
  type ListedDelivery,
  readDueDeliveries,
  readNextDue,
  repeatDeliveries,
  storeResults,
  type WantedEvents,
} from '../outbox/deliveries.js'
export {
  deleteOldEvents,
  type EventFilter,
  hasMoreEvents,
  hasUnnumbered,
  type ListedEvent,
  listEvents,
  numberEvents,
  type OutboxEvent,
  type OutboxRange,
  readEventsAfter,
  readOutboxRange,
  recordEntry,
  recordEvent,
  type StoredEvent,
  type WrittenEntryEvent,
} from '../outbox/events.js'
export { type Notifications, openNotifications } from '../drivers/notifications.js'
export {
  type HeldLease,
  LeaseLost,
  readLeaseEnd,
  releaseLease,
  renewLease,
  storeLeasePosition,
  takeLease,
} from '../outbox/lease.js'
export { startWebhooks } from '../outbox/webhook-starts.js'
