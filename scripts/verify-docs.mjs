// Builds the documentation site, which fails on dead links, and checks anchors, search, accessibility and
// phone layout in a browser. `--built` uses the site of the last build.
import './lib/require-node.mjs'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { pnpm } from './lib/pnpm.mjs'
import { inRoot } from './lib/root.mjs'

const dist = inRoot('docs', '.vitepress', 'dist')

/** Search terms of readers, each with a page that must be among the first results. */
const searches = {
  connect: /\/reference\/rest|\/sdk\/writing/,
  draft: /\/reference\/rest|\/sdk\/writing|\/sdk\/reading/,
  cors: /\/server\/configuration/,
  'populate deep': /\/reference\/rest/,
  'reset database': /\/server\/testing|\/server\/fixtures|\/start\/new-project/,
  bigint: /\/reference\/rest|\/reference\/content-types|\/sdk\/reading/,
  useFetch: /\/sdk\/nuxt/,
  optimistic: /\/sdk\/tanstack-query/,
  hydrate: /\/sdk\/tanstack-query/,
}
const firstResults = 5
/** Words whose first result must be the page. */
const firstResult = { login: /\/sdk\/users/ }

/** One page of each kind. */
const pages = [
  '/',
  '/start/which-way',
  '/start/new-project',
  '/reference/rest',
  '/reference/sdk',
  '/conformance/matrix',
  '/server/command-line',
  '/server/graphql-extensions',
  '/errors',
  '/server/configuration',
  '/architecture',
  '/decisions/',
]
const isReport = (path) => path === '/clauses.html'
const serious = new Set(['serious', 'critical'])

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

let passed = 0
let failed = 0
function check(title, problems) {
  if (problems.length === 0) passed++
  else failed++
  process.stdout.write(`  ${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${title}\n`)
  for (const problem of problems) process.stdout.write(`          ${problem}\n`)
}

if (!process.argv.includes('--built')) {
  const { code, output } = await pnpm(['--filter', 'docs', 'run', 'build'])
  check('the site builds without dead links', code === 0 ? [] : [output])
}
check('anchors exist', deadAnchors())
check('llms.txt names existing files', deadLinksForModels())
const server = createServer(serveFile)
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const browser = await openBrowser()
try {
  const page = await browser.newPage()
  await search(page)
  await measurePicture(page)
  await readPages(page)
} finally {
  await browser.close()
  server.close()
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

/**
 * Returns links within the site whose hash names no element. Skips the page of all clauses, which the
 * site serves unchanged.
 */
function deadAnchors() {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
  const texts = new Map(files.map((path) => [`/${path.replaceAll('\\', '/')}`, readFileSync(join(dist, path), 'utf8')]))
  const ids = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
  )
  const fileOf = (path) => [`${path}.html`, path, `${path}index.html`].find((candidate) => texts.has(candidate))
  return [...texts]
    .filter(([page]) => !isReport(page))
    .flatMap(([page, text]) =>
      [...text.matchAll(/<a [^>]*href="([^"#:]*)#([^"]+)"/g)].flatMap(([, path, hash]) => {
        const target = path === '' ? page : fileOf(path)
        const isThere = target !== undefined && ids.get(target).has(decodeURIComponent(hash).replaceAll('&amp;', '&'))
        return isThere || hash === 'VPContent' ? [] : [`${page}: ${path}#${hash}`]
      }),
    )
}

/** Returns the links of llms.txt that lead to no file of the site. */
function deadLinksForModels() {
  const links = [...readFileSync(join(dist, 'llms.txt'), 'utf8').matchAll(/\]\((\S+)\)/g)].map(([, link]) => link)
  return links.filter((link) => {
    const { pathname } = new URL(link)
    return ![pathname, `${pathname}.html`, `${pathname}index.html`].some((path) => isFile(join(dist, path)))
  })
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile()
}

function serveFile(request, response) {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
  const file = [path, `${path}.html`, `${path}index.html`].map((candidate) => join(dist, candidate)).find(isFile)
  response.writeHead(file ? 200 : 404, { 'Content-Type': types[extname(file ?? '')] ?? 'application/octet-stream' })
  response.end(file ? readFileSync(file) : undefined)
}

async function openBrowser() {
  const fromServer = createRequire(inRoot('packages', 'server', 'package.json'))
  const { chromium } = fromServer('playwright-core')
  const { default: packaged } = await import(fromServer.resolve('@sparticuz/chromium'))
  const executablePath = process.env.CHROME_PATH ?? (await packaged.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox'], headless: true })
}

/** Checks that the picture of the start page is as wide as its text, in the version for the screen. */
async function measurePicture(page) {
  for (const [width, least, name] of [
    [1280, 1100, 'overview.svg'],
    [390, 340, 'overview-narrow.svg'],
  ]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(url, { waitUntil: 'load' })
    const image = await page.locator('picture img').evaluate((each) => ({ width: each.width, src: each.currentSrc }))
    const isReadable = image.width >= least && image.src.endsWith(`/${name}`)
    const problem = `it is ${image.src}, ${image.width} px wide`
    check(`the picture of the start page is readable at ${width} px`, isReadable ? [] : [problem])
  }
}

async function readPages(page) {
  await page.setViewportSize({ width: 390, height: 844 })
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    for (const path of pages) {
      await page.goto(url + path, { waitUntil: 'load' })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => globalThis.axe.run())
      check(`${path} in ${colorScheme} is readable on a phone and accessible`, [
        ...(width > 390 ? [`it is ${width} px wide`] : []),
        ...violations
          .filter(({ impact }) => serious.has(impact))
          .map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .slice(0, 3)
                .map(({ html }) => html.slice(0, 120))
                .join(' | ')}`,
          ),
      ])
    }
  }
}

/** Returns the addresses of the results, after they have replaced those of the previous search. */
async function newResults(page, before) {
  const read = (previous) => {
    const links = [...document.querySelectorAll('#localsearch-list a.result')]
    const addresses = links.map((link) => link.getAttribute('href'))
    return addresses.length > 0 && addresses.join() !== previous.join() ? addresses : false
  }
  const found = await page.waitForFunction(read, before, { timeout: 20_000 }).catch(() => undefined)
  return found ? found.jsonValue() : []
}

/** Opens the search. Clicks until it opens, because the button only works after the scripts of the page have run. */
async function openSearch(page) {
  const input = page.locator('#localsearch-input')
  for (let tries = 0; tries < 20 && !(await input.isVisible()); tries++) {
    await page.locator('button.DocSearch-Button').click()
    await input.waitFor({ timeout: 2_000 }).catch(() => undefined)
  }
}

async function search(page) {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(url, { waitUntil: 'load' })
  let before = []
  for (const [words, expected] of Object.entries({ ...searches, ...firstResult })) {
    await openSearch(page)
    await page.locator('#localsearch-input').fill(words)
    const addresses = await newResults(page, before)
    before = addresses
    const first = addresses.slice(0, words in firstResult ? 1 : firstResults)
    check(
      `searching "${words}" finds its page`,
      first.some((address) => expected.test(address)) ? [] : [`found: ${first.join(' ')}`],
    )
  }
}
