// `pnpm conformance`: the suite against the reference server, on the suite's own content model. Arguments go to `run`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const server = inRoot('packages', 'server', 'dist', 'cli', 'main.js')
const folder = mkdtempSync(join(tmpdir(), 'content-api-conformance-'))

const exported = await runNode([suite, 'model', 'export', '--format', 'strapi4', '--with-array', '--out', folder])
if (exported.code !== 0) throw new Error(`The content model was not written:\n${exported.output}`)

const database = join(folder, 'data.db')
const child = spawn(process.execPath, [server, 'start', '--project', folder, '--database', database, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address) resolve(address)
    })
  })
  const { code, output } = await runNode([suite, 'run', url, ...process.argv.slice(2)], { stream: 'copy' })
  const passed = /(\d+) passed/.exec(output)?.[1] ?? '0'
  const failed = /(\d+) failed/.exec(output)?.[1] ?? (code === 0 ? '0' : '1')
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = code === 0 && passed === '0' ? 1 : code
} finally {
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
