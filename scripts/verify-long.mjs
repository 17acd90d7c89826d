// `pnpm verify:long`: runs the checks of scripts/long-verifications.mjs, which take too long for every change.
import './lib/require-node.mjs'
import { build } from './lib/build.mjs'
import { chooseSteps } from './lib/choose-steps.mjs'
import { runSteps } from './lib/run-steps.mjs'
import { minutesOf, timeOf, verificationGroups } from './lib/verification-groups.mjs'
import { longVerifications } from './long-verifications.mjs'

const groups = Object.fromEntries(
  Object.entries(verificationGroups).map(([name, group]) => [
    name,
    {
      heading: `${name}, ${minutesOf(group)} min: ${group.title}`,
      steps: Object.fromEntries(Object.entries(group.rows).map(([row, time]) => [row, timeOf(time)])),
    },
  ]),
)
const steps = chooseSteps('pnpm verify:long', longVerifications, groups)
if (steps.length === 0) {
  process.stderr.write('No long verification is registered in scripts/long-verifications.mjs.\n')
  process.exit(2)
}
await build()
process.exitCode = (await runSteps(steps)) ? 0 : 1
