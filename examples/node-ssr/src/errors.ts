import { ApiError, NetworkError, QueryError, ResponseShapeError, TimeoutError } from '@content-api/sdk'

export interface ErrorPage {
  readonly status: number
  readonly title: string
  readonly text: string
}

/** Thrown by pages for missing content. */
export class NotFound extends Error {}

/** Returns the error page, without the service's message, because that isn't meant for visitors. */
export function errorPage(error: unknown): ErrorPage {
  if (error instanceof NotFound || (ApiError.is(error) && error.status === 404)) {
    return { status: 404, title: 'Not found', text: 'There is no such page.' }
  }
  if (QueryError.is(error) || error instanceof RangeError || (ApiError.is(error) && error.status === 400)) {
    return { status: 400, title: 'Bad request', text: 'The address has an invalid parameter.' }
  }
  if (ApiError.is(error) && error.status === 403) {
    return { status: 403, title: 'Not allowed', text: 'Sign in with an account that has permission.' }
  }
  if (ApiError.is(error) && error.status === 429) {
    return { status: 429, title: 'Too many attempts', text: 'Wait a minute and try again.' }
  }
  if (TimeoutError.is(error)) {
    return { status: 504, title: 'The atlas is slow', text: 'The response took too long. Try again.' }
  }
  if (NetworkError.is(error) || ResponseShapeError.is(error) || ApiError.is(error)) {
    return {
      status: 502,
      title: 'The atlas is unavailable',
      text: 'There was no usable response. Try again.',
    }
  }
  return { status: 500, title: 'Something went wrong', text: 'That was our mistake.' }
}
