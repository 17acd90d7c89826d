export interface StrapiImportOptions {
  /** The key of an encrypted archive. */
  readonly key?: string | undefined
  /** Deletes all content first. Without it the database must be empty. */
  readonly replace?: boolean
  /** Reads and checks everything, then takes it back. */
  readonly dryRun?: boolean
  /** The folder of uploaded files of the Strapi project, for sources that don't hold them. */
  readonly uploads?: string
  /** Copies the files that other services keep. */
  readonly downloadFiles?: boolean
  /** Uids of types, and `<uid>.<attribute>`, that are not imported. */
  readonly leaveOut?: readonly string[]
  /** Called now and then with the number of entries. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}
