export interface StrapiImportOptions {
  /** The key of an encrypted archive. */
  readonly key?: string | undefined
  /** Deletes all content first. Without this option the database must be empty. */
  readonly replace?: boolean
  /** Reads and checks everything, then rolls back. */
  readonly dryRun?: boolean
  /** The folder of uploaded files of the Strapi project, for sources without these files. */
  readonly uploads?: string
  /** Downloads and stores the files that an external service keeps. */
  readonly downloadFiles?: boolean
  /** Types (`<uid>`) and attributes (`<uid>.<attribute>`) that are not imported. */
  readonly leaveOut?: readonly string[]
  /** Called after every few thousand entries. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}
