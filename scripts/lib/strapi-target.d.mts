interface StrapiOptions {
  /** Folder of the project, of which a copy is served. */
  readonly project: string
  /** URL of a PostgreSQL database; without it, a new SQLite database. */
  readonly database?: string
  readonly port?: number
  /** A folder whose node_modules holds Strapi already. */
  readonly packages?: string | undefined
  /** Runs in the copy before Strapi starts; `env` is what Strapi will be started with. */
  readonly prepare?: (copy: { readonly folder: string; readonly env: NodeJS.ProcessEnv }) => Promise<void>
  readonly output?: 'inherit' | 'ignore'
  readonly say?: (line: string) => void
}

export function startStrapi(options: StrapiOptions): Promise<{
  readonly url: string
  /** An API token that may do everything. */
  readonly token: string
  readonly folder: string
  /** The code that Strapi ends with. */
  readonly ended: Promise<number | null>
  readonly close: () => Promise<void>
}>
