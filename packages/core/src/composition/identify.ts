import type { Caller } from '../entries/caller.js'
import type { HttpRequest } from '../message/message.js'

/** Returns the caller of a request. @throws ApiError for wrong credentials */
export type IdentifyRequest = (request: HttpRequest) => Promise<Caller>
