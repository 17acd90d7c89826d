interface ServedProject {
  /** The folder of the project. A copy of it is served. */
  readonly project: string
  /** The version of Strapi that the project is for. */
  readonly version: string
  /** Runs in the copy before the start. */
  readonly prepare?: (copy: { readonly folder: string }) => void | Promise<void>
  /** Environment variables of the server. */
  readonly variables?: Readonly<Record<string, string>>
}

export function startDocuments(options: ServedProject): Promise<{
  readonly url: string
  /** A full-access API token. */
  readonly token: string
  readonly close: () => Promise<void>
}>
