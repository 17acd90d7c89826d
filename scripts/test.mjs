// `npm test`: installs, then runs every check there is. Arguments go to scripts/check.mjs.
import './lib/require-node.mjs'
import { install } from './lib/install.mjs'

await install()
await import('./check.mjs')
