import * as z from 'zod/mini'

export const positive = z.int().check(z.positive())

/**
 * A path prefix such as `/api` or `/v1/content`. `/` is not allowed, because it would leave no paths for
 * anything else.
 */
export const path = z.string().check(z.regex(/^(\/[\w.~-]+)+$/, { error: 'must be a path such as "/api".' }))

/** `read-only`: every find and findOne; `full-access`: everything; `custom`: the actions it lists. */
export const apiTokenTypes = ['read-only', 'full-access', 'custom'] as const
export type ApiTokenType = (typeof apiTokenTypes)[number]
