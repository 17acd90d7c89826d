import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The files that let real time pass, each with the reason why a busy machine can't make a test fail. */
const pausing: Readonly<Record<string, string>> = {
  'packages/sdk/test/auth-renewal.test.ts': 'uses up a part of a time limit, at least',
  'packages/sdk/test/e2e/accounts.test.ts': 'begins a call in a later turn',
  'packages/sdk/test/e2e/services.ts': 'looks for a mail until it is there',
  'packages/engine/src/concurrency/queue.test.ts': 'uses a fake clock',
  'packages/server/test/beside/drift-part.ts': 'only the long run: the pace of a load',
  'packages/server/test/beside/permissions-part.ts': 'only the long run: the second in which a permission takes effect',
  'packages/server/test/cluster/scale.test.ts': 'only the long run: the duration of a load',
  'packages/server/test/reliability/busy-file.test.ts': 'leaves the processor to others between two reads',
  'packages/server/test/reliability/database-down.test.ts': 'the pace of a load, and the outage of the long run',
  'packages/server/test/reliability/departed-clients.test.ts': 'looks for a lock until it is there',
  'packages/server/test/reliability/departed-work.test.ts': 'looks for work until it has ended',
  'packages/server/test/reliability/handover.test.ts': 'the pace of a load and of health checks',
  'packages/server/test/reliability/image-process.test.ts': 'kills a process at some moment; every moment is valid',
  'packages/server/test/reliability/loop-delay.test.ts': 'only the long run: the duration of a load',
  'packages/server/test/reliability/no-connection.test.ts': 'looks for locks until they are there',
  'packages/server/test/reliability/slow-clients.test.ts': 'only the long run: the start of slow clients',
  'packages/server/test/reliability/slow-reads.test.ts': 'the pace of reads beside a slow one',
  'packages/server/test/reliability/two-processes.test.ts': 'the pace of a reader',
  'packages/server/test/reliability/workers.test.ts': 'the pace of a load',
  'packages/server/test/replay/server.ts': 'looks for a mail until it is there',
  'packages/server/test/strapi-round-trip/strapi-project.ts': 'looks for Strapi until it responds',
  'packages/server/test/support/embedded-postgres.ts': 'looks for a process until it is ready or has ended',
  'packages/server/test/engine/write/concurrency.test.ts': 'the pace of a reader',
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.ts'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => /\.(test|spec)\.ts$|\/(test|tests|e2e)\//.test(path) && existsSync(join(root, path)))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

const filesWith = (pattern: RegExp) => files.filter(([, content]) => pattern.test(content)).map(([path]) => path)

test('tests wait for events: other files let no real time pass', () => {
  expect(
    filesWith(/setTimeout\(res|setTimeout\(\(\) => res|setTimeout[^\n]* from 'node:timers\/promises'/).toSorted(),
  ).toEqual(Object.keys(pausing).toSorted())
})

test('waits for events have no limit of their own: `expect.poll` and `eventually` only end tests that hang', () => {
  expect(filesWith(/vi\.wait(?:For|Until)\(/)).toEqual(['packages/server/test/support/eventually.ts'])
  expect(filesWith(/\.poll\([^\n]*\{ ?timeout/)).toEqual([])
})

test('no test judges measured time, except by a limit of the long run', () => {
  expect(filesWith(/expect\([^\n]*(?:performance|Date)\.now\(\)[^\n]*toBeLessThan/)).toEqual([
    'packages/server/test/reliability/no-connection.test.ts',
  ])
})
