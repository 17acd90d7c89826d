import * as z from 'zod/mini'

export const positive = z.int().check(z.positive())

/**
 * A path prefix such as `/api` or `/v1/content`. `/` is not allowed, because it would leave no paths for
 * anything else.
 */
export const path = z.string().check(z.regex(/^(\/[\w.~-]+)+$/, { error: 'must be a path such as "/api".' }))
