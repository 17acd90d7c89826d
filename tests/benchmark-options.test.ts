import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { matching, positiveNumber, wholeNumber } from '../bench/options.js'
import { runOptions } from '../bench/server/run-options.js'
import { runInProcess } from './support/run-in-process.js'

const root = join(import.meta.dirname, '..')

describe('the options of the benchmarks', () => {
  test.each(['abc', '', '0', '-1', '1.5', '1e3', 'NaN'])('need a whole number, not %j', (value) => {
    expect(() => wholeNumber('seconds', value)).toThrow(
      `--seconds must be a whole number of at least 1, not '${value}'.`,
    )
  })

  test('need at least the smallest allowed number', () => {
    expect(wholeNumber('requests', '16', 16)).toBe(16)
    expect(() => wholeNumber('requests', '15', 16)).toThrow(/whole number of at least 16, not '15'/)
  })

  test.each(['abc', '', '0', '-1', 'Infinity'])('need a number greater than 0, not %j', (value) => {
    expect(() => positiveNumber('at-most', value)).toThrow(`not '${value}'.`)
  })

  test('select the workloads that --only matches, or list all names', () => {
    const workloads = [{ name: 'list' }, { name: 'find one' }, { name: 'list and count' }]
    expect(matching(workloads, undefined)).toEqual(workloads)
    expect(matching(workloads, 'list')).toEqual([{ name: 'list' }, { name: 'list and count' }])
    for (const only of ['lsit', ''])
      expect(() => matching(workloads, only)).toThrow(
        /matches no workload.*\n {2}list\n {2}find one\n {2}list and count$/,
      )
  })
})

describe('pnpm bench', () => {
  test.each([
    ['--svg bars.svg', '--svg has no effect without --model oracle.'],
    ['--database sqlite', '--database has no effect without --model oracle.'],
    ['--analyze postgres://h/d', '--analyze has no effect without --model oracle.'],
    ['--peer-token t --peer p=http://h', '--peer-token has no effect without --model oracle.'],
    ['--no-workloads --only list', '--only has no effect with --no-workloads.'],
    ['--no-workloads --peer p=http://h', '--peer has no effect with --no-workloads.'],
    ['--articles 50000', '--articles has no effect without --model oracle.'],
    ['--model oracle --articles 999', '--articles must be a whole number of at least 1000'],
    ['--model oracle --peer-process s=1', '--peer-process has no effect without --peer.'],
    ['--model oracle --peer http://h --peer-process 1', "--peer-process must be name=value, not '1'."],
    ['--model oracle --no-growth', '--no-growth has no effect with --model oracle. Remove one'],
    ['--model oracle --logins', '--logins has no effect with --model oracle.'],
    ['--model oracle --svg bars.svg', '--svg has no effect without --peer. Add --peer, or remove --svg.'],
    ['--model oracle --peer-token t', '--peer-token has no effect without --peer.'],
    ['--model oracel', "--model must be atlas or oracle, not 'oracel'."],
    ['--model oracle --database data.db', '--database must be sqlite or the address of a PostgreSQL database'],
    ['--model oracle --analyze sqlite', '--analyze must be the address of a PostgreSQL database'],
    ['--model oracle --only lsit', 'matches no workload'],
    ['--peer strapi', '--peer must be name=url, such as strapi=http://127.0.0.1:1337'],
    ['--peer ours=http://h', "--peer has the name 'ours' of another server."],
    ['--peer p=http://h --peer p=http://i', "--peer has the name 'p' of another server."],
    ['--rounds many', '--rounds must be a whole number'],
  ])('%s is rejected', (args, message) => {
    expect(() => runOptions(args.split(' '))).toThrow(message)
  })

  test('reads options that have an effect', () => {
    const chart = '--model oracle --peer s=http://h:1337/ --peer http://i --peer-token t --only create --svg a.svg'
    expect(runOptions(chart.split(' '))).toMatchObject({
      model: 'oracle',
      peers: [
        { name: 's', url: 'http://h:1337' },
        { name: 'http://i', url: 'http://i' },
      ],
      database: 'sqlite',
      chosen: [{ name: 'create' }],
      content: { articles: 1000, indexes: false },
      seconds: 4,
    })
    const logins = '--no-workloads --no-growth --rounds 5'
    expect(runOptions(logins.split(' '))).toMatchObject({ chosen: [], growth: false, logins: true, rounds: 5 })
  })
})

describe('a benchmark ends with code 2 before it measures anything', () => {
  test.each([
    ['server/run.ts', ['--svg', 'bars.svg'], '--svg has no effect without --model oracle.'],
    ['server/postgres.ts', ['--seconds', 'abc'], '--seconds must be a whole number'],
    ['server/postgres.ts', ['--only', 'lsit'], 'matches no workload'],
    ['server/telemetry.ts', ['--only', 'lsit'], 'matches no workload'],
    ['server/telemetry.ts', ['--requests', '15'], '--requests must be a whole number of at least 16'],
    ['server/against.ts', [], 'Name one commit to compare with'],
    ['server/against.ts', ['no-such-commit'], "'no-such-commit' is no commit of this repository."],
    ['server/against.ts', ['HEAD', '--database', 'mysql'], "--database must be sqlite or postgres, not 'mysql'."],
    ['server/workers.ts', ['--at-least', 'abc'], '--at-least must be a number greater than 0'],
    ['sdk/run.ts', ['--only', 'core'], "Unknown option '--only'"],
  ])('%s %j', async (file, args, message) => {
    const load = (query: string) => import(/* @vite-ignore */ `../bench/${file}${query}`)
    const { code, out, error } = await runInProcess(load, args, { cwd: root, environment: {} })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toContain(message)
  })

  test('as pnpm runs it', () => {
    const args = ['--import', 'tsx', join('bench', 'server', 'run.ts'), '--svg', 'bars.svg']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('--svg has no effect without --model oracle.')
  })
})
