import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

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
