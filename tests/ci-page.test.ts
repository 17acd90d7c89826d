import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const cli = join(root, 'packages/server/bin/content-api.mjs')
const page = readFileSync(join(root, 'docs/server/continuous-integration.md'), 'utf8')
const recipes = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => parse(text) as unknown)

interface Step {
  readonly name?: string
  readonly run?: string
}

const folder = mkdtempSync(join(tmpdir(), 'ci-page-'))
const job = join(folder, 'blog')
/** The file to which the fake `npm` writes the URL that the job passes to its tests. */
const seen = join(folder, 'seen')

/** Creates a shell script on the PATH of the job. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}

beforeAll(async () => {
  program('npx', `shift\nexec '${process.execPath}' '${cli}' "$@"`)
  program(
    'npm',
    `test "$1" = ci || { printf %s "$API_URL" > '${seen}'; curl --fail --silent "$API_URL/api/articles" | grep -q Hello; }`,
  )
  await shell('bash', `npx content-api init '${job}'`, folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script as a CI runner does, and resolves to its exit code. Background processes continue. */
function shell(command: string, script: string, cwd = job): Promise<number | null> {
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, GITHUB_ENV: join(folder, 'environment') }
  const child = spawn(command, ['-eo', 'pipefail', '-c', script], { cwd, env, stdio: 'ignore' })
  return new Promise((resolve) => child.once('exit', resolve))
}

const readyFile = join(job, '.tmp/ready.json')

describe.skipIf(process.platform === 'win32')('the page on continuous integration', () => {
  it('starts, uses and stops a service on GitHub', async () => {
    const { jobs } = recipes[0] as { jobs: { tests: { steps: readonly Step[] } } }
    const steps = jobs.tests.steps.flatMap(({ run }) => run ?? [])
    const [install, start = '', test, stop = ''] = steps
    expect([steps.length, install, test]).toEqual([4, 'npm ci', 'npm test'])
    expect(await shell('bash', start)).toBe(0)
    const { url } = JSON.parse(readFileSync(readyFile, 'utf8')) as { url: string }
    const environment = readFileSync(join(folder, 'environment'), 'utf8')
    expect(environment).toBe(`API_URL=${url}\n`)
    expect(await shell('bash', `export ${environment.trim()}; ${test}`)).toBe(0)
    expect(await shell('bash', stop)).toBe(0)
    expect(readFileSync(seen, 'utf8')).toBe(url)
    await expect.poll(() => existsSync(readyFile)).toBe(false)
  })

  it('starts, uses and stops a service on GitLab', async () => {
    const { tests } = recipes[1] as { tests: { script: readonly string[] } }
    expect(await shell('bash', tests.script.join('\n'))).toBe(0)
    expect(readFileSync(seen, 'utf8')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await expect.poll(() => existsSync(readyFile)).toBe(false)
  })
})
