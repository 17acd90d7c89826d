import { extname } from 'node:path'
import type { Handler } from '../composition/handler.js'
import { pagesFolder } from '../message/page-files.js'
import { serveFolder } from '../files/served-folder.js'

/** The path of the scripts and styles of the pages for developers. */
export const pagesPath = '/content-api/pages'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Returns the headers of a script or style, or null for any other file, which is not served. */
export function pageFileHeaders(file: string, cacheControl: string): Readonly<Record<string, string>> | null {
  const type = types[extname(file)]
  return type === undefined ? null : { 'Content-Type': type, 'Cache-Control': cacheControl }
}

export function servePageFiles(): Handler {
  return serveFolder({
    path: pagesPath,
    directory: pagesFolder,
    // Browsers revalidate the files, so that a page and its files have the same version.
    headersOf: (file) => pageFileHeaders(file, 'no-cache'),
  })
}
