import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const builds = fileURLToPath(new URL('../.data/commits', import.meta.url))

/**
 * Returns the full hash of a commit.
 *
 * @throws Error if the repository has no such commit
 */
export function resolveCommit(commit: string): string {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`'${commit}' is no commit of this repository. \`git log --oneline\` lists them.`)
  return stdout.trim()
}

/**
 * Builds and bundles the server of a commit in a clone, unless an earlier call did. Prints the output of the
 * commands. Returns the bundle of its command line.
 */
export async function buildCommit(hash: string): Promise<string> {
  const clone = join(builds, hash)
  const cli = join(clone, 'packages', 'server', 'bundle', 'bin', 'content-api.js')
  if (existsSync(cli)) return cli
  // An interrupted build must not be used as a complete one.
  const unfinished = `${clone}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(clone), { recursive: true })
  const runIn = (folder: string, program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'inherit' })
  console.log(`Building ${hash.slice(0, 8)} …`)
  runIn(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, unfinished)
  runIn(unfinished, 'git', 'checkout', '--quiet', '--detach', hash)
  // The commit's own `npm test` installs its dependencies.
  runIn(unfinished, process.execPath, join('scripts', 'test.mjs'), '--only', 'build')
  runIn(unfinished, process.execPath, join('packages', 'server', 'scripts', 'bundle.mjs'))
  await rename(unfinished, clone)
  return cli
}
