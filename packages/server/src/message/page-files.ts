import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** This package, in the repository and where it is installed. It is found by name, since the published code lies in other folders. */
const root = dirname(resolve('@content-api/server/package.json'))

/** The scripts and styles of this package's own pages. */
export const pagesFolder = join(root, 'pages')

/**
 * The folder of a package whose builds browsers load. The published package holds copies of them; in the repository they are
 * where they were installed.
 */
export function browserPackage(name: string): string {
  const copies = join(root, 'playground', name)
  return existsSync(copies) ? copies : dirname(resolve(`${name}/package.json`))
}
