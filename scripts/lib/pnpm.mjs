import { inRoot, readJson } from './root.mjs'
import { run } from './run.mjs'

const QUIET = {
  // No question may be asked, whether or not a terminal is there to answer it.
  CI: 'true',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  npm_config_update_notifier: 'false',
}

/** `pnpm@x.y.z`, from package.json. */
export const pinned = () => readJson(inRoot('package.json')).packageManager

let found

/** The pinned pnpm as `{ program, args }`: the one on the PATH when it has exactly that version, else npx fetches it. */
async function findPnpm() {
  const onPath = await run('pnpm', ['--version'], { env: QUIET })
  if (onPath.code === 0 && `pnpm@${onPath.output.trim()}` === pinned()) return { program: 'pnpm', args: [] }
  return { program: 'npx', args: ['--yes', pinned()] }
}

/** Runs pnpm in the workspace; same options and result as `run`. */
export async function pnpm(args, options = {}) {
  found ??= findPnpm()
  const { program, args: before } = await found
  return run(program, [...before, ...args], { ...options, env: { ...QUIET, ...options.env } })
}
