// Rehearses releases: a clean clone makes the versions and changelogs and publishes to a registry on this
// machine. Readers then follow the READMEs and the tutorials with these packages, and upgrade a project with
// content.
import './lib/require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../packages/server/test/support/browser.ts'
import { followReadmes, followTutorials } from './lib/follow-readmes.mjs'
import { startSession } from './lib/reader-session.mjs'
import { serveRegistry } from './lib/package-registry.mjs'
import { cloneForReleases, published } from './lib/release-clone.mjs'
import { mustContain, reportSteps } from './lib/report-steps.mjs'

const { report, step, finish } = reportSteps()

/** Checks that each package has a version in the registry as the latest one, and in its changelog. */
function mustBePublished(version) {
  for (const name of published) {
    const found = registry.packages.get(`@content-api/${name}`)
    if (found?.['dist-tags'].latest !== version) {
      throw new Error(`@content-api/${name} ${version} is missing: ${JSON.stringify(found?.['dist-tags'])}`)
    }
    mustContain(clone.changelogOf(name), `\n## ${version}\n`)
  }
}

const list = `curl -s http://127.0.0.1:1337/api/articles`
const write = `curl -s -X POST -H 'Content-Type: application/json' -d '{"data":{"title":"Kept"}}' http://127.0.0.1:1337/api/articles`

const base = mkdtempSync(join(tmpdir(), 'content-api-release-'))
const registry = await serveRegistry()
let clone
let session
try {
  const isReleased =
    (await step('a clean clone installs and builds', async () => {
      clone = await cloneForReleases(join(base, 'clone'), registry)
    })) &&
    (await step('the first release is 0.1.0 of all packages, with changelogs', async () => {
      await clone.release()
      mustBePublished('0.1.0')
    }))
  if (isReleased) {
    for (const [title, problem] of await followReadmes(registry)) report(title, problem)
    for (const [title, problem] of await followTutorials(registry, openBrowser)) report(title, problem)
    session = await startSession(registry)
    await session.begin({})
    await step('a project of 0.1.0 has content', async () => {
      for (const command of ['npx @content-api/server init shop', 'cd shop', 'npm install', 'npm run dev', write]) {
        await session.run(command)
      }
      await session.stop()
    })
    await step('the second release is 0.1.1 of all packages', async () => {
      await clone.addFix('A rehearsed fix.')
      await clone.release()
      mustBePublished('0.1.1')
      mustContain(clone.changelogOf('server'), 'A rehearsed fix.')
    })
    await step('npm install shows the deprecation of a version', async () => {
      await clone.deprecate('@content-api/server@0.1.0', 'Use 0.1.1.')
      await session.run('mkdir old && cd old && npm init --yes')
      mustContain(await session.run('npm install @content-api/server@0.1.0'), 'Use 0.1.1.')
      await session.run('cd ..')
    })
    await step('the project keeps its content when it is upgraded', async () => {
      await session.run('npm install @content-api/server@latest')
      mustContain(await session.run('npm ls @content-api/server'), '@content-api/server@0.1.1')
      await session.run('npm run dev')
      mustContain(await session.run(list), '"Kept"')
    })
  }
} finally {
  await session?.close()
  await registry.close()
  rmSync(base, { recursive: true, force: true })
}
finish()
