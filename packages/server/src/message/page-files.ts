import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This package, in the repository and where it is installed. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The scripts and styles of this package's own pages. */
export const pagesFolder = join(root, 'pages')

/**
 * The folder of a package whose builds browsers load. The published package holds copies of them; in the repository they are
 * where they were installed.
 */
export function browserPackage(name: string): string {
  const copies = join(root, 'playground', name)
  return existsSync(copies) ? copies : dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}
