import { createRequire } from 'node:module'

const manifest = createRequire(import.meta.url)('../../package.json') as {
  readonly name: string
  readonly version: string
}

/** The name and the version of this package, as in reports. */
export const suite = { name: manifest.name, version: manifest.version } as const
