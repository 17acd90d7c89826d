/** Opening a database, reading and writing through it, and what it reports about its statements. */
export { type Connection, filesOfDatabase, hasReplicas, isInMemory } from '../database/connection.js'
export {
  type AnyDatabase,
  type AnyTransaction,
  type Charge,
  type Database,
  isExplainable,
  isReadStatement,
  type PreparedRead,
  type Readable,
  type ReadFinisher,
  type ReadDatabase,
  type Reader,
  type ReturnedText,
  type WriteTransaction,
  type WrittenRow,
} from '../database/database.js'
export type {
  DatabaseMeter,
  MeasuredStatement,
  ObservedStatement,
  Occupancy,
  SessionObserver,
} from '../database/meter.js'
export { afterCommit, within } from '../database/nested-writes.js'
export { isPosition, later, type LogPosition, type ReadAfter } from '../database/position.js'
export { createSession, type RequestSession } from '../database/request-session.js'
export type { SnapshotPlace } from '../database/snapshot-storage.js'
export {
  type DatabaseObserver,
  StatementTrace,
  traceCost,
  type TracedStatement,
  untraced,
} from '../database/statement-measurements.js'
export {
  checkReachable,
  openDatabase,
  type OpenOptions,
  openReadOnlyDatabase,
  openSharedDatabase,
  type ReadOnlyConnection,
} from '../drivers/open.js'
export { type IndexTrial, type TriedIndex, tryIndexes } from '../drivers/index-trials.js'
export { loadSqlite3 } from '../drivers/sqlite/load-sqlite3.js'
export { takeSnapshot } from '../drivers/sqlite/snapshots.js'
export { isMissingTableOrColumn, isPermissionDenied, isPoolExhausted } from '../database/database-errors.js'
