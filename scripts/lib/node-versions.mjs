import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readJson } from './root.mjs'
import { run } from './run.mjs'

/** The major versions of Node on which the packages are tested, each with the major version of npm beside it. */
export const nodeVersions = [
  { node: 20, npm: 10 },
  { node: 22, npm: 10 },
  { node: 24, npm: 11 },
  { node: 26, npm: 12 },
]

/**
 * Installs the newest Node and npm of two major versions into a folder, from the registry that npm is
 * configured to use. Resolves to `{ version, program, env }`: Node's version, its path, and an environment in
 * which `node`, `npm` and `npx` are these. Native code is compiled with the headers of this Node, so none are
 * downloaded. Install scripts run as npm decides.
 *
 * @throws Error with npm's output if it can't install them
 */
export async function installNode({ node, npm }, folder) {
  // The package `node` installs this one by an install script, which npm 12 blocks.
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const quiet = ['--no-audit', '--no-fund', '--no-engine-strict', '--loglevel=error', '--prefer-offline']
  const { code, output } = await run('npm', ['install', ...quiet, `${name}@${node}`, `npm@${npm}`], { cwd: folder })
  if (code !== 0) throw new Error(output)
  const installed = join(folder, 'node_modules', name)
  const path = [join(folder, 'node_modules', '.bin'), join(installed, 'bin'), process.env.PATH]
  return {
    version: readJson(join(installed, 'package.json')).version,
    program: join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    env: { PATH: path.join(delimiter), npm_config_nodedir: installed, npm_config_ignore_scripts: 'false' },
  }
}

/** Returns how many packages are installed in a project. */
export function installedPackages(project) {
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8'))
  return Object.keys(packages).length
}
