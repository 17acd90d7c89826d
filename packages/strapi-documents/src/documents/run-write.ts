import type { WriteTransaction } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { Caller } from '@content-api/core/entries/caller'
import type { DocumentWriter } from './write-documents.js'

/** Runs writes of documents for a caller, in one transaction. */
export type RunDocumentWrite = <Result>(
  caller: Caller,
  work: (writer: DocumentWriter, tx: WriteTransaction<WritableLayout>) => Promise<Result>,
) => Promise<Result>
