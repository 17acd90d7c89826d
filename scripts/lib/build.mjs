import { binOf } from './root.mjs'
import { duration, runNode } from './run.mjs'

/** Builds every package's `dist`. If that fails, prints the compiler's messages and ends the process. */
export async function build() {
  const started = performance.now()
  const notice = setTimeout(() => process.stdout.write('Building …\n'), 1000)
  const { code, output } = await runNode([binOf('typescript', 'tsc'), '-b'])
  clearTimeout(notice)
  if (code !== 0) {
    process.stderr.write(`${output}\nThe build failed. See the compiler's messages above.\n`)
    process.exit(1)
  }
  const took = performance.now() - started
  if (took > 1000) process.stdout.write(`Built in ${duration(took)}.\n`)
}
