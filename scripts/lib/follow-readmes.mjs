import { readFileSync } from 'node:fs'
import { startSession } from './reader-session.mjs'
import { inRoot } from './root.mjs'
import { writeStrapiProject } from './strapi-tutorial-project.mjs'

/** The suite needs a content type with two published entries. The new project has one and a draft. */
const publishSecondArticle = `curl -X PUT http://127.0.0.1:1337/api/articles/2 -H 'Content-Type: application/json' -d '{ "data": { "publishedAt": "2026-01-01T00:00:00.000Z" } }'`

/**
 * The READMEs, in reading order. A page with `continues` starts with the folder and the running service of
 * the page before. `within` is the subfolder in which the page starts. `prepare` creates the project that a
 * page expects its reader to have, and `given` lists commands that its reader has run before. `shown` is a
 * text that its reader sees in a browser, with a picture. A page with `downloads` installs packages that no
 * other page needs.
 */
const readmes = [
  { path: 'README.md' },
  { path: 'packages/server/README.md' },
  { path: 'packages/sdk/README.md', continues: true, printed: '1 articles, the first by Ada' },
  { path: 'packages/conformance/README.md', continues: true, given: [publishSecondArticle] },
  { path: 'packages/model/README.md' },
  { path: 'packages/nuxt/README.md' },
  { path: 'packages/astro/README.md' },
]

const tutorials = [
  { path: 'docs/start/new-project.md' },
  { path: 'docs/server/import-export.md', continues: true, within: 'blog' },
  { path: 'docs/start/frontend.md', continues: true, shown: 'Hello, by Ada', downloads: true },
  { path: 'docs/start/deployment-check.md', continues: true },
  { path: 'docs/start/strapi-project.md', prepare: writeStrapiProject },
]

/**
 * Follows pages as a reader would, in an empty folder:
 *
 * - `sh`: runs every command. A free port replaces the ports 1337 and 1338, and packages of this repository
 *   are installed from their tarballs.
 * - `json [src/a.json]` and other blocks with a path: writes the file.
 * - `ts` without a path: compiles and runs the first one if the page has `printed`, its expected output.
 * - `sh in-clone`: skipped. first-contact.mjs runs the commands of the README.
 * - `sh server`: skipped, because the page before already serves the same.
 *
 * Returns `[title, problem | null]` for each page. `registry` has the packages, from `serveRegistry`.
 * `openBrowser` opens a browser of Playwright for the pages that a document lets its reader open.
 */
async function followPages(pages, registry, openBrowser) {
  const session = await startSession(registry, null, openBrowser)
  // The service is in its own process group, so it must be stopped explicitly.
  const stop = () => void session.close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  const results = []
  try {
    for (const page of pages) {
      const problem = await followOne(page, session).catch((error) => error.message)
      results.push([`every command of ${page.path} works`, problem])
    }
  } finally {
    await session.close()
  }
  return results
}

export const followReadmes = (registry) => followPages(readmes, registry)
export const followReadmesAndTutorials = (registry) =>
  followPages([...readmes, ...tutorials.filter(({ downloads }) => !downloads)], registry)
export const followTutorials = (registry, openBrowser) => followPages(tutorials, registry, openBrowser)

async function followOne(page, session) {
  const text = readFileSync(inRoot(page.path), 'utf8')
  const blocks = [...text.matchAll(/^```(sh|ts|\w+ \[(\S+)\])\n([\s\S]*?)^```$/gm)]
  await session.begin(page)
  for (const command of page.given ?? []) await session.run(command)
  let followed = 0
  let hasRunCode = page.printed === undefined
  for (const [, kind, file, content] of blocks) {
    if (file) session.write(file, content)
    else if (kind === 'ts') {
      if (!hasRunCode) await session.runCode(content, page.printed)
      hasRunCode = true
    } else {
      for (const command of commandsOf(content)) {
        await session.run(command)
        followed += 1
      }
    }
  }
  if (followed === 0) throw new Error('It contains no command.')
  return null
}

const commandsOf = (block) =>
  block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => line.split(' && '))
