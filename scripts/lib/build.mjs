import { binOf } from './root.mjs'
import { duration, runNode } from './run.mjs'

/** Brings every package's `dist` up to date; ends the process with the compiler's messages when that fails. */
export async function build() {
  const started = performance.now()
  const notice = setTimeout(() => process.stdout.write('Building …\n'), 1000)
  const { code, output } = await runNode([binOf('typescript', 'tsc'), '-b'])
  clearTimeout(notice)
  if (code !== 0) {
    process.stderr.write(`${output}\nThe build failed; what the compiler said stands above.\n`)
    process.exit(1)
  }
  const took = performance.now() - started
  if (took > 1000) process.stdout.write(`Built in ${duration(took)}.\n`)
}
