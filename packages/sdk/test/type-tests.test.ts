import { execFile } from 'node:child_process'
import { cp, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { compilers } from '../../../bench/sdk/type-cost.js'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
/** Inside the package, so that imports of its dependencies resolve. */
const folder = join(packageRoot, '.tmp', 'type-tests')

/** Newest first. `npm test` uses the newest, which takes a third of the time, `pnpm verify:long --only sdk` all. */
const newestFirst = Object.entries(compilers)
const tested = process.env['COMPILERS'] === 'all' ? newestFirst : newestFirst.slice(0, 1)

/** Copies of the type tests import the compiled declarations, as applications do. */
beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  const filter = (path: string) => extname(path) === '' || path.endsWith('.test-d.ts')
  await cp(join(packageRoot, 'src'), join(folder, 'src'), { recursive: true, filter })
  await cp(join(packageRoot, 'test/fixtures'), join(folder, 'test/fixtures'), { recursive: true })
})

/**
 * `pnpm type-tests` uses the compiler options of this repository. Few projects set
 * `exactOptionalPropertyTypes`, which changes the types that are inferred from optional parameters, and
 * `noUncheckedIndexedAccess`.
 */
it.each(tested)('the type tests pass under %s with the options of most projects', async (name, compiler) => {
  const config = join(folder, `${name}.json`)
  const compilerOptions = {
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
    rootDir: '../../../..',
    rootDirs: ['src', '../../dist'],
    paths: {},
  }
  const include = ['src/**/*.test-d.ts']
  await writeFile(config, JSON.stringify({ extends: '../../../../tsconfig.tests.json', compilerOptions, include }))
  const errors = await promisify(execFile)(process.execPath, [compiler, '-p', config]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(errors).toBe('')
})
