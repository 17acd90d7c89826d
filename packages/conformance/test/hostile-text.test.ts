import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { wire } from '../../conformance-selftest/src/wire.js'
import { formatNames, formats } from '../src/reporters/formats.js'
import { serve } from './support/serve.js'
import { temporaryFolder } from './support/temporary-folder.js'

const main = fileURLToPath(new URL('../bundle/bin/content-api-conformance.js', import.meta.url))
const escape = '\u001b]0;owned\u0007\u001b[2J'
const command = '\n::error file=a::owned\n##[error]owned\n'

/** Responds to deletes and invalid requests with text that a terminal and a CI system would execute. */
const hostile = wire({
  response: (response, { method }) => {
    if (method === 'DELETE' && response.status === 200)
      response.body = { data: `${command}${escape}`, [`${command}${escape}`]: escape, meta: {} }
    if (response.status === 400)
      Object.assign(response, { status: 500, body: { error: { message: `${escape}${command}` } } })
  },
})(createSecondServer().fetch)

it('prints no text of a target that a terminal or a CI system would execute', async () => {
  const target = await serve(hostile)
  const folder = temporaryFolder()
  const args = ['run', target.url, '--only', 'write.*', '--report', formatNames.join(','), '--out', join(folder, 'out')]
  const env = {
    ...process.env,
    CONFORMANCE_TOKEN: 'conformance-full-access',
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  }
  const { code, out, error } = await new Promise<{ code: unknown; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder, env }, (failure, out, error) =>
      resolve({ code: failure?.code, out, error }),
    )
  })
  target.close()
  expect(code).toBe(1)
  const files = formatNames.map(
    (name) => [name, readFileSync(join(folder, 'out', formats[name].file), 'utf8')] as const,
  )
  const texts = [
    ['stdout', out],
    ['stderr', error],
    ['summary', readFileSync(join(folder, 'summary.md'), 'utf8')],
    ...files,
  ]
  for (const [name, text = ''] of texts) {
    expect([name, /[^\P{Cc}\n\t]/u.exec(text)?.[0]]).toEqual([name, undefined])
    // The annotations are commands themselves. Those of the target must not be among them.
    const commands = text.split('\n').filter((line) => /^\s*::|##\[/.test(line))
    expect([name, commands.filter((line) => !/^::(error|notice) title=[\w.%-]+::/.test(line))]).toEqual([name, []])
  }
  expect(out).toContain(String.raw`\x1b]0;owned\x07`)
  expect(out).toContain(String.raw`\x3a:error file=a::owned`)
})
