import { ApiError } from './api-error.js'
import { type ErrorName, catalog } from './catalog.js'

/** What went wrong in code of the project: for the operator, who is told where. Clients hear of a 500 or a 504 only. */
export class ProjectFault extends Error {
  override readonly name = 'ProjectFault'

  /** @param place for example `beforeCreate of api::article.article` */
  constructor(place: string, cause: unknown) {
    super(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    // The way through the project's files is what its author looks for.
    if (cause instanceof Error && cause.stack) this.stack = `${place}: ${cause.stack}`
  }
}

/** The fault behind an error that is told to clients in a general way; null for what is theirs or the database's. */
export function faultBehind(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return error.cause instanceof ProjectFault ? error.cause : null
}

/** Classes of JavaScript's own have these names: they say that something went wrong, and nothing for clients. */
const builtIn = new Set(['Error', 'SyntaxError'])

/** Errors that are named as those of the catalogue are meant to be told, whichever library they come from; null for others. */
export function meantToBeTold(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return null
  const { name, message } = error
  if (!Object.hasOwn(catalog, name) || builtIn.has(name)) return null
  const details = 'details' in error ? (error.details as Record<string, unknown>) : {}
  return new ApiError(name as ErrorName, message, { details })
}

/**
 * Waits for code of the project as long as it may take. What it goes on to do after that can't be stopped, and is ignored.
 * @throws ApiError GatewayTimeoutError
 */
export async function withinTime<Result>(
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
 * Runs code of the project that may throw, reject or never come to an end.
 * @throws ApiError for what is meant for the client, GatewayTimeoutError included; ProjectFault for everything else
 */
export async function runProjectCode<Result>(
  place: string,
  milliseconds: number,
  work: () => Result | PromiseLike<Result>,
): Promise<Result> {
  try {
    return await withinTime(place, milliseconds, work)
  } catch (error) {
    throw meantToBeTold(error) ?? new ProjectFault(place, error)
  }
}

function isPromise<Result>(value: Result | PromiseLike<Result>): value is PromiseLike<Result> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
