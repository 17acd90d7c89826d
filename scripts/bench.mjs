// `pnpm bench`, `pnpm bench:<name>`: builds everything and runs one of the programs below. Other arguments
// are passed to it. Programs that start a server measure the bundle, as it is published.
import './lib/require-node.mjs'
import { build } from './lib/build.mjs'
import { binOf, inRoot } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const programs = {
  server: 'bench/server/run.ts',
  against: 'bench/server/against.ts',
  code: 'bench/server/project-code.ts',
  files: 'bench/server/read-files.ts',
  peers: 'bench/peers/run.ts',
  postgres: 'bench/server/postgres.ts',
  sdk: 'bench/sdk/run.ts',
  webhooks: 'bench/server/webhooks.ts',
  sort: 'packages/server/test/sort-figures/cli.ts',
}

const [name, ...options] = process.argv.slice(2)
const program = programs[name]
if (program === undefined) throw new Error(`Name one of ${Object.keys(programs).join(', ')}.`)
await build()
if (name !== 'sdk' && name !== 'sort') await must([inRoot('packages', 'server', 'scripts', 'bundle.mjs')])
// The settings of the compiler in bench/ lead to the sources of the packages. Coverage counts their builds.
const cwd = name === 'files' ? inRoot() : inRoot('bench')
await must([binOf('tsx'), inRoot(program), ...options], { cwd })

/** Runs a program in this terminal, and ends this one with its exit code if that isn't 0. */
async function must(command, settings) {
  const { code } = await runNode(command, { ...settings, stream: 'terminal' })
  if (code !== 0) process.exit(code)
}
