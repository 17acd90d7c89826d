import { ApiError, catalog, type ErrorName } from '@content-api/engine/errors'

/** An error in the project's code. The log shows it with its place; the client only gets a 500 or a 504. */
export class ProjectFault extends Error {
  override readonly name = 'ProjectFault'

  /** @param place for example `beforeCreate of api::article.article` */
  constructor(place: string, cause: unknown) {
    super(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    // The author of the project needs the stack of the original error.
    if (cause instanceof Error && cause.stack) this.stack = `${place}: ${cause.stack}`
  }
}

/** Returns the error to log if clients only get a general message for it; null for errors that clients get in full. */
export function faultToLog(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return error.cause instanceof ProjectFault ? error.cause : null
}

/**
 * Names in the catalogue that are also names of JavaScript's own error classes. Their messages are not meant
 * for clients.
 */
const builtIn = new Set(['Error', 'SyntaxError'])

/**
 * Returns the error for the client if the thrown error has a name of the catalogue, even if another library
 * threw it. Returns null for all other errors.
 */
export function toClientError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return null
  const { name, message } = error
  if (!Object.hasOwn(catalog, name) || builtIn.has(name)) return null
  const details = 'details' in error ? (error.details as Record<string, unknown>) : {}
  return new ApiError(name as ErrorName, message, { details })
}

/**
 * Runs code of the project with a time limit. Code that takes longer can't be stopped: it continues, and its
 * result is ignored.
 * @throws ApiError GatewayTimeoutError after `milliseconds`; errors of the code itself unchanged
 */
export async function withTimeout<Result>(
  place: string,
  milliseconds: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Result> {
  const result = work()
  if (!isPromise(result)) return result
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new ApiError('GatewayTimeoutError')
      error.cause = new ProjectFault(place, `it took longer than ${milliseconds} ms`)
      reject(error)
    }, milliseconds)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs code of the project, which may throw, reject or never finish.
 * @throws ApiError for errors that are meant for the client, including GatewayTimeoutError; ProjectFault for
 * all others
 */
export async function runProjectCode<Result>(
  place: string,
  milliseconds: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Result> {
  try {
    return await withTimeout(place, milliseconds, work)
  } catch (error) {
    throw toClientError(error) ?? new ProjectFault(place, error)
  }
}

function isPromise<Result>(value: Result | PromiseLike<Result>): value is PromiseLike<Result> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
