import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installOnce } from './cached-packages.mjs'
import { readJson } from './root.mjs'

/** The Strapi version that this project is compared with. */
export const strapiVersion = '4.26.2'

/** The versions of Strapi 5 that the SDK is tested with: the newest whose packages npm has all, and an early one. */
export const strapi5Versions = ['5.54.0', '5.0.6']

const majorOf = (version) => version.split('.')[0]

/** The packages that Strapi needs, by its major version. React and the packages below are required by Strapi's. */
const ownPackages = {
  4: {
    'better-sqlite3': '11.10.0',
    pg: '8.11.3',
    react: '^18.2.0',
    'react-dom': '^18.2.0',
    'react-router-dom': '5.3.4',
    'styled-components': '5.3.11',
  },
  5: {
    'better-sqlite3': '12.8.0',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.6',
    'styled-components': '6.6.0',
  },
}

/** The dependencies of a project without a manifest. Strapi 5 contains the plugin for locales. */
const usual = (version) => ({
  '@strapi/plugin-graphql': version,
  ...(majorOf(version) === '4' && { '@strapi/plugin-i18n': version }),
})

/**
 * Returns the folder `node_modules` with the packages of a project. Uses that of the folder `packages`, or
 * else the project's own if it holds Strapi `version`. Otherwise installs the packages once per set of
 * dependencies, in node_modules/.cache of this repository.
 * @throws Error if npm fails, or if `packages` doesn't hold this version of Strapi
 */
export async function strapiPackages(project, { packages, say, version = strapiVersion }) {
  for (const folder of [packages, project]) {
    const modules = folder && resolve(folder, 'node_modules')
    if (modules && findStrapi(folder) === version) return modules
    if (folder && folder === packages) {
      const found = findStrapi(folder)
      throw new Error(`${modules} holds ${found ? `Strapi ${found}` : 'no Strapi'}, not ${version}.`)
    }
  }
  const manifest = manifestOf(project, version)
  const note = 'two to four minutes, 640 to 750 MB'
  const folder = await installOnce('strapi', manifest, { title: `Strapi ${version}`, note, say })
  return join(folder, 'node_modules')
}

/** Returns the version of Strapi in the node_modules of a folder, or undefined. */
export function findStrapi(folder) {
  const file = resolve(folder, 'node_modules', '@strapi', 'strapi', 'package.json')
  return existsSync(file) ? readJson(file).version : undefined
}

/**
 * Returns a manifest with the project's dependencies, or with defaults if the project has no manifest. Every
 * `@strapi` package of the same major version gets this version. Adds Strapi and the packages that it needs.
 * Leaves out packages of this repository.
 */
export function manifestOf(project, version = strapiVersion) {
  const file = join(project, 'package.json')
  const given = existsSync(file) ? readJson(file) : { dependencies: usual(version) }
  const others = Object.entries(given.dependencies ?? {}).filter(([name]) => !name.startsWith('@content-api/'))
  const dependencies = Object.fromEntries(
    others.map(([name, range]) => {
      const isSameMajor = name.startsWith('@strapi/') && range.replace(/^\D/, '').startsWith(`${majorOf(version)}.`)
      return [name, isSameMajor ? version : range]
    }),
  )
  const own = {
    '@strapi/strapi': version,
    '@strapi/plugin-users-permissions': version,
    ...ownPackages[majorOf(version)],
  }
  // The sharp of earlier versions downloads a library outside of npm.
  const overrides = { ...(version !== strapi5Versions[0] && { sharp: '0.33.5' }), ...given.overrides }
  return { private: true, dependencies: { ...dependencies, ...own }, overrides }
}
