interface StrapiOptions {
  /** The folder of the project. A copy of it is served. */
  readonly project: string
  /** The URL of a PostgreSQL database. Default: a new SQLite database. */
  readonly database?: string
  readonly port?: number
  /** The version of Strapi. Default: the one that this project is compared with. */
  readonly version?: string
  /** A folder whose node_modules contains Strapi. */
  readonly packages?: string | undefined
  /** Runs in the copy before Strapi starts. `env` is the environment of Strapi. */
  readonly prepare?: (copy: { readonly folder: string; readonly env: NodeJS.ProcessEnv }) => void | Promise<void>
  /** Environment variables of Strapi. */
  readonly variables?: Readonly<Record<string, string>>
  readonly output?: 'inherit' | 'ignore'
  readonly say?: (line: string) => void
}

export function startStrapi(options: StrapiOptions): Promise<{
  readonly url: string
  /** A full-access API token. */
  readonly token: string
  readonly folder: string
  /** The id of Strapi's process. */
  readonly process: number
  /** Strapi's exit code. */
  readonly ended: Promise<number | null>
  readonly close: () => Promise<void>
}>
