import { createRequire } from 'node:module'

interface PackageVersion {
  readonly name: string
  readonly version: string
}

const require = createRequire(import.meta.url)

/** This package, as its `package.json` names it. It is found by name, since the published code lies in other folders. */
export const { name: packageName, version } = require('@content-api/server/package.json') as PackageVersion

/** The package of this repository that this one depends on. */
export const modelPackage = require('@content-api/model/package.json') as PackageVersion
