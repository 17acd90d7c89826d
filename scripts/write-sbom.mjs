// `node scripts/write-sbom.mjs server`: writes the software bill of materials of a package into its folder.
// Packing runs it after the bundles are built.
import { writeFileSync } from 'node:fs'
import { createSbom } from './lib/sbom.mjs'
import { inRoot } from './lib/root.mjs'

const [folder] = process.argv.slice(2)
const content = JSON.stringify(createSbom(folder), null, 2)
writeFileSync(inRoot('packages', folder, 'sbom.cdx.json'), `${content}\n`)
