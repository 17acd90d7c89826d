import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from './pnpm.mjs'
import { inRoot, readJson, root } from './root.mjs'
import { run } from './run.mjs'

/** The folders of the published packages. */
export const published = readdirSync(inRoot('packages')).filter(
  (name) => !readJson(inRoot('packages', name, 'package.json')).private,
)

/**
 * Clones the last commit of this repository into a folder, and installs and builds it. Releases of the clone
 * go to a registry from `serveRegistry`.
 */
export async function cloneForReleases(folder, registry) {
  const must = async (promise, title) => {
    const { code, output } = await promise
    if (code !== 0) throw new Error(`${title} failed:\n${output}`)
    return output
  }
  const git = (...args) => must(run('git', args, { cwd: folder }), `git ${args[0]}`)
  await must(run('git', ['clone', '--quiet', root, folder]), 'git clone')
  const inClone = (args, env) => must(pnpm(args, { cwd: folder, env }), `pnpm ${args.join(' ')}`)
  await inClone(['install', '--frozen-lockfile'])
  await inClone(['build'])
  const settings = join(folder, '.git', 'npmrc')
  // Publishing needs an account, and the registry accepts every one.
  writeFileSync(settings, `registry=${registry.url}/\n//${new URL(registry.url).host}/:_auth=bm9ib2R5Om5vYm9keQ==\n`)
  const asOwner = { npm_config_userconfig: settings, npm_config_registry: `${registry.url}/` }
  const commit = async (message) => {
    await git('add', '--all')
    await git('-c', 'user.name=release', '-c', 'user.email=release@example.org', 'commit', '--quiet', '-m', message)
  }
  return {
    /** Makes versions and changelogs as `release.yml` does, and publishes the packages. */
    async release() {
      await inClone(['release:version'])
      await commit('Version packages')
      await inClone(['release:publish'], asOwner)
    },
    /** Adds a changeset for a fix in all packages. */
    async addFix(text) {
      const names = published.map((name) => `'@content-api/${name}': patch\n`).join('')
      writeFileSync(join(folder, '.changeset', 'rehearsed-fix.md'), `---\n${names}---\n\n${text}\n`)
      await commit('all: fix something')
    },
    deprecate: (version, message) =>
      must(run('npm', ['deprecate', version, message], { cwd: folder, env: asOwner }), 'npm deprecate'),
    changelogOf: (name) => readFileSync(join(folder, 'packages', name, 'CHANGELOG.md'), 'utf8'),
  }
}
