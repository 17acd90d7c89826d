import type { Handler } from '../message/message.js'
import { uploadHeaders } from '../upload/file-headers.js'
import { serveFolder } from './served-folder.js'

/** Where a local folder of uploaded files is served, and how long browsers may keep them. */
export interface ServedUploads {
  readonly path: string
  readonly directory: string
  /** In seconds. */
  readonly maxAge: number
}

/** Serves uploaded files. */
export function serveUploads({ path, directory, maxAge }: ServedUploads): Handler {
  return serveFolder({ path, directory, headersOf: (file) => uploadHeaders(file, maxAge) })
}
