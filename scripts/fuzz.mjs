// `pnpm fuzz --runs 50000 [--seed 4711]`: generated REST requests, asked of both databases.
import './lib/require-node.mjs'
import { parseArgs } from 'node:util'
import { binOf } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const usage = 'Usage: pnpm fuzz [--runs <number>] [--seed <number>]'

function readOptions() {
  const options = { runs: { type: 'string', default: '5000' }, seed: { type: 'string', default: '4711' } }
  try {
    const { values } = parseArgs({ options })
    const wrong = Object.entries(values).find(([, value]) => !/^\d{1,9}$/.test(value))
    if (!wrong) return values
    throw new Error(`--${wrong[0]} takes a number, not '${String(wrong[1])}'.`)
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}\n`)
    process.exit(2)
  }
}

const { runs, seed } = readOptions()
const args = [binOf('vitest'), 'run', '--project', 'server', 'test/fuzz/rest']
const { code } = await runNode(args, { stream: 'terminal', env: { FUZZ_RUNS: runs, FUZZ_SEED: seed } })
process.exitCode = code
