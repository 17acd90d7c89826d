export { type Failure, failureOf } from './failure-of.js'
export { frameworkFetch } from './framework-fetch.js'
export {
  type CookieAttributes,
  type CookieJar,
  type IncomingRequest,
  type RequestSession,
  type Session,
  sessionFrom,
  type SessionOptions,
} from './session-from.js'
export { shareRenewal } from './shared-renewals.js'
export type { Returned, Returns } from '../types/methods.js'
export type { DocumentReads, EntryReads, Reactive, ReactiveReads } from '../types/reactive.js'
