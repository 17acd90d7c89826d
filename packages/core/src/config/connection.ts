import * as z from 'zod/mini'
import type { Connection } from '@content-api/engine/database'
import { positive } from './values.js'

/**
 * In milliseconds. Browsers keep the cookie with the position of their last write for the same time
 * (`http/positions.ts`).
 */
const longestLag = 600_000

const sqlite = z.strictObject({
  dialect: z.literal('sqlite'),
  /** The path of the file, relative to the project. `:memory:` keeps the content in memory only. */
  file: z.string().check(z.minLength(1)),
})

const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, { error: 'must be a URL such as "postgres://user@host/name".' }))

const host = z.string().check(
  z.regex(/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i, {
    error: 'must be a host such as "db1.example" or "db1.example:5433".',
  }),
)

const password = z.custom<string | (() => string | Promise<string>)>(
  (value) => typeof value === 'function' || (typeof value === 'string' && value !== ''),
  { error: 'must be text or a function that returns it.' },
)

const postgres = z
  .strictObject({
    dialect: z._default(z.literal('postgres'), 'postgres'),
    url: postgresUrl,
    /** The maximum number of connections of each process to each server. With `--workers`, the workers divide it. */
    poolSize: z.optional(positive),
    /**
     * Hosts that replace the host in `url`. One of them is the primary, and the service follows it after a
     * failover.
     */
    hosts: z.optional(z.array(host).check(z.minLength(1, { error: 'must name a host.' }))),
    /** URLs of standby servers for reads. */
    replicas: z.optional(z.array(postgresUrl)),
    /** The number of milliseconds that a replica may lag behind the primary. */
    maxLag: z.optional(positive.check(z.maximum(longestLag))),
    /** `transaction`: the URLs lead to PgBouncer with `pool_mode = transaction`. */
    pooler: z.optional(z.literal('transaction')),
    /** Replaces the password in the URLs. A function is called for each new connection. */
    password: z.optional(password),
    /** The path of a file with the password, relative to the project. The file is read for each new connection. */
    passwordFile: z.optional(z.string().check(z.minLength(1))),
  })
  .check(
    z.refine(({ password, passwordFile }) => password === undefined || passwordFile === undefined, {
      path: ['passwordFile'],
      error: 'can\'t be used together with "password". Set one of them.',
    }),
    z.refine(({ maxLag, replicas }) => maxLag === undefined || replicas !== undefined, {
      path: ['maxLag'],
      error: 'needs "replicas", to which it applies.',
    }),
  )

const other = /^([a-z][a-z0-9+]+):\/\//i

/** A connection as one string: a PostgreSQL URL, or the path of a SQLite file with or without the prefix `sqlite:`. */
export const connectionText = z.pipe(
  z.string().check(
    z.minLength(1),
    z.refine((text) => !other.test(text) || /^(postgres(ql)?|sqlite|file):\/\//.test(text), {
      error: ({ input }) =>
        `begins with ${other.exec(String(input))?.[0]}, which isn't supported: use "postgres://…" or the path of a SQLite file.`,
    }),
  ),
  z.transform((text: string): Connection => {
    if (/^postgres(ql)?:/.test(text)) return { dialect: 'postgres', url: text }
    return { dialect: 'sqlite', file: text.replace(/^(sqlite|file):(\/\/)?/, '') || ':memory:' }
  }),
)

export const connection = z.union([connectionText, z.discriminatedUnion('dialect', [sqlite, postgres])])
