import type { ContentType } from '@content-api/model'

/** The id of a row in a body: two servers may have different ids for the same row. */
export interface RowReference {
  readonly $row: readonly [uid: string, id: number]
}

/** A request that two servers get. Ids of documents and rows are those of the first one. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The type of the documents in the response. */
  readonly uid: string
  readonly body?: unknown
}

/** The path of a type, of one document of a collection if there is an id. */
export function pathOf({ kind, singularName, pluralName }: ContentType, documentId?: string): string {
  if (kind === 'singleType') return `/api/${singularName}`
  return documentId === undefined ? `/api/${pluralName}` : `/api/${pluralName}/${documentId}`
}

export const rowOf = (uid: string, id: number): RowReference => ({ $row: [uid, id] })
