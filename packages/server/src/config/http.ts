import * as z from 'zod/mini'

const seconds = z.int().check(z.nonnegative())

/** The `http` section of the configuration. */
export const http = z.strictObject({
  /** Compresses answers for clients that take it. */
  compression: z._default(z.boolean(), true),
  /** Seconds for which browsers shall use HTTPS alone with this host, once they have been here; 0 doesn't say. */
  hsts: z._default(seconds, 0),
  /** Bits of an IPv6 address that stand for one client, in limits on sign-ins and uploads. */
  ipv6Prefix: z._default(z.int().check(z.minimum(16), z.maximum(128)), 56),
  /** Seconds between SIGTERM, when `/readyz` begins to say no, and the last connection that is taken. */
  drain: z._default(seconds, 1),
})
