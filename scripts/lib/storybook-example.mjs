import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmSettings } from './reader-session.mjs'
import * as project from './framework-project.mjs'
import { frameworkServices } from './framework-services.mjs'
import { installNode, installedPackages } from './node-versions.mjs'
import { serveRegistry } from './package-registry.mjs'
import { packAll } from './packed-packages.mjs'
import { mustContain } from './report-steps.mjs'
import { run } from './run.mjs'

const name = 'storybook'

/**
 * Calls `work` with a folder for the example, and the environment of npm: Node 22, and a registry with the
 * packed packages.
 */
export async function withStorybook(work) {
  const base = mkdtempSync(join(tmpdir(), 'content-api-storybook-'))
  try {
    const registry = await serveRegistry(await packAll())
    try {
      const tools = await installNode({ node: 22, npm: 10 }, join(base, 'node'))
      const settings = { ...(await npmSettings(base, registry.url)), ...tools.env }
      await work(join(base, name), { ...settings, NO_COLOR: '1', STORYBOOK_DISABLE_TELEMETRY: '1' })
    } finally {
      await registry.close()
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/**
 * Installs the example, and drives its stories in a browser: built, in development, and with the server in
 * Storybook's Vite. Then records responses of running services.
 */
export async function verifyStorybook({ folder, env, step, openBrowser, say }) {
  const inExample = (script) => project.runScript(script, folder, env)
  const scriptStep = (script) => step(`storybook: npm run ${script}`, async () => void (await inExample(script)))
  const installs = await step('storybook: npm install', async () => {
    project.copyExample(name, folder)
    await project.installExample(folder, env)
    return `${installedPackages(folder)} packages`
  })
  if (!installs) return
  await step('storybook: recording again changes nothing', async () => {
    mustContain(await inExample('record'), 'is unchanged')
    mustContain(await inExample('record:check'), 'is up to date')
  })
  await scriptStep('check')
  await step('the msw handlers of the server run with msw 3', async () => {
    writeFileSync(join(folder, 'mock.mjs'), mockOnNode)
    mustContain((await run('node', ['mock.mjs'], { cwd: folder, env })).output, '"title":"The long way home"')
  })
  const browser = await openBrowser()
  const driving = { folder, env, step, browser }
  try {
    if (await scriptStep('build')) {
      await drive('start', driving, async (site) => {
        await recordedStories(site)
        await site.step('an error names the command of a request without a recording', () => unrecorded(site))
      })
    }
    await drive('dev', driving, async (site) => {
      await recordedStories(site)
      await site.step('a warning tells that the content types have changed', () => changedTypes(site, folder))
      await site.step('record:check fails then', async () => {
        const failure = await inExample('record:check').then(
          () => '',
          ({ message }) => message,
        )
        mustContain(failure, 'The content types have changed since')
      })
    })
    await drive('dev:server', driving, async (site) => {
      await recordedStories(site)
      await site.step('the server responds to other requests', async () => {
        const text = await site.show('articles--of-one-author&args=author:Grace', 'ul')
        if (text !== 'A short stay, by Grace') throw new Error(text)
      })
      await site.step('resetContent adds an entry from the page', async () => {
        await site.page.evaluate(resetInPage)
        mustContain(await site.show('articles--of-one-author&args=author:Grace', 'ul'), 'Only here, by Grace')
      })
    })
  } finally {
    await browser.close()
  }
  for (const service of Object.values(frameworkServices)) {
    await step(`records responses of ${service.title}`, () => recordService({ service, folder, env, say }))
  }
}

/** Runs in the page, as a test does. */
const resetInPage = `
import('/@id/@content-api/server/vite/client').then(({ resetContent }) =>
  resetContent({ 'api::article.article': [{ id: 9, title: 'Only here', author: 2 }] }),
)
`

const mockOnNode = `
import { mockContentApi } from '@content-api/server/msw'
import { setupServer } from 'msw/node'

const baseURL = 'https://cms.example.org'
const entries = { 'api::article.article': [{ title: 'The long way home' }] }
const content = await mockContentApi({ baseURL, project: 'cms', entries })
const server = setupServer(...content.handlers)
server.listen({ onUnhandledRequest: 'error' })
console.log(await (await fetch(baseURL + '/api/articles')).text())
server.close()
await content.close()
`

/** Serves the stories with a script of the manifest. */
async function drive(script, { folder, env, step, browser }, work) {
  let site
  if (
    !(await step(
      `storybook: npm run ${script} serves`,
      async () => void (site = await project.serveExample(script, folder, env)),
    ))
  )
    return
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const messages = []
  page.on('console', (message) => messages.push(message.text()))
  /** Opens a story, and returns the text of an element. */
  const show = async (story, selector) => {
    await page.goto(`${site.address}/iframe.html?viewMode=story&id=${story}`)
    return page.locator(`#storybook-root ${selector}`).innerText()
  }
  try {
    await work({ page, messages, show, step: (title, each) => step(`storybook, ${script}: ${title}`, each) })
  } finally {
    await page.close()
    await site.stop()
  }
}

async function recordedStories({ step, show }) {
  await step('the stories show articles and an error', async () => {
    const all = await show('articles--all', 'ul')
    mustContain(all, 'A short stay, by Grace')
    mustContain(all, 'The long way home, by Ada')
    const one = await show('articles--of-one-author', 'ul')
    if (one !== 'The long way home, by Ada') throw new Error(one)
    mustContain(await show('articles--unavailable', '[role=alert]'), '503')
  })
}

async function unrecorded({ show, messages }) {
  const shown = await show('articles--of-one-author&args=author:Grace', '[role=alert]')
  for (const text of [shown, messages.join('\n')]) {
    mustContain(
      text,
      "GET /api/articles?filters[author][name][$eq]=Grace&populate[author][fields][0]=name&sort=title isn't",
    )
    mustContain(text, 'run: npx content-api record src/mocks/content.ts')
  }
}

async function changedTypes({ show, messages }, folder) {
  const types = join(folder, 'src/content-types.gen.ts')
  const text = readFileSync(types, 'utf8')
  writeFileSync(types, text.replace(/(fingerprint = ')\w+/, '$1changed'))
  await show('articles--all', 'ul')
  mustContain(messages.join('\n'), 'content-api: the content types have changed since')
}

/** Records a running service twice: the second time nothing changes, and the file doesn't contain the token. */
async function recordService({ service, folder, env, say }) {
  const { url, token = '', close } = await service.start(say)
  try {
    const list = join(folder, `service-${service.strapi}.mjs`)
    const out = list.replace('.mjs', '.recorded.ts')
    writeFileSync(list, listFor(service.strapi))
    const record = async () => {
      const args = ['content-api', 'record', list, '--from', url]
      const { code, output } = await run('npx', args, { cwd: folder, env: { ...env, CONTENT_API_TOKEN: token } })
      if (code !== 0) throw new Error(output)
      return output
    }
    mustContain(await record(), 'written')
    mustContain(await record(), 'is unchanged')
    const text = readFileSync(out, 'utf8')
    for (const part of ['"title": "A short stay"', '"url": "/uploads/', '"name": "bridge.png"']) mustContain(text, part)
    if ((token !== '' && text.includes(token)) || text.includes(url)) throw new Error(text)
    return `${text.length} characters`
  } finally {
    await close()
  }
}

/** The list for a version of the API: a path with a query, a document, and calls of the SDK. */
const listFor = (strapi) => `
import { createClient } from '@content-api/sdk'
${strapi === 5 ? "import { strapi5 } from '@content-api/sdk/strapi5'\n" : ''}
const options = (service) => ({ ...service${strapi === 5 ? ', api: strapi5()' : ''} })
export default {
  titles: '/api/articles?fields=title&sort=title',
  covers: { path: '/api/articles', query: { populate: { cover: true }, sort: ['title:asc'] } },
  document: { graphql: 'query ($title: String) { articles(filters: { title: { eq: $title } }) { __typename } }', variables: { title: 'x' } },
  calls: (service) => createClient(options(service)).collection('articles').find({ sort: 'title', fields: ['title'] }),
  missing: (service) => createClient(options(service)).collection('articles').findOne(${strapi === 5 ? "'abcdefghijklmnopqrstuvwx'" : '4711'}),
}
`
