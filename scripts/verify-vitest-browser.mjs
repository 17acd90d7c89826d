// Runs the tests of examples/vitest-browser in Chromium.
import './lib/require-node.mjs'
import { browserPath } from '../packages/server/test/support/browser.ts'
import { build } from './lib/build.mjs'
import { inRoot } from './lib/root.mjs'
import { run } from './lib/run.mjs'

await build()
// Vitest's own variables would change what the example's configuration does.
const env = { CHROME_PATH: await browserPath() }
const example = inRoot('examples', 'vitest-browser')
const { code } = await run('npm', ['test'], { cwd: example, env, stream: 'terminal' })
process.exitCode = code
