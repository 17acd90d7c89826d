import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readReport } from '../packages/conformance/src/cli/json-files.js'

const root = join(import.meta.dirname, '..')
const recipe = join(root, 'packages/conformance/ci/conformance.sh')
const suite = join(root, 'packages/conformance/bundle/bin/content-api-conformance.js')
const service = join(root, 'tests/support/serve-second.mjs')
const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'))

interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Input {
  readonly description: string
  readonly default?: string
  readonly required?: boolean
}
interface Action {
  readonly inputs: Readonly<Record<string, Input>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = read('.github/actions/conformance/action.yml') as Action

/** The folder of a job. It is on PATH, and has an `npx` that runs the suite of this repository. */
let job = ''
let url = ''

beforeEach(async () => {
  job = mkdtempSync(join(tmpdir(), 'ci-recipe-'))
  writeFileSync(
    join(job, 'npx'),
    `#!/bin/sh\ntest "$1" = --yes && shift 2\nexec '${process.execPath}' '${suite}' "$@"\n`,
  )
  chmodSync(join(job, 'npx'), 0o755)
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  url = `http://127.0.0.1:${(probe.address() as AddressInfo).port}`
  await new Promise((closed) => probe.close(closed))
})
afterEach(() => rmSync(job, { recursive: true, force: true }))

/** Runs a script in the folder of the job as a CI runner does: without a terminal. */
function shell(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(command, args, {
      cwd: job,
      env: { ...process.env, PATH: `${job}:${process.env['PATH']}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const serving = () => ({ SERVICE: `'${process.execPath}' '${service}' ${new URL(url).port}`, URL: url })
const tags = ['--tier', '0', '--type', 'conf-tags']
const responses = () =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe.skipIf(process.platform === 'win32')('the recipe for any shell', () => {
  it('runs the suite against a started service, keeps reports and summary, and exits with the code of the run', async () => {
    const { code, output } = await shell('sh', [recipe, ...tags], serving())
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\n\| section \| pass \|/) as string,
    })
    expect(readdirSync(join(job, 'conformance-report')).toSorted()).toEqual([
      'badge.svg',
      'clauses.html',
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ])
    expect(readReport(join(job, 'conformance-report/report.json')).totals.pass).toBeGreaterThan(25)
    expect(await responses()).toBe(false)
  })

  it('ends with the code of a failed run', async () => {
    const { code, output } = await shell('sh', [recipe, '--tier', '0', '--type', 'conf-nothing'], serving())
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringMatching(/Unknown content type/) as string })
  })
})

describe.skipIf(process.platform === 'win32')('the action for GitHub', () => {
  const step = (name: string) => action.runs.steps.find((one) => one.name === name) ?? {}

  /** Returns the environment of a step, with expressions replaced by inputs. */
  const environment = ({ env = {} }: Step, provided: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, text]) => [
        name,
        text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => {
          expect(Object.keys(action.inputs)).toContain(input)
          return provided[input] ?? action.inputs[input]?.default ?? ''
        }),
      ]),
    )

  it('has the structure of a composite action', () => {
    expect(action.runs.using).toBe('composite')
    for (const { name, run, shell: shellName, uses } of action.runs.steps) {
      expect(name).toBeTruthy()
      expect(Boolean(uses) !== Boolean(run && shellName === 'bash')).toBe(true)
      // Inputs must reach scripts as variables. Written into a script, they would run as code.
      expect(run ?? '').not.toContain('${{')
    }
    for (const input of Object.values(action.inputs)) {
      expect(input.description).toBeTruthy()
      expect('default' in input).toBe(input.required !== true)
    }
    expect(action.outputs['exit-code']?.value).toBe('${{ steps.run.outputs.exit-code }}')
    expect(step('Run the suite').id).toBe('run')
  })

  it('keeps the reports of a failed run', () => {
    const keep = step('Keep the reports')
    expect(keep).toMatchObject({ if: 'always()', uses: 'actions/upload-artifact@v4' })
    expect(keep.with?.['path']).toBe('${{ inputs.reports }}')
  })

  /** Runs the steps of the action against a service. Returns what the run printed and wrote. */
  async function runAction(options: string) {
    const child = spawn(process.execPath, [service, new URL(url).port], { stdio: 'ignore' })
    try {
      const files = { GITHUB_OUTPUT: join(job, 'output'), GITHUB_STEP_SUMMARY: join(job, 'summary') }
      const provided = { url, options }
      const done = []
      for (const name of ['Wait for the service', 'Run the suite']) {
        const { run = '' } = step(name)
        const env = { ...environment(step(name), provided), ...files, GITHUB_ACTIONS: 'true' }
        done.push(await shell('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], env))
      }
      const written = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
      return {
        codes: done.map(({ code }) => code),
        printed: done.map(({ output }) => output).join(''),
        output: written(files.GITHUB_OUTPUT),
        summary: written(files.GITHUB_STEP_SUMMARY),
        junit: written(join(job, 'conformance-report/junit.xml')),
      }
    } finally {
      child.kill()
    }
  }

  it('writes the summary, the annotations, the reports and the exit code', async () => {
    const { codes, printed, output, summary, junit } = await runAction('--tier 0 --type conf-tags')
    expect({ codes, output }, printed).toEqual({ codes: [0, 0], output: 'exit-code=0\n' })
    expect(printed).toContain('::notice title=Conformance::Conformant at tier 0')
    expect(summary).toContain('| section | pass |')
    expect(junit).toContain('<testsuite')
  })

  it('ends with the exit code of a failed run', async () => {
    const { codes, printed, output } = await runAction('--tier 0 --type conf-nothing')
    expect({ codes, output }, printed).toEqual({ codes: [0, 2], output: 'exit-code=2\n' })
  })

  it('has all inputs that the example workflow uses', () => {
    interface Workflow {
      readonly on: readonly string[]
      readonly jobs: Readonly<Record<string, { readonly 'runs-on': string; readonly steps: readonly Step[] }>>
    }
    const { on, jobs } = read('packages/conformance/ci/github-workflow.yml') as Workflow
    expect(on).toContain('pull_request')
    const use = jobs['conformance']?.steps.find(({ uses }) => uses?.startsWith('./'))
    expect(existsSync(join(root, use?.uses ?? '', 'action.yml'))).toBe(true)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(use?.with ?? {})))
    const required = Object.keys(action.inputs).filter((name) => action.inputs[name]?.required)
    expect(Object.keys(use?.with ?? {})).toEqual(expect.arrayContaining(required))
  })
})

describe.skipIf(process.platform === 'win32')('the job for GitLab', () => {
  interface Job {
    readonly variables: Readonly<Record<string, string>>
    readonly script: readonly string[]
    readonly artifacts: { when: string; paths: readonly string[]; reports: { junit: string } }
  }
  const { conformance } = read('packages/conformance/ci/gitlab-ci.yml') as { conformance: Job }

  it('runs the recipe of the package and keeps its output', async () => {
    const [install, run = ''] = conformance.script
    expect(install).toBe('npm install --no-save @content-api/conformance')
    const file = run.split(' ').find((word) => word.endsWith('.sh')) ?? ''
    expect(join(root, file.replace('node_modules/@content-api/', 'packages/'))).toBe(recipe)
    const command = run.replace(file, recipe).replace('--type articles', tags.join(' '))
    const { code } = await shell('sh', ['-c', command], { ...conformance.variables, ...serving() })
    expect(code).toBe(0)
    const { when, paths, reports } = conformance.artifacts
    expect(when).toBe('always')
    for (const path of [...paths, reports.junit]) expect(existsSync(join(job, path)), path).toBe(true)
  })
})
