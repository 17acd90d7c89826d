import { withoutSecrets } from './without-secrets.js'

/** An error as it is logged. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/** How many causes are followed; an error may be its own cause. */
const deepest = 5

/**
 * What an error says, and nothing else of it: the libraries of databases put the statement and its values into theirs, the
 * hashes of passwords among them.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(typeof code === 'string' && { code: withoutSecrets(code) }),
    ...(error.stack !== undefined && { stack: withoutSecrets(error.stack) }),
    ...(error.cause !== undefined && depth < deepest && { cause: describeError(error.cause, depth + 1) }),
  }
}
