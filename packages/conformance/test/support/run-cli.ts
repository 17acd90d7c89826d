import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './temporary-folder.js'

/** The command as it is published: `scripts/bundle.mjs` writes it before the tests, from the compiled sources. */
const main = fileURLToPath(new URL('../../bundle/bin/content-api-conformance.js', import.meta.url))

/** The full token of the servers in tests. */
export const token = 'conformance-full-access'

export interface Said {
  readonly code: number
  readonly out: string
  readonly error: string
}

export const cli = (folder: string, ...args: readonly string[]): Promise<Said> =>
  cliWith({ CONFORMANCE_TOKEN: token }, folder, ...args)

/** Runs the command line with these environment variables. Undefined ones are removed. */
export function cliWith(variables: NodeJS.ProcessEnv, folder: string, ...args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...variables }, timeout: 600_000 },
      (failure, out, error) => {
        resolve({ code: failure ? Number(failure.code) : 0, out, error })
      },
    )
  })
}

/** Creates a new folder, with a configuration if one is passed. */
export function newFolder(config?: string): string {
  const path = temporaryFolder()
  if (config !== undefined) writeFileSync(join(path, 'conformance.config.mjs'), config)
  return path
}
