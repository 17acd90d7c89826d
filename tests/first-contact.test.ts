import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCloneSection } from '../scripts/lib/clone-section.mjs'
import { copyRepository } from '../scripts/lib/copy-repository.mjs'

const { packageManager } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  packageManager: string
}
let folder = ''

/** Creates a clone in which nothing is installed, and programs that replace pnpm and the compilers. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-contact-'))
  await copyRepository(join(folder, 'clone'))
  mkdirSync(join(folder, 'bin'))
  for (const name of ['python3', 'make', 'g++']) addProgram(name, 'exit 0')
  addPnpm('echo "pnpm was called: $*"; exit 9')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function addProgram(name: string, code: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${code}\n`)
  chmodSync(join(folder, 'bin', name), 0o755)
}

function addPnpm(code: string): void {
  addProgram('pnpm', `[ "$1" = --version ] && echo ${packageManager.replace('pnpm@', '')} && exit\n${code}`)
}

const runInClone = (command: string) =>
  spawnSync('sh', ['-c', command], {
    cwd: join(folder, 'clone'),
    env: { ...process.env, PATH: join(folder, 'bin') + delimiter + process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  }).output.join('')

/** The commands that a reader of the README may run first, and the check that continuous integration runs. */
const first = [
  ...readCloneSection()
    .map(([command = '']) => command)
    .filter((command) => command.startsWith('npm ')),
  'bash .ci/run --only lint',
]

test.each(first)('in a clone without node_modules, `%s` reaches the installation', (command) => {
  expect(runInClone(command)).toContain('pnpm was called: install --frozen-lockfile')
})

test('the README starts the service, packs the packages and runs the checks', () => {
  expect(first).toEqual(expect.arrayContaining(['npm start', 'npm run packages -- --keep .tmp/packages', 'npm test']))
})

test('a complete installation is not repeated', () => {
  addPnpm('mkdir -p node_modules')
  const { importers } = parse(readFileSync(join(folder, 'clone', 'pnpm-lock.yaml'), 'utf8')) as { importers: object }
  for (const name of Object.keys(importers)) mkdirSync(join(folder, 'clone', name, 'node_modules'), { recursive: true })
  const install = `node --input-type=module --eval "await (await import('./scripts/lib/install.mjs')).install()"`
  expect(runInClone(install)).toContain('Dependencies installed')
  expect(runInClone(install)).toBe('')
})
