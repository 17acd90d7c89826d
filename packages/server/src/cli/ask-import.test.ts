import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askImport } from './ask-import.js'
import { CliError } from './report-error.js'

let project = ''
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'content-api-ask-'))
  for (const [path, text] of Object.entries({
    'package.json': '{ "dependencies": { "@strapi/strapi": "4.26.2" } }',
    '.tmp/data.db': 'the database of Strapi',
    'src/index.js': 'module.exports = {}',
  })) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), text)
  }
})
afterEach(() => rm(project, { recursive: true }))

async function ask(
  answer: string | null,
  { isTTY = true, importNow = vi.fn<() => Promise<void>>(async () => {}), database = '' } = {},
) {
  const terminal = () => Object.assign(new PassThrough(), { isTTY })
  const [input, output] = [terminal(), terminal()]
  if (answer === null) input.end()
  else input.write(answer)
  await askImport({ project, ...(database !== '' && { database }) }, { input, output, importNow })
  return { calls: importNow.mock.calls.length, text: String(output.read() ?? '') }
}

it.each([
  ['\n', 1],
  ['y\n', 1],
  ['YES\n', 1],
  ['n\n', 0],
  ['no idea\n', 0],
  [null, 0],
])('asks in a terminal, and %j imports %d times', async (answer, calls) => {
  const asked = await ask(answer)
  expect(asked.calls).toBe(calls)
  expect(asked.text).toContain('Import content, users and permissions from the database of Strapi now? (Y/n)')
})

it('asks nothing without a terminal, without a database of Strapi, or at a later start', async () => {
  const silent = { calls: 0, text: '' }
  expect(await ask('y\n', { isTTY: false })).toEqual(silent)
  expect(await ask('y\n', { database: ':memory:' })).toEqual(silent)
  await writeFile(join(project, '.tmp/content.db'), '')
  expect(await ask('y\n')).toEqual(silent)
  await rm(join(project, '.tmp'), { recursive: true })
  expect(await ask('y\n')).toEqual(silent)
})

it('continues the start if the import fails', async () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const importNow = vi.fn<() => Promise<void>>(async () => {
    throw new CliError('The file is not a database.')
  })
  const { text } = await ask('y\n', { importNow })
  const errors = printed.mock.calls.flat().join('')
  printed.mockRestore()
  expect(errors).toContain('The file is not a database.')
  expect(text).toContain('Nothing was imported. The service starts without content.')
  expect(process.exitCode).toBeUndefined()
})
