import { binOf, inRoot } from './root.mjs'
import { duration, runNode } from './run.mjs'

/**
 * Returns the commands that build every package's `dist`, then the pages that are made from the compiled
 * sources.
 */
export const buildCommands = () => [
  [binOf('typescript', 'tsc'), '-b'],
  [inRoot('packages', 'explorer', 'scripts', 'build.mjs')],
  [inRoot('packages', 'conformance', 'scripts', 'write-clause-page.mjs')],
]

/** Builds everything. If that fails, prints the messages and ends the process. */
export async function build() {
  const started = performance.now()
  const notice = setTimeout(() => process.stdout.write('Building …\n'), 1000)
  for (const command of buildCommands()) {
    const { code, output } = await runNode(command)
    if (code === 0) continue
    process.stderr.write(`${output}\nThe build failed. See the messages above.\n`)
    process.exit(1)
  }
  clearTimeout(notice)
  const took = performance.now() - started
  if (took > 1000) process.stdout.write(`Built in ${duration(took)}.\n`)
}
