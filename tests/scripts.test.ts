import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { longVerifications } from '../scripts/long-verifications.mjs'
import { longestGroup, minutesOf, verificationGroups } from '../scripts/lib/verification-groups.mjs'

const root = join(import.meta.dirname, '..')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs node as a CI runner does: without a terminal and without stdin. */
function node(args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const { cwd = root, env = {} } = options
  const done = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { code: done.status, output: done.stdout.toString(), error: done.stderr.toString() }
}

const evaluate = (code: string, options?: Parameters<typeof node>[1]) =>
  node(['--input-type=module', '--eval', code], options)

describe('the Node version', () => {
  const withNode = (version: string) =>
    evaluate(`Object.defineProperty(process.versions, 'node', { value: '${version}' })
      await import('./scripts/lib/require-node.mjs')`)

  test.each(['18.20.8', '20.18.3'])('%s is rejected with instructions', (version) => {
    const { code, error } = withNode(version)
    expect(code).toBe(1)
    expect(error).toMatch(new RegExp(`needs Node 20.19 or newer; this is Node ${version}\\.\nInstall`))
  })

  test.each(['20.19.0', '22.0.0', '30.1.0'])('%s is accepted', (version) => {
    expect(withNode(version)).toEqual({ code: 0, output: '', error: '' })
  })
})

describe('a machine without compilers', () => {
  beforeEach(() => {
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
    cpSync(join(root, 'pnpm-workspace.yaml'), join(folder, 'pnpm-workspace.yaml'))
    mkdirSync(join(folder, 'bin'))
  })

  const ask = (canDownload: boolean) =>
    evaluate(
      `const { whySqliteCannotBeInstalled } = await import('./scripts/lib/native-build.mjs')
      console.log(await whySqliteCannotBeInstalled(async () => ${canDownload}))`,
      { cwd: folder, env: { PATH: join(folder, 'bin'), CXX: '' } },
    ).output

  test('gets a message about what to install', () => {
    expect(ask(false)).toMatch(/missing: python3, make, g\+\+\./)
  })

  test('gets a message about the missing tools only', () => {
    symlinkSync(process.execPath, join(folder, 'bin', 'python3'))
    symlinkSync(process.execPath, join(folder, 'bin', 'make'))
    expect(ask(false)).toMatch(/missing: g\+\+\./)
  })

  test('is accepted when a binary can be downloaded', () => {
    expect(ask(true)).toBe('null\n')
  })

  test('is accepted when an earlier install left a binary', () => {
    const release = join(folder, 'node_modules/.pnpm/sqlite3@1.0.0/node_modules/sqlite3/build/Release')
    mkdirSync(release, { recursive: true })
    writeFileSync(join(release, 'node_sqlite3.node'), '')
    expect(ask(false)).toBe('null\n')
  })
})

describe('long verifications', () => {
  const rows = longVerifications.map(({ name }) => name)

  test('are in one group each', () => {
    const grouped = Object.values(verificationGroups).flatMap((group) => Object.keys(group.rows))
    expect(grouped.toSorted()).toEqual(rows.toSorted())
  })

  test('are grouped into at most an hour', () => {
    const limited = Object.entries(verificationGroups).filter(([, { isLimited }]) => isLimited)
    expect(limited.length).toBeGreaterThan(3)
    expect(limited.filter(([, group]) => minutesOf(group) > longestGroup)).toEqual([])
  })

  test('are listed by group, with what each proves and its time', () => {
    const { code, output } = node(['scripts/verify-long.mjs', '--list'])
    expect(code).toBe(0)
    expect(output).toMatch(/^durability, \d+ min: no [^]*\n {2}crash +(about )?\d+ min +40 kills per database/)
    expect(output.match(/^ {2}\S/gm)).toHaveLength(rows.length)
  })

  test('of a missing group are rejected', () => {
    const { code, output } = node(['scripts/verify-long.mjs', '--group', 'durabilty'])
    expect({ code, output }).toMatchObject({
      code: 2,
      output: expect.stringMatching(
        /^There is no group 'durabilty'\.\nUsage: .* \[--group name\]\nGroups: durability, /,
      ),
    })
  })
})

describe('steps', () => {
  const program = (name: string, code: string) => {
    writeFileSync(join(folder, name), code)
    return join(folder, name)
  }
  const runSteps = (steps: readonly string[]) =>
    evaluate(`const { runSteps } = await import('./scripts/lib/run-steps.mjs')
      process.exitCode = (await runSteps([${steps.join(', ')}])) ? 0 : 1`)
  const step = (name: string, file: string, more = '') =>
    `{ name: '${name}', title: '', commands: () => [[${JSON.stringify(file)}]], ${more} }`
  const lastLine = (output: string) => output.trimEnd().split('\n').at(-1)

  test('count as one each, or as the number in their output', () => {
    const quiet = program('quiet.mjs', '')
    const counted = program('counted.mjs', "console.log('40 passed, 0 failed')")
    const { code, output } = runSteps([step('a', quiet, 'light: true'), step('b', counted)])
    expect(lastLine(output)).toBe('41 passed, 0 failed')
    expect(code).toBe(0)
  })

  test('that fail show the reason, and fail the whole run', () => {
    const broken = program('broken.mjs', "console.error('the reason'); process.exit(3)")
    const { code, output } = runSteps([step('a', broken, 'light: true'), step('b', program('fine.mjs', ''))])
    expect(output).toMatch(/FAILED {2}a[^\n]*\n {4}the reason\n/)
    expect(lastLine(output)).toBe('1 passed, 1 failed')
    expect(code).toBe(1)
  })

  test('that print success and exit with an error have failed', () => {
    const { code, output } = runSteps([
      step('a', program('a.mjs', "console.log('7 passed, 0 failed'); process.exit(1)")),
    ])
    expect(lastLine(output)).toBe('7 passed, 1 failed')
    expect(code).toBe(1)
  })

  test('that are killed or missing have failed', () => {
    const killed = program('killed.mjs', "process.kill(process.pid, 'SIGKILL')")
    const { code, output } = runSteps([step('a', killed), step('b', join(folder, 'missing.mjs'))])
    expect(lastLine(output)).toBe('0 passed, 2 failed')
    expect(code).toBe(1)
  })

  test('use the numbers of a test report, including skipped tests', () => {
    const report = join(folder, 'report.json')
    const figures = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }
    const writes = program(
      'tests.mjs',
      `import { writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(report)}, '${JSON.stringify(figures)}')`,
    )
    const { output } = runSteps([step('tests', writes, `report: ${JSON.stringify(report)}`)])
    expect(output).toMatch(/tests .*5 passed, 0 failed, 3 skipped/)
    expect(lastLine(output)).toBe('5 passed, 0 failed')
  })

  const waitsFor = (own: string, other: string) =>
    program(
      `${own}.mjs`,
      `import { existsSync, writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(join(folder, own))}, '')
      const look = setInterval(() => existsSync(${JSON.stringify(join(folder, other))}) && clearInterval(look), 5)
      console.log('${own} ran')`,
    )

  test('beside another one run at the same time, and print after it', () => {
    const { code, output } = runSteps([
      step('a', waitsFor('one', 'other')),
      step('b', waitsFor('other', 'one'), "beside: 'a'"),
    ])
    expect(output).toMatch(/one ran\nok {4} {2}a[^]*other ran\n[^]*2 passed, 0 failed\n$/)
    expect(code).toBe(0)
  })

  test('prepare before any step beside them runs, and fail without running if that fails', () => {
    const marker = JSON.stringify(join(folder, 'prepared'))
    const makes = program('makes.mjs', `import { writeFileSync } from 'node:fs'\nwriteFileSync(${marker}, '')`)
    const needs = program('needs.mjs', `import { readFileSync } from 'node:fs'\nreadFileSync(${marker})`)
    const prepare = (file: string) => `prepare: () => [[${JSON.stringify(file)}]], beside: 'a'`
    expect(lastLine(runSteps([step('a', needs), step('b', needs, prepare(makes))]).output)).toBe('2 passed, 0 failed')
    const { output } = runSteps([
      step('a', needs),
      step('b', program('never.mjs', "console.log('it ran')"), prepare(program('broken.mjs', "throw Error('why')"))),
    ])
    expect(output).toContain('why')
    expect(output).not.toContain('it ran')
    expect(lastLine(output)).toBe('1 passed, 1 failed')
  })

  test('are named by --list', () => {
    expect(node(['scripts/check.mjs', '--list'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^build .*\n/),
    })
  })

  test.each([
    [['--only', 'lnit'], /There is no step 'lnit'\.\nUsage: .*\nSteps: build, format, lint,/],
    [['--onyl', 'lint'], /Unknown option '--onyl'/],
  ])('of an invalid command are rejected: %j', (args, message) => {
    const { code, output } = node(['scripts/check.mjs', ...args])
    expect(code).toBe(2)
    expect(output).toMatch(message)
  })
})

test('the copy of a Strapi project ignores files beside its APIs', () => {
  for (const path of ['modules', 'project/src/api/page/content-types/page', 'copy'])
    mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'project/src/api/.gitkeep'), '')
  writeFileSync(join(folder, 'project/src/api/page/content-types/.DS_Store'), '')
  const { code, output } = evaluate(`import { copyProject } from './scripts/lib/strapi-copy.mjs'
    const at = (name) => ${JSON.stringify(folder)} + '/' + name
    console.log(copyProject(at('project'), at('copy'), at('modules')).join('\\n'))`)
  expect(code).toBe(0)
  expect(output.trim().split('\n')).toEqual([
    'package.json',
    'src/api/page/routes/page.js',
    'src/api/page/controllers/page.js',
    'src/api/page/services/page.js',
  ])
})
