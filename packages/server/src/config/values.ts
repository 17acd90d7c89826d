import * as z from 'zod/mini'

export const positive = z.int().check(z.positive())

/** What a path may begin with: `/api`, `/v1/content`; `/` alone would leave no room for anything else. */
export const path = z.string().check(z.regex(/^(\/[\w.~-]+)+$/, { error: 'must be a path such as "/api".' }))
