import { extname, join, sep } from 'node:path'
import mime from 'mime-types'
import type { Handler } from '../message/message.js'
import { publicVary } from './common-headers.js'
import { iconPath } from './icon.js'
import { serveFile, serveFolder } from './served-folder.js'

export interface PublicFiles {
  readonly directory: string
  /** The folder of uploaded files, which are served with headers of their own. */
  readonly uploads: string
  /** The time in seconds for which browsers may cache a file. */
  readonly maxAge: number
}

/** Serves the files of a project at `/`, except uploads and hidden files. */
export function servePublicFiles({ directory, uploads, maxAge }: PublicFiles): Handler {
  const uploaded = `${uploads}${sep}`.toLowerCase()
  return serveFolder({
    path: '',
    directory,
    // The comparison ignores case, because some file systems do.
    headersOf: (file) => (join(directory, file).toLowerCase().startsWith(uploaded) ? null : headersOf(file, maxAge)),
  })
}

function headersOf(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Content-Type': mime.contentType(extname(file)) || 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`,
  }
}

/** Serves the icon of a project. The type is as in Strapi 4.26. */
export function serveProjectIcon(file: string): Handler {
  const headers = { 'Content-Type': 'image/x-icon', 'Cache-Control': 'public, max-age=86400', Vary: publicVary }
  return serveFile({ path: iconPath, file, headers })
}
