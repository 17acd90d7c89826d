import { ApiError } from '@content-api/engine/errors'
import type { Handler, Next } from '../composition/handler.js'
import { type HttpRequest, type HttpResponse, segmentsBelow } from '../message/message.js'

/**
 * Returns a function that passes a request to the handlers in their order until one has a response. It
 * rejects with the error of a handler, or with NotFoundError if none has a response.
 * @param handlers may contain null in place of a handler that the service doesn't need
 */
export function compose(handlers: readonly (Handler | null)[]): (request: HttpRequest) => Promise<HttpResponse> {
  const used = handlers.filter((handler) => handler !== null)
  const serveFrom = async (start: number, request: HttpRequest): Promise<HttpResponse | null> => {
    for (let index = start; ; index += 1) {
      const handler = used[index]
      if (!handler) return null
      let isPassed = false
      const next: Next = (inner) => {
        isPassed = true
        return serveFrom(index + 1, inner)
      }
      const result = handler(request, next)
      // Most handlers return null synchronously. Awaiting each of them would take longer than they do.
      const response = result instanceof Promise ? await result : result
      if (response !== null || isPassed) return response
    }
  }
  return async (request) => {
    const response = await serveFrom(0, request)
    if (response === null) throw new ApiError('NotFoundError')
    return response
  }
}

/** Returns a handler for the requests at a path and below it. Others pass it without a call. */
export function below(path: string, handler: Handler): Handler {
  return (request, next) => (segmentsBelow(path, request.path) === null ? null : handler(request, next))
}
