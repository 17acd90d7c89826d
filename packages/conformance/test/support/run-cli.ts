import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInProcess, type Said } from '../../../../tests/support/run-in-process.js'
import { temporaryFolder } from './temporary-folder.js'

/** The command as it is published: `scripts/bundle.mjs` writes it before the tests, from the compiled sources. */
const main = fileURLToPath(new URL('../../bundle/bin/content-api-conformance.js', import.meta.url))

/** The full token of the servers in tests. */
export const token = 'conformance-full-access'

/** Runs the command line in this process, from its sources. */
export const cli = (folder: string, ...args: readonly string[]): Promise<Said> =>
  cliWith({ CONFORMANCE_TOKEN: token }, folder, ...args)

const load = (query: string) => import(/* @vite-ignore */ `../../src/cli/main.ts${query}`)

/** Does the same with these environment variables. Undefined ones are removed. */
export const cliWith = (variables: NodeJS.ProcessEnv, folder: string, ...args: readonly string[]): Promise<Said> =>
  runInProcess(load, args, { cwd: folder, environment: { NO_COLOR: '1', ...variables } })

/** Runs the published command in its own process, with these environment variables. */
export function command(variables: NodeJS.ProcessEnv, folder: string, ...args: readonly string[]): Promise<Said> {
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
