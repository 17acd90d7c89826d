import * as z from 'zod/mini'

/** The `log` section of the configuration. */
export const log = z.strictObject({
  /**
   * The least that is told: `info` has a line for each request. Without it `start` and `dev` tell that much, and a service
   * in a program warnings and errors.
   */
  level: z.optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
  /** Lines of JSON, or of text; without it JSON where NODE_ENV is `production`. */
  format: z.optional(z.enum(['json', 'text'])),
})
