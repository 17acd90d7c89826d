import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, extname } from 'node:path'
import type { Handler } from '@content-api/core/composition/handler'
import { serveFolder } from '@content-api/core/files/served-folder'

const { resolve } = createRequire(import.meta.url)

/** The folder of this package. It is resolved by name, since the published code is in other folders than the source. */
const root = dirname(resolve('@content-api/server/package.json'))

/** The folder with the scripts and styles of this package's pages. */
export const pagesFolder = join(root, 'pages')

/**
 * Returns the folder of a package whose builds browsers load. The published server contains a copy of the
 * folder; in the repository it is the installed package.
 */
export function browserPackage(name: string): string {
  const copies = join(root, 'playground', name)
  return existsSync(copies) ? copies : dirname(resolve(`${name}/package.json`))
}

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
