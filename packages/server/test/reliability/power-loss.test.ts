import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { projectFolder, startService } from './service-process.js'

const creates = 100

/**
 * Counting fsyncs requires strace and the right to use it. On every machine, `storage-database.test.ts`
 * checks SQLite's setting `synchronous`.
 */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

it.runIf(canTrace)(`${creates} consecutive creates cause at least ${creates} fsyncs (R1b)`, async () => {
  const { connection } = sqliteDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'content-api-trace-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const trace = join(folder, 'syncs')
  const tracing = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', trace]
  const service = await startService(projectFolder(), connection, { under: tracing })
  const syncs = () => readFileSync(trace, 'utf8').match(/f(?:data)?sync\(\d+\) += 0/g)?.length ?? 0
  const before = syncs()
  for (let index = 0; index < creates; index++) {
    expect((await service.ask('POST /api/tags', { name: `synced ${index}` })).status).toBe(200)
  }
  const counted = syncs() - before
  process.stdout.write(`${counted} fsyncs for ${creates} creates\n`)
  expect(counted).toBeGreaterThanOrEqual(creates)
})
