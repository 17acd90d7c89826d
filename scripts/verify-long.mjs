// `pnpm verify:long`: runs the checks of scripts/long-verifications.mjs, which take too long for every change.
import './lib/require-node.mjs'
import { build } from './lib/build.mjs'
import { chooseSteps } from './lib/choose-steps.mjs'
import { runSteps } from './lib/run-steps.mjs'
import { longVerifications } from './long-verifications.mjs'

const steps = chooseSteps('pnpm verify:long', longVerifications)
if (steps.length === 0) {
  process.stderr.write('No long verification is registered in scripts/long-verifications.mjs.\n')
  process.exit(2)
}
await build()
process.exitCode = (await runSteps(steps)) ? 0 : 1
