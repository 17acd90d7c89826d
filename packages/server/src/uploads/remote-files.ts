import type { Readable } from 'node:stream'

/** The range and the conditions of a request for a file. */
export interface RemoteFileRequest {
  /** The value of the header `Range`. */
  readonly range?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly ifModifiedSince?: Date | undefined
}

/**
 * A file of another service, or the reason why it isn't sent: `unchanged` (304), `missing` (404), `outside`
 * if the range is not satisfiable (416).
 */
export type RemoteFile =
  | { readonly state: 'missing' | 'unchanged' | 'outside' }
  | {
      readonly state: 'found'
      /** Absent if only headers were requested. */
      readonly body?: Readable | undefined
      /** The length of the body in bytes. */
      readonly length: number | undefined
      /** The value of the header `Content-Range`; absent for the whole file. */
      readonly range?: string | undefined
      readonly tag?: string | undefined
      readonly modified?: Date | undefined
    }

/** Files that another service stores and this service serves. */
export interface RemoteFiles {
  /** Reads a file. @throws ApiError ServiceUnavailableError */
  open(key: string, request: RemoteFileRequest): Promise<RemoteFile>
  /** Reads the headers of a file. @throws ApiError ServiceUnavailableError */
  head(key: string, request: RemoteFileRequest): Promise<RemoteFile>
  /**
   * Creates signed URLs for browsers to read files directly, valid for `seconds`. Null if this service sends
   * the files.
   */
  readonly signed: { readonly seconds: number; address(key: string): Promise<string> } | null
}
