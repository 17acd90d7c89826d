import * as z from 'zod/mini'
import { connectionText } from './connection.js'
import { positive, text } from './values.js'

const url = z.string().check(
  z.refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be a URL such as "http://127.0.0.1:1337".',
  }),
)

const timeZone = z
  .string()
  .check(z.refine((name) => isTimeZone(name), { error: 'must be a time zone such as "Europe/Berlin" or "UTC".' }))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

const uid = z
  .string()
  .check(
    z.regex(/^(?:api|plugin)::[\w-]+\.[\w-]+$/, { error: 'must be a content type such as "api::article.article".' }),
  )

/** The `beside` section: this server reads the database of a running Strapi 4 and forwards other requests to it. */
export const beside = z.strictObject({
  /** The URL of Strapi. The default is `127.0.0.1` with the port of `config/server`. */
  strapi: z.optional(url),
  /**
   * The connection to Strapi's database as a PostgreSQL URL or the path of a SQLite file, for example with a
   * role that may only read. The default is that of `config/database`.
   */
  database: z.optional(connectionText),
  /**
   * Connections to PostgreSQL: by default one for every second processor of this machine. More take the
   * processors from Strapi's own statements, if the database runs on the same machine.
   */
  poolSize: z.optional(positive),
  /**
   * The time zone of Strapi's process, in which Strapi stores times on PostgreSQL. The default is that of
   * this process.
   */
  timeZone: z.optional(timeZone),
  /**
   * Names of plugins and middlewares, and files of the project, whose code doesn't change the responses to
   * reads. Without an entry here, such code causes all reads to be forwarded.
   */
  trust: z._default(z.array(text), []),
  /**
   * Whether new kinds of reads are forwarded and compared with responses of this server before it serves
   * them.
   */
  verify: z._default(z.boolean(), true),
  /**
   * Whether the log of a difference has the query and the start of the bodies of the request and of both
   * responses. They may be private.
   */
  logBodies: z._default(z.boolean(), false),
  /** The most requests that Strapi gets at the same time. Further ones get 503 with `Retry-After`. */
  maxForwarded: z._default(positive, 256),
  /** Content types whose reads are always forwarded. */
  forward: z._default(z.array(uid), []),
})
