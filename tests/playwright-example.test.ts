import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { browserPath } from '../packages/server/test/support/browser.js'

const example = join(import.meta.dirname, '../examples/playwright')
const playwright = createRequire(join(example, 'package.json')).resolve('@playwright/test/cli')

it('the Playwright example passes with two concurrent workers, each with its own database', async () => {
  // Without the variables that vitest sets, which change the behaviour of Playwright.
  const { VITEST: _vitest, NODE_ENV: _mode, FORCE_COLOR: _color, ...environment } = process.env
  const env = { ...environment, CHROME_PATH: await browserPath(), CI: '1' }
  const run = promisify(execFile)(process.execPath, [playwright, 'test', '--reporter=list'], { cwd: example, env })
  const { stdout } = await run.catch((failure: { stdout: string; stderr: string }) => failure)
  expect(stdout).toMatch(/Running 6 tests using 2 workers[^]*6 passed/)
})
