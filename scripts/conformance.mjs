// `pnpm conformance`: runs the suite against the reference server, with the suite's content model, roles and
// tokens. `--database URL` uses PostgreSQL or another SQLite file. `--production` starts the server in
// production mode. All other arguments are passed to `run`.
import { parseArgs } from 'node:util'
import { startReferenceTarget } from './lib/reference-target.mjs'
import { inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const { values } = parseArgs({
  options: { database: { type: 'string' }, production: { type: 'boolean' } },
  strict: false,
})
const target = await startReferenceTarget(values)

try {
  const { code, output } = await runNode(
    [suite, 'run', target.url, '--config', target.configurationFile, ...passedOn()],
    { stream: 'copy' },
  )
  const passed = /(\d+) passed/.exec(output)?.[1] ?? '0'
  const failed = /(\d+) failed/.exec(output)?.[1] ?? (code === 0 ? '0' : '1')
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = code === 0 && passed === '0' ? 1 : code
} finally {
  await target.close()
}

function passedOn() {
  const given = process.argv.slice(2).filter((argument) => argument !== '--production')
  const at = given.indexOf('--database')
  return at < 0 ? given : given.toSpliced(at, 2)
}
