import type { HttpRequest, HttpResponse } from '../message/message.js'

/** Passes a request to the handlers after the current one. Returns null if none of them has a response. */
export type Next = (request: HttpRequest) => Promise<HttpResponse | null>

/**
 * Returns the response to a request, or null if a later handler must serve it. A handler around the later
 * ones, such as CORS, calls `next` and returns its response, changed or not. @throws ApiError
 */
export type Handler = (request: HttpRequest, next: Next) => HttpResponse | null | Promise<HttpResponse | null>
