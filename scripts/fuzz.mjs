// `pnpm fuzz --runs 50000 [--seed 4711] [--interface graphql]`: sends generated requests to both databases.
// With `--interface cost` it sends reads of the atlas example through REST and GraphQL, and compares their
// times with the server's estimates.
import './lib/require-node.mjs'
import { parseArgs } from 'node:util'
import { binOf } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const usage = 'Usage: pnpm fuzz [--runs <number>] [--seed <number>] [--interface rest|graphql|cost]'

const interfaces = ['rest', 'graphql', 'cost']

function readOptions() {
  const options = {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '4711' },
    interface: { type: 'string', default: 'rest' },
  }
  try {
    const { values } = parseArgs({ options })
    const wrong = ['runs', 'seed'].find((name) => !/^\d{1,9}$/.test(values[name]))
    if (wrong) throw new Error(`--${wrong} expects a number, not '${String(values[wrong])}'.`)
    if (interfaces.includes(values.interface)) return values
    throw new Error(`--interface must be one of ${interfaces.join(', ')}, not '${String(values.interface)}'.`)
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}\n`)
    process.exit(2)
  }
}

const { runs, seed, interface: asked } = readOptions()
const args = [binOf('vitest'), 'run', '--project', 'server', `test/fuzz/${String(asked)}.test`]
const { code } = await runNode(args, { stream: 'terminal', env: { FUZZ_RUNS: runs, FUZZ_SEED: seed } })
process.exitCode = code
