import { binOf, inRoot } from './root.mjs'
import { duration, runNode } from './run.mjs'

const explorer = inRoot('packages', 'explorer', 'scripts', 'build.mjs')

/**
 * Builds every package's `dist` and the page of the explorer. If that fails, prints the messages and ends the
 * process.
 */
export async function build() {
  const started = performance.now()
  const notice = setTimeout(() => process.stdout.write('Building …\n'), 1000)
  const compiled = await runNode([binOf('typescript', 'tsc'), '-b'])
  // The page bundles the compiler's output.
  const { code, output } = compiled.code === 0 ? await runNode([explorer]) : compiled
  clearTimeout(notice)
  if (code !== 0) {
    process.stderr.write(`${output}\nThe build failed. See the messages above.\n`)
    process.exit(1)
  }
  const took = performance.now() - started
  if (took > 1000) process.stdout.write(`Built in ${duration(took)}.\n`)
}
