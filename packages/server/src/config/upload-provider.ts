import type { Readable } from 'node:stream'

/** What is stored under one key: an uploaded file, or one of the smaller forms of an image. */
export interface StoredContent {
  readonly mime: string
  /** In bytes. */
  readonly size: number
  /** The content as a file of this machine, there until `put` resolves. */
  readonly path: string
  /** The same content as a stream. */
  readonly stream: () => Readable
}

/** Where uploaded files are kept: a folder, or an object store. Keys are `[A-Za-z0-9_.-]+`, the last part an extension. */
export interface UploadProvider {
  /** Noted in the record of each file as its `provider`. */
  readonly name: string
  /** Stores content; what has the key already is replaced in one step, so that no reader sees half of it. */
  put(key: string, content: StoredContent): Promise<void>
  /** Resolves as well when there is nothing under the key. */
  delete(key: string): Promise<void>
  /** Where browsers find it: an absolute URL, or a path of this service. */
  url(key: string): string
}
