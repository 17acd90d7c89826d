import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** Runs the command where no optional package is installed. Returns its error output. */
async function failureWithoutPackages(...args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-types-'))
  try {
    await cp(dist, join(folder, 'dist'), { recursive: true })
    await cp(join(dist, '../package.json'), join(folder, 'package.json'))
    const run = promisify(execFile)(process.execPath, [join(folder, 'dist/codegen/cli.js'), ...args], { cwd: folder })
    return await run.then(
      () => 'no failure',
      ({ stderr }: { stderr: string }) => stderr,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

it.each([
  [['check-upgrade', '.'], 'needs @babel/parser: npm install --save-dev @babel/parser\n'],
  [['--graphql', 'http://127.0.0.1:9/graphql'], 'needs graphql: npm install --save-dev graphql\n'],
  [['--project', '.'], 'needs @content-api/model: npm install --save-dev @content-api/model\n'],
])('content-api-types %s names the package to install', async (args, message) => {
  expect(await failureWithoutPackages(...args)).toMatch(new RegExp(`^(?:Reading|Checking) .* ${message}$`))
})
