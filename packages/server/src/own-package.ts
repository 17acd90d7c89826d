import { createRequire } from 'node:module'

interface PackageVersion {
  readonly name: string
  readonly version: string
}

const require = createRequire(import.meta.url)

/** Name and version of this package. Resolved by name, because the relative path differs in the published package. */
export const { name: packageName, version } = require('@content-api/server/package.json') as PackageVersion

/** Name and version of `@content-api/model`, the package of this repository that the server depends on. */
export const modelPackage = require('@content-api/model/package.json') as PackageVersion
