import { vi } from 'vitest'

/**
 * Resolves with the result of `check` as soon as it doesn't throw. The limit only ends tests that hang: no
 * test depends on the speed of the machine.
 */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 300_000, interval: 10 })
}
