// `npm start`: installs, builds, loads the atlas example and serves it. Arguments go to the example.
import './lib/require-node.mjs'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { install } from './lib/install.mjs'
import { inRoot } from './lib/root.mjs'

await install()
// Only now: the build needs what was installed.
const { build } = await import('./lib/build.mjs')
await build()

const example = inRoot('examples', 'atlas', 'start.mjs')
if (!existsSync(example)) {
  process.stderr.write('Built, but there is nothing to serve: examples/atlas/start.mjs is missing.\n')
  process.exit(1)
}
// Imports the example instead of starting a process for it: that is faster, and Ctrl-C reaches the server directly.
await import(pathToFileURL(example).href)
