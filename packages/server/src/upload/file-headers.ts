import { extname } from 'node:path'
import { type FileType, svg, typesByExtension } from './file-types.js'

/** Should a browser open one as a page all the same, it runs nothing and belongs to no origin. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** What an uploaded file is sent with, by its name. */
export function uploadHeaders(file: string, maxAge: number): Readonly<Record<string, string>> {
  return {
    'Cache-Control': `public, max-age=${maxAge}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': contentSecurityPolicy,
    // Pages of other origins show what an API serves.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...contentHeaders(file),
  }
}

/** What a file is, and whether browsers show it: stores that serve files themselves keep no other headers. */
export function contentHeaders(file: string): { 'Content-Type': string; 'Content-Disposition'?: 'attachment' } {
  const type = typesByExtension.get(extname(file).slice(1).toLowerCase())
  return {
    'Content-Type': type?.mime ?? 'application/octet-stream',
    ...(isShown(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}

/** Only pictures, videos and sounds open in the browser; the rest, SVG with its scripts among it, is for downloading. */
function isShown(type: FileType | undefined): boolean {
  return type !== undefined && type !== svg && /^(image|video|audio)\//.test(type.mime)
}
