import { extname } from 'node:path'
import { type FileType, svg, typesByExtension } from './file-types.js'

/** If a browser opens an uploaded file as a page, this policy blocks scripts and gives it an opaque origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Returns the response headers of an uploaded file, by its name. */
export function uploadHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Cache-Control': `public, max-age=${maxAge}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurityPolicy,
    // Pages of other origins may show the files of an API.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...contentHeaders(file),
  }
}

/** Returns the headers for type and disposition. A store that serves files itself can only keep these. */
export function contentHeaders(file: string): { 'Content-Type': string; 'Content-Disposition'?: 'attachment' } {
  const type = typesByExtension.get(extname(file).slice(1).toLowerCase())
  return {
    'Content-Type': type?.mime ?? 'application/octet-stream',
    ...(isShown(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}

/** Returns whether browsers may show a file: images, videos and audio, but not SVG, which may contain scripts. */
function isShown(type: FileType | undefined): boolean {
  return type !== undefined && type !== svg && /^(image|video|audio)\//.test(type.mime)
}
