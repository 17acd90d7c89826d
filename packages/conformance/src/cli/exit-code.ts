import { UsageError } from '../profile/configuration.js'
import { TargetError } from '../target/exchange.js'

/** The exit codes of errors. Those of a finished run are in `reporters/standing.ts`. */
export const usageCode = 2

const targetCodes = {
  unreachable: 4,
  timeout: 4,
  redirect: 4,
  'not-an-api': 4,
  'too-long': 4,
  'model-missing': 3,
  'rate-limited': 3,
  credentials: 2,
} as const satisfies Record<TargetError['reason'], number>

/** Returns the exit code of an error, which is never 0. */
export function codeOf(error: unknown): number {
  if (error instanceof UsageError) return usageCode
  if (error instanceof TargetError) return targetCodes[error.reason]
  return 4
}
