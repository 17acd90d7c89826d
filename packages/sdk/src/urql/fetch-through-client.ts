import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { type Answer, errorsOf, sendDocument } from '../graphql/send-document.js'
import { isObject } from '../query/link-query.js'
import { isText } from '../transport/read-answer.js'
import type { Method, RequestOptions, Send } from '../types/request.js'

/** As many levels as flattening goes into. */
const MAX_DEPTH = 500

/**
 * A fetch for urql that sends through a client of this package: its token, time limit, refusal of redirects and extensions
 * hold for it then. Whatever a server answers, urql gets something that it can read, or an error of this package.
 */
export function fetchThroughClient(api: { readonly send: Send }): typeof globalThis.fetch {
  return async (url, { method, body, headers, ...options } = {}) => {
    let response = new Response()
    const onResponse: RequestOptions['onResponse'] = (answered) => {
      response = answered.response
    }
    const answer = await sendDocument(api.send, {
      method: method as Method,
      prefix: '',
      path: url as string,
      body,
      options: { ...options, headers: Object.fromEntries(new Headers(headers)), onResponse },
    }).then(({ answer }) => answer, toErrors)
    expectShallow(answer, `${method} ${url as string}`)
    const received = new Headers(response.headers)
    received.set('content-type', 'application/json')
    // Others than HTTP has stand for 5xx (RFC 9110 §15).
    const status = Math.min(response.status, 599)
    return new Response(JSON.stringify(readable(answer)), { status, headers: received })
  }
}

/**
 * What a service refuses before GraphQL sees it, for a stale token or a wrong address, it answers as REST does. Here it
 * becomes an error of GraphQL; anything else that is thrown says all that there is to say.
 */
function toErrors(error: unknown): Answer {
  if (!ApiError.is(error) || !error.serverMessage) throw error
  const { error: refusal } = error.raw as { readonly error: unknown }
  return { errors: [{ message: error.serverMessage, extensions: { error: refusal } }] }
}

/** urql's cache looks into all of an answer, JSON too, and its operation would never end where that runs out of stack. */
function expectShallow(answer: Answer, what: string): void {
  let level: unknown[] = [answer]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ResponseShapeError(`${what} is nested too deep`)
    level = level.filter(isObject).flatMap((value) => Object.values(value))
  }
}

/** No more of an answer than this API has: urql would wait for the rest of one that says there is more to come. */
function readable(answer: Answer): Answer {
  const { data, extensions } = answer
  const errors = errorsOf(answer).map((error) =>
    isObject(error) && isText(error['message']) ? error : { message: isText(error) ? error : '' },
  )
  const isData = data === null || (isObject(data) && !Array.isArray(data))
  return {
    ...(isData && { data }),
    ...(errors.length > 0 && { errors }),
    ...(isObject(extensions) && { extensions }),
  }
}
