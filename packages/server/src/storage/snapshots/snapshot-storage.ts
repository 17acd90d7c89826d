/** Where a snapshot is kept. */
export interface SnapshotPlace {
  readonly name: string
  /** The file of a snapshot of SQLite; PostgreSQL keeps it in a schema that has its name. */
  readonly file: string
}

/** Copies of everything that a database holds, the counters of ids included. */
export interface SnapshotStorage {
  /** Saves a snapshot, on PostgreSQL in place of one that has the same name. On SQLite the file must not exist. */
  saveSnapshot(place: SnapshotPlace): Promise<void>
  /**
   * Replaces all rows by those of a snapshot, in one transaction. Waits for writes that have begun.
   * @throws ApiError NotFoundError where there is no such snapshot; ApplicationError for one of other schemas
   */
  restoreSnapshot(place: SnapshotPlace): Promise<void>
  /** Deletes the part of a snapshot that the database itself keeps. */
  dropSnapshot(place: SnapshotPlace): Promise<void>
}
