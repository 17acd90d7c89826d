import * as z from 'zod/mini'
import { positive } from './values.js'

/** Milliseconds: as long as clients keep positions. */
const longestLag = 600_000

const sqlite = z.strictObject({
  dialect: z.literal('sqlite'),
  /** Relative to the project; `:memory:` keeps nothing. */
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
  (given) => typeof given === 'function' || (typeof given === 'string' && given !== ''),
  { error: 'must be text or a function that returns it.' },
)

const postgres = z
  .strictObject({
    dialect: z._default(z.literal('postgres'), 'postgres'),
    url: postgresUrl,
    /** Connections of each process to each server. */
    poolSize: z.optional(positive),
    /** Hosts of which one is the primary, in place of the one in `url`; the service follows the primary. */
    hosts: z.optional(z.array(host).check(z.minLength(1, { error: 'must name a host.' }))),
    /** URLs of standbys, which answer reads. */
    replicas: z.optional(z.array(postgresUrl)),
    /** Milliseconds by which a replica may be behind. */
    maxLag: z.optional(positive.check(z.maximum(longestLag))),
    /** `transaction`: PgBouncer with `pool_mode = transaction` stands before the servers. */
    pooler: z.optional(z.literal('transaction')),
    /** In place of the one in the URLs; a function is called for each new connection. */
    password: z.optional(password),
    /** A file with the password, read for each new connection. Relative to the project. */
    passwordFile: z.optional(z.string().check(z.minLength(1))),
  })
  .check(
    z.refine(({ password, passwordFile }) => password === undefined || passwordFile === undefined, {
      path: ['passwordFile'],
      error: 'stands beside "password": give one of them.',
    }),
    z.refine(({ maxLag, replicas }) => maxLag === undefined || replicas !== undefined, {
      path: ['maxLag'],
      error: 'needs "replicas": only they lag.',
    }),
  )

/** Where content is kept. */
export type Connection = z.output<typeof sqlite> | PostgresConnection

export type PostgresConnection = z.output<typeof postgres>

const other = /^([a-z][a-z0-9+]+):\/\//i

/** One text for everything: a PostgreSQL URL, or a SQLite file with or without `sqlite:` before it. */
const url = z.pipe(
  z.string().check(
    z.minLength(1),
    z.refine((text) => !other.test(text) || /^(postgres(ql)?|sqlite|file):\/\//.test(text), {
      error: ({ input }) =>
        `begins with ${other.exec(String(input))?.[0]}, which isn't supported: give "postgres://…" or the path of a SQLite file.`,
    }),
  ),
  z.transform((text: string): Connection => {
    if (/^postgres(ql)?:/.test(text)) return { dialect: 'postgres', url: text }
    return { dialect: 'sqlite', file: text.replace(/^(sqlite|file):(\/\/)?/, '') || ':memory:' }
  }),
)

export const connection = z.union([url, z.discriminatedUnion('dialect', [sqlite, postgres])])

/** Whether nothing is left of a database once it is closed. */
export function isInMemory(connection: Connection): boolean {
  return connection.dialect === 'sqlite' && connection.file === ':memory:'
}

/** Whether reads may be answered by other servers than the one that takes writes. */
export function hasReplicas(connection: Connection): boolean {
  return connection.dialect === 'postgres' && (connection.replicas?.length ?? 0) > 0
}
