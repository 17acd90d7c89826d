// `npm test`: installs the dependencies, then runs every check. Arguments are passed to scripts/check.mjs.
import './lib/require-node.mjs'
import { install } from './lib/install.mjs'

await install()
await import('./check.mjs')
