import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'

/**
 * Copies the files that git tracks or would add, as they are in the working tree: a clone before anything is
 * installed.
 */
export async function copyRepository(folder) {
  const { output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const path of output.split('\0').filter((path) => path !== '' && existsSync(inRoot(path))))
    cpSync(inRoot(path), join(folder, path), { verbatimSymlinks: true })
}
