import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'

/**
 * Fetches one commit of a public repository of GitHub into node_modules/.cache, unless an earlier call did.
 * Returns the folder with its files. Git's `url.<base>.insteadOf` chooses another source.
 *
 * @throws Error with git's output
 */
export async function fetchCommit(repository, commit, { say }) {
  const folder = inRoot('node_modules', '.cache', 'repositories', `${repository.replace('/', '+')}@${commit}`)
  if (existsSync(folder)) return folder
  say(`Fetching ${repository} …`)
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const steps = [
    ['init', '--quiet'],
    ['fetch', '--quiet', '--depth', '1', `https://github.com/${repository}.git`, commit],
    ['checkout', '--quiet', '--detach', 'FETCH_HEAD'],
  ]
  for (const step of steps) {
    const { code, output } = await run('git', step, { cwd: unfinished, env: { GIT_TERMINAL_PROMPT: '0' } })
    if (code !== 0) throw new Error(`git ${step[0]} failed for ${repository}:\n${output}`)
  }
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(unfinished, folder)
  return folder
}
