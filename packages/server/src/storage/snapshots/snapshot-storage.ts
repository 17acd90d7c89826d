/** The name and location of a snapshot. */
export interface SnapshotPlace {
  readonly name: string
  /** The file of a SQLite snapshot. PostgreSQL stores each snapshot in a schema of its own. */
  readonly file: string
}

/** Saves and restores everything in a database, including id counters. */
export interface SnapshotStorage {
  /** Saves a snapshot. On PostgreSQL it replaces one with the same name. On SQLite the file must not exist. */
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
