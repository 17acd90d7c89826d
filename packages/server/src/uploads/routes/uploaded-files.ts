import type { Handler } from '../../composition/handler.js'
import { uploadHeaders } from '../file-types.js'
import { serveFolder } from '../../files/served-folder.js'

/** A local folder of uploaded files, its path in URLs, and how long browsers may cache the files. */
export interface ServedUploads {
  readonly path: string
  readonly directory: string
  /** The time in seconds for which browsers may cache a file. */
  readonly maxAge: number
}

/** Serves uploaded files. */
export function serveUploads({ path, directory, maxAge }: ServedUploads): Handler {
  return serveFolder({ path, directory, headersOf: (file) => uploadHeaders(file, maxAge) })
}
