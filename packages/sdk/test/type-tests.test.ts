import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compilers } from '../../../bench/sdk/type-cost.js'

/** Inside the package, so that imports of its dependencies resolve. */
const folder = fileURLToPath(new URL('../.tmp/type-tests', import.meta.url))

/** Oldest first. `npm test` uses the oldest, `pnpm verify:long --only sdk` all of them. */
const oldestFirst = Object.entries(compilers).toReversed()
const tested = process.env['COMPILERS'] === 'all' ? oldestFirst : oldestFirst.slice(0, 1)

/**
 * `pnpm type-tests` uses the compiler options of this repository. Few projects set
 * `exactOptionalPropertyTypes`, which changes the types that are inferred from optional parameters, and
 * `noUncheckedIndexedAccess`.
 */
it.each(tested)('the type tests pass under %s with the options of most projects', async (name, compiler) => {
  await mkdir(folder, { recursive: true })
  const config = join(folder, `${name}.json`)
  const rootDir = '../../../..'
  const compilerOptions = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, rootDir }
  const include = ['../../src/**/*.test-d.ts']
  await writeFile(config, JSON.stringify({ extends: '../../../../tsconfig.tests.json', compilerOptions, include }))
  const errors = await promisify(execFile)(process.execPath, [compiler, '-p', config]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(errors).toBe('')
})
