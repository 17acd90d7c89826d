import { extname, join, sep } from 'node:path'
import mime from 'mime-types'
import type { Handler } from '../composition/handler.js'
import { iconHeaders, iconPath } from './icon.js'
import { publicFileHeaders } from './security-headers.js'
import { serveFile, serveFolder } from '../files/served-folder.js'

export interface PublicFiles {
  readonly directory: string
  /** The folder of uploaded files, which are served with headers of their own. */
  readonly uploads: string
  /** The time in seconds for which browsers may cache a file. */
  readonly maxAge: number
  /** The headers of the configuration, `http.headers`. */
  readonly headers: Readonly<Record<string, string | null>>
}

/** Serves the files of a project at `/`, except uploads and hidden files. A folder is its `index.html`. */
export function servePublicFiles({ directory, uploads, maxAge, headers }: PublicFiles): Handler {
  const policies = publicFileHeaders(headers)
  const uploaded = `${uploads}${sep}`.toLowerCase()
  return serveFolder({
    path: '',
    directory,
    index: 'index.html',
    // The comparison ignores case, because some file systems do.
    headersOf: (file) =>
      join(directory, file).toLowerCase().startsWith(uploaded)
        ? null
        : { ...policies, ...contentHeaders(file, maxAge) },
  })
}

function contentHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Content-Type': mime.contentType(extname(file)) || 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`,
  }
}

/**
 * Serves the icon of a project.
 * @param headers `http.headers`
 */
export function serveProjectIcon(file: string, headers: PublicFiles['headers']): Handler {
  return serveFile({ path: iconPath, file, headers: { ...publicFileHeaders(headers), ...iconHeaders } })
}
