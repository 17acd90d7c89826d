import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.mjs'

/**
 * Returns the known vulnerabilities of the components of a software bill of materials, one line each, as
 * `npm audit` reports them: from the registry that npm is configured to use.
 * @throws Error if the registry doesn't respond to audits
 */
export async function findAdvisories({ components }, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-advisories-'))
  try {
    writeProject(folder, components)
    const { output } = await run('npm', ['audit', '--package-lock-only', '--json', '--loglevel=silent'], {
      cwd: folder,
      env,
    })
    const { vulnerabilities, error, message } = JSON.parse(output)
    if (vulnerabilities === undefined) throw new Error(`npm audit failed: ${message ?? error?.summary ?? output}`)
    return Object.values(vulnerabilities).flatMap(({ name, severity, via }) =>
      via
        .filter((each) => typeof each === 'object')
        .map(({ title, range, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a project whose lock file has exactly the components. An alias installs a second version of a package. */
function writeProject(folder, components) {
  const packages = components.map(({ group, name, version }) => {
    const full = group ? `${group}/${name}` : name
    return { full, version, alias: `${full}-${version}` }
  })
  const root = {
    name: 'bundled-packages',
    version: '0.0.0',
    private: true,
    dependencies: Object.fromEntries(packages.map(({ full, version, alias }) => [alias, `npm:${full}@${version}`])),
  }
  const entries = packages.map(({ full, version, alias }) => [`node_modules/${alias}`, { name: full, version }])
  const lock = {
    name: root.name,
    version: root.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(entries) },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
}
