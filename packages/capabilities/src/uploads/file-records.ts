import type { ContentType, MediaAttribute } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import type { AnyTransaction } from '@content-api/engine/database'
import type { JsonText } from '@content-api/engine/plan'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { FileRecord } from './strapi-provider.js'

/** The query and the caller of an operation. */
export interface UploadRequest {
  readonly query: RawQuery
  readonly caller: Caller
}

/** Reads records in the transaction that wrote them, as JSON text: one object, or an array in the order of the ids. */
export interface FileResponse {
  one(id: number, tx: AnyTransaction): Promise<JsonText | null>
  many(ids: readonly number[], tx: AnyTransaction): Promise<JsonText>
}

/** Files for a media attribute of an entry. */
export interface Attachment {
  readonly type: ContentType
  readonly id: number
  /** The name of the attribute. */
  readonly name: string
  readonly attribute: MediaAttribute
  readonly files: readonly number[]
}

/** A new record that was checked. */
export interface PlannedRecord {
  /** Inserts the record and returns its id. */
  insert(tx: AnyTransaction): Promise<number>
}

/** A change of a record that was checked. */
export interface PlannedChange {
  /** Returns false if there is no such record. */
  apply(id: number, tx: AnyTransaction): Promise<boolean>
}

/** The records of files: in the tables of this server, or in those of Strapi. */
export interface FileRecords {
  /** Plans a response before anything is stored, so that an invalid query changes nothing. */
  planResponse(query: RawQuery, caller: Caller): FileResponse
  /** @throws ApiError ValidationError */
  planCreate(record: FileRecord, caller: Caller): PlannedRecord
  /** @throws ApiError ValidationError */
  planUpdate(record: FileRecord, caller: Caller): PlannedChange
  /** Detaches a file from all entries and deletes its record. */
  delete(id: number, caller: Caller, tx: AnyTransaction): Promise<void>
  /** Adds files to an entry. Returns false if there is no such entry. */
  attach(attachment: Attachment, caller: Caller, tx: AnyTransaction): Promise<boolean>
  /** Returns all matching records, or the part selected by `start` and `limit`, as the text of a JSON array. */
  list(request: UploadRequest): Promise<JsonText>
  /** Returns a record as JSON text; null without it. */
  read(request: UploadRequest, id: number): Promise<JsonText | null>
}
