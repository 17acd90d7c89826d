import * as z from 'zod/mini'

const sqlite = z.strictObject({
  dialect: z.literal('sqlite'),
  /** Relative to the project; `:memory:` keeps nothing. */
  file: z.string().check(z.minLength(1)),
})

const postgres = z.strictObject({
  dialect: z.literal('postgres'),
  url: z
    .string()
    .check(z.regex(/^postgres(ql)?:\/\//, { error: 'must be a URL such as "postgres://user@host/name".' })),
  poolSize: z.optional(z.int().check(z.positive())),
})

/** Where content is kept. */
export type Connection = z.output<typeof sqlite> | z.output<typeof postgres>

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
