import { extname } from 'node:path'
import type { Handler } from '../message/message.js'
import { pagesFolder } from '../message/page-files.js'
import { serveFolder } from './served-folder.js'

/** Where the scripts and styles of the pages for developers are. */
export const pagesPath = '/content-api/pages'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The headers of a script or a style; null for any other file, which is not served. */
export function pageFileHeaders(file: string, cacheControl: string): Readonly<Record<string, string>> | null {
  const type = types[extname(file)]
  return type === undefined ? null : { 'Content-Type': type, 'Cache-Control': cacheControl }
}

export function servePageFiles(): Handler {
  return serveFolder({
    path: pagesPath,
    directory: pagesFolder,
    // Browsers ask again, so that a page and its files are of one version.
    headersOf: (file) => pageFileHeaders(file, 'no-cache'),
  })
}
