/** The name and location of a snapshot. */
export interface SnapshotPlace {
  readonly name: string
  /** The file with the rows on SQLite. On PostgreSQL it holds the name of the schema with the rows. */
  readonly file: string
}

/** Saves and restores everything in a database, including id counters. */
export interface SnapshotStorage {
  /** Saves a snapshot. The file must not exist. */
  saveSnapshot(place: SnapshotPlace): Promise<void>
  /**
   * Replaces all rows with those of a snapshot, in one transaction. Waits for writes that have begun.
   *
   * @throws ApiError NotFoundError if the snapshot doesn't exist; ApplicationError if its schemas differ
   */
  restoreSnapshot(place: SnapshotPlace): Promise<void>
  /** Deletes the part of a snapshot that is in the database itself. */
  dropSnapshot(place: SnapshotPlace): Promise<void>
}
