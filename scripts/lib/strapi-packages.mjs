import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inRoot, readJson } from './root.mjs'
import { duration, run } from './run.mjs'

/** The Strapi version that this project is compared with. */
export const strapiVersion = '4.26.2'

const own = {
  '@strapi/strapi': strapiVersion,
  '@strapi/plugin-users-permissions': strapiVersion,
  'better-sqlite3': '11.10.0',
  pg: '8.11.3',
  // Required by Strapi's packages.
  react: '^18.2.0',
  'react-dom': '^18.2.0',
  'react-router-dom': '5.3.4',
  'styled-components': '5.3.11',
}
/** The dependencies of a project without a manifest. */
const usual = { '@strapi/plugin-graphql': strapiVersion, '@strapi/plugin-i18n': strapiVersion }

/**
 * Returns the folder `node_modules` with the packages of a project. Uses that of the folder `packages`, or
 * else the project's own if it holds Strapi `strapiVersion`. Otherwise installs the packages once per set of
 * dependencies, in node_modules/.cache of this repository.
 * @throws Error if npm fails, or if `packages` doesn't hold this version of Strapi
 */
export async function strapiPackages(project, { packages, say }) {
  for (const folder of [packages, project]) {
    const modules = folder && resolve(folder, 'node_modules')
    if (modules && versionIn(modules) === strapiVersion) return modules
    if (folder && folder === packages) {
      throw new Error(
        `${modules} holds ${versionIn(modules) ? `Strapi ${versionIn(modules)}` : 'no Strapi'}, not ${strapiVersion}.`,
      )
    }
  }
  const manifest = manifestOf(project)
  const hash = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
  const folder = inRoot('node_modules', '.cache', 'strapi', hash)
  const complete = join(folder, 'complete')
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
    await install(folder, say)
    writeFileSync(complete, '')
  }
  return join(folder, 'node_modules')
}

function versionIn(modules) {
  const file = join(modules, '@strapi', 'strapi', 'package.json')
  return existsSync(file) ? readJson(file).version : undefined
}

/**
 * Returns a manifest with the project's dependencies, or with defaults if the project has no manifest. Every
 * `@strapi` package of version 4 gets the version `strapiVersion`. Adds Strapi and the packages that it
 * needs. Leaves out packages of this repository.
 */
export function manifestOf(project) {
  const file = join(project, 'package.json')
  const given = existsSync(file) ? readJson(file) : { dependencies: usual }
  const others = Object.entries(given.dependencies ?? {}).filter(([name]) => !name.startsWith('@content-api/'))
  const dependencies = Object.fromEntries(
    others.map(([name, range]) => [name, name.startsWith('@strapi/') && /^\D?4\./.test(range) ? strapiVersion : range]),
  )
  const overrides = { sharp: '0.33.5', ...given.overrides }
  return { private: true, dependencies: { ...dependencies, ...own }, overrides }
}

async function install(folder, say) {
  say(`Installing Strapi ${strapiVersion} with npm (once, two to three minutes, 640 MB) …`)
  const started = performance.now()
  const timer = setInterval(() => say(`  … ${duration(performance.now() - started)}`), 15_000)
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const { code, output } = await run('npm', args, { cwd: folder }).finally(() => clearInterval(timer))
  if (code === 0) return say(`Installed in ${duration(performance.now() - started)}.`)
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`npm could not install Strapi ${strapiVersion}:\n${output.slice(-4000)}`)
}
