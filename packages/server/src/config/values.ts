import * as z from 'zod/mini'

export const positive = z.int().check(z.positive())

/** What a path may begin with: `/api`, `/v1/content`; `/` alone would leave no room for anything else. */
export const path = z.string().check(z.regex(/^(\/[\w.~-]+)+$/, { error: 'must be a path such as "/api".' }))

/** `read-only`: every find and findOne; `full-access`: everything; `custom`: the actions it lists. */
export const apiTokenTypes = ['read-only', 'full-access', 'custom'] as const
export type ApiTokenType = (typeof apiTokenTypes)[number]
