import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { nodeFileTrace } from '@vercel/nft'
import { afterAll, beforeAll, expect, it } from 'vitest'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const names = ['sdk', 'sdk/query-string', 'sdk/media']
let folder: string
let program: string

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'content-api-traced-')))
  const scope = join(folder, 'node_modules', '@content-api')
  await mkdir(scope, { recursive: true })
  // A relative link, so that its copy leads to the copy of the package.
  await symlink(relative(scope, packageRoot), join(scope, 'sdk'))
  program = join(folder, 'program.mjs')
  await writeFile(program, names.map((name) => `import '@content-api/${name}'\n`).join(''))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The parsed files, which don't depend on the conditions. */
const cache = {}

// Tools that deploy a server copy the files that they find under their conditions. Plain Node.js has fewer
// conditions when it runs the copies.
it.each([
  [[]],
  [['production']],
  [['development']],
  [['react-server']],
  [['production', 'react-server']],
  [['development', 'react-server']],
])('copies of the files for Node.js and %j run in plain Node.js', async (conditions) => {
  const copies = await mkdtemp(join(folder, 'copies-'))
  const options = { base: '/', conditions: ['node', 'import', ...conditions], cache }
  const { fileList } = await nodeFileTrace([program], options)
  for (const file of fileList) await cp(join('/', file), join(copies, file), { verbatimSymlinks: true })
  const run = promisify(execFile)(process.execPath, [join(copies, program)])
  await expect(run).resolves.toEqual({ stdout: '', stderr: '' })
})
