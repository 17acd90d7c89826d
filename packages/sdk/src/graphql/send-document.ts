import type { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/link-query.js'
import { isText } from '../transport/read-answer.js'
import type { ApiRequest, RequestOptions, Send } from '../types/request.js'

/** As far as that is known of what anybody may send. */
export interface Answer {
  readonly data?: unknown
  readonly errors?: unknown
  readonly extensions?: unknown
}

export interface Answered {
  readonly answer: Answer
  readonly response: Response
}

/** Those of an answer. What is no list counts as one, for it doesn't say that all went well. */
export const errorsOf = (answer: Answer | null | undefined): readonly unknown[] => [answer?.errors ?? []].flat()

/**
 * Sends a request that holds a document. It is answered with data, with errors, or with both: throws a
 * {@link ResponseShapeError} where it is neither.
 */
export async function sendDocument(send: Send, request: ApiRequest): Promise<Answered> {
  const { method, path, options } = request
  let response = new Response()
  let token: string | undefined
  const onResponse: RequestOptions['onResponse'] = (answered) => {
    response = answered.response
    token = answered.options.headers.get('authorization')?.split(' ').pop()
    return options?.onResponse?.(answered)
  }
  let answer = (await send({ ...request, options: { ...options, onResponse } }).catch((error?: Partial<ApiError>) => {
    // What a GraphQL server answers with 400 says more in its errors than in its status.
    if (errorsOf(error?.raw as Answer).length) return error?.raw
    throw error
  })) as Answer
  if (errorsOf(answer).length) {
    try {
      // Errors are written to logs, which must not hold a token that the server repeats.
      answer = JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
        token && isText(value) ? value.replaceAll(token, 'token') : value,
      ) as Answer
    } catch {
      throw new ResponseShapeError(`${method} ${path} is nested too deep`)
    }
  } else if (!isObject(answer?.data) || Array.isArray(answer.data)) {
    throw new ResponseShapeError(`${method} ${path} gave no data`)
  }
  return { answer, response }
}
