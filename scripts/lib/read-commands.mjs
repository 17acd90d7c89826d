import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { inRoot } from './root.mjs'

/** Returns the commands of a built program of this repository, such as `packages/server/dist/cli/main.js`. */
export function readCommands(main) {
  const printer = pathToFileURL(inRoot('scripts', 'lib', 'print-commands.mjs')).href
  return JSON.parse(execFileSync(process.execPath, ['--import', printer, inRoot(main)], { encoding: 'utf8' }))
}
