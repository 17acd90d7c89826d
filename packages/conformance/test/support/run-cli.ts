import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** The full token of the servers that tests ask. */
export const token = 'conformance-full-access'

export interface Said {
  readonly code: number
  readonly out: string
  readonly error: string
}

export const cli = (folder: string, ...args: readonly string[]): Promise<Said> =>
  cliWith({ CONFORMANCE_TOKEN: token }, folder, ...args)

/** The command line with these variables in its environment, those that are undefined taken out. */
export function cliWith(variables: NodeJS.ProcessEnv, folder: string, ...args: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...variables }, timeout: 60_000 },
      (failure, out, error) => {
        resolve({ code: failure ? Number(failure.code) : 0, out, error })
      },
    )
  })
}

/** A new folder, with a configuration where one is given. */
export function newFolder(config?: string): string {
  const path = mkdtempSync(join(tmpdir(), 'conformance-cli-'))
  if (config !== undefined) writeFileSync(join(path, 'conformance.config.mjs'), config)
  return path
}
