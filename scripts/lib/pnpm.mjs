import { inRoot, readJson } from './root.mjs'
import { run } from './run.mjs'

const QUIET = {
  // pnpm must not ask questions, whether or not there is a terminal.
  CI: 'true',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  npm_config_update_notifier: 'false',
}

/** Returns `pnpm@x.y.z`, from package.json. */
export const pinned = () => readJson(inRoot('package.json')).packageManager

let found

/** Returns the pinned pnpm as `{ program, args }`: the one on the PATH if it has that version, or else through npx. */
async function findPnpm() {
  const onPath = await run('pnpm', ['--version'], { env: QUIET })
  if (onPath.code === 0 && `pnpm@${onPath.output.trim()}` === pinned()) return { program: 'pnpm', args: [] }
  return { program: 'npx', args: ['--yes', pinned()] }
}

/** Runs pnpm in the workspace, with the options and the result of `run`. */
export async function pnpm(args, options = {}) {
  found ??= findPnpm()
  const { program, args: before } = await found
  return run(program, [...before, ...args], { ...options, env: { ...QUIET, ...options.env } })
}
