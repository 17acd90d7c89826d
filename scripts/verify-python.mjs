// Runs the suite against the Python server (examples/python-server) at tiers 0 and 1. `--strict` also counts
// observed and disputed clauses. Shows that the suite doesn't require anything that only the TypeScript
// implementations have.
import { tmpdir } from 'node:os'
import { pythonConfiguration, pythonVersion, startPythonServer } from './lib/python-server.mjs'
import { inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const version = pythonVersion()

if (version === null) process.stdout.write('Skipped: there is no python3 of version 3.9 or newer on this machine.\n')
else process.exitCode = await verify()

async function verify() {
  process.stdout.write(`${version}\n`)
  const target = await startPythonServer()
  let passed = 0
  let failed = 0
  try {
    for (const tier of ['0', '1']) {
      const args = ['run', target.url, '--config', pythonConfiguration, '--tier', tier, '--strict', '--quiet']
      const { code, output } = await runNode([suite, ...args], { cwd: tmpdir(), stream: 'copy' })
      passed += Number(/(\d+) passed/.exec(output)?.[1] ?? 0)
      failed += Number(/(\d+) failed/.exec(output)?.[1] ?? (code === 0 ? 0 : 1))
    }
  } finally {
    await target.close()
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}
