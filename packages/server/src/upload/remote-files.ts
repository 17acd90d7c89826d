import type { Readable } from 'node:stream'

/** What a browser wants of a file. */
export interface FileQuestion {
  /** As the header `Range`. */
  readonly range?: string | undefined
  /** Reads only the file with this tag. */
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly ifModifiedSince?: Date | undefined
}

/** A file of another service, or why it isn't sent. */
export type RemoteFile =
  | { readonly state: 'missing' | 'unchanged' | 'other' | 'outside' }
  | {
      readonly state: 'found'
      /** Absent when only its headers were requested. */
      readonly body?: Readable | undefined
      /** In bytes, of what is sent. */
      readonly length: number | undefined
      /** As the header `Content-Range`; absent for the whole file. */
      readonly range?: string | undefined
      readonly tag?: string | undefined
      readonly modified?: Date | undefined
    }

/** Files that another service keeps and this one serves. */
export interface RemoteFiles {
  /** @throws ApiError ServiceUnavailableError */
  open(key: string, question: FileQuestion): Promise<RemoteFile>
  /** The same without the content. @throws ApiError ServiceUnavailableError */
  look(key: string, question: FileQuestion): Promise<RemoteFile>
  /** Signs an address where a browser reads the file itself, for `seconds`; null where this service sends it. */
  readonly signed: { readonly seconds: number; address(key: string): Promise<string> } | null
}
