import { extname } from 'node:path'
import type { Handler } from '../message/message.js'
import { type FileType, svg, typesByExtension } from '../upload/file-types.js'
import { serveFolder } from './served-folder.js'

/** Where a local folder of uploaded files is served, and how long browsers may keep them. */
export interface ServedUploads {
  readonly path: string
  readonly directory: string
  /** In seconds. */
  readonly maxAge: number
}

/** Should a browser open one as a page all the same, it runs nothing and belongs to no origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Serves uploaded files. */
export function serveUploads({ path, directory, maxAge }: ServedUploads): Handler {
  return serveFolder({ path, directory, headersOf: (file) => uploadHeaders(file, maxAge) })
}

/** What an uploaded file is sent with, by its name. */
export function uploadHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  const type = typesByExtension.get(extname(file).slice(1).toLowerCase())
  return {
    'Content-Type': type?.mime ?? 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurityPolicy,
    // Pages of other origins show what an API serves.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isShown(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}

/** Only pictures, videos and sounds open in the browser; the rest, SVG with its scripts among it, is for downloading. */
function isShown(type: FileType | undefined): boolean {
  return type !== undefined && type !== svg && /^(image|video|audio)\//.test(type.mime)
}
