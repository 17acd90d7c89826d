import type { Readable } from 'node:stream'

/** The content to store under one key: an uploaded file, or one of the smaller formats of an image. */
export interface StoredContent {
  readonly mime: string
  /** The size in bytes. */
  readonly size: number
  /** The path of a local file with the content. It exists until `put` resolves. */
  readonly path: string
  /** The same content as a stream. */
  readonly stream: () => Readable
}

/**
 * Stores uploaded files, for example in a folder or an object store. Keys match `[A-Za-z0-9_.-]+` and end in
 * an extension.
 */
export interface UploadProvider {
  /** The record of each file holds this name as `provider`. */
  readonly name: string
  /** Stores content under a key. Existing content is replaced atomically, so that no reader sees a part of it. */
  put(key: string, content: StoredContent): Promise<void>
  /** Deletes the content of a key. Resolves even if the key doesn't exist. */
  delete(key: string): Promise<void>
  /** Returns the URL of a key for browsers: an absolute URL or a path of this service. */
  url(key: string): string
}
