import type { HttpRequest } from './message.js'

/** Returns the origins whose pages may call the service by this request. */
export type OriginsOf = (request: HttpRequest) => Promise<readonly string[]>
