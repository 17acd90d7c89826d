// `pnpm verify:long explorer`: measures interactions of the explorer with many types and entries, and its size.
import type { Page } from 'playwright-core'
import { buildPage, sizeLimit } from '../../../explorer/scripts/build.mjs'
import { createContentApi } from '../../src/index.js'
import { openBrowser } from '../support/browser.js'

const typeCount = Number(process.env['EXPLORER_TYPES'] ?? 60)
const entryCount = Number(process.env['EXPLORER_ENTRIES'] ?? 20_000)
/** The limit for the median of an interaction, in milliseconds. */
const below = Number(process.env['EXPLORER_BELOW'] ?? 100)
const rounds = 7

const text = { type: 'string' }
const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target })
const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name })

/** Articles have a relation to authors; the other types only make the list of types long. */
const contentTypes = {
  'api::author.author': { info: info('author'), attributes: { name: text } },
  'api::article.article': {
    info: info('article'),
    options: { draftAndPublish: true },
    attributes: {
      title: text,
      body: { type: 'richtext' },
      rating: { type: 'integer' },
      extra: { type: 'json' },
      author: relation('manyToOne', 'api::author.author'),
      related: relation('manyToMany', 'api::article.article'),
    },
  },
  ...Object.fromEntries(
    Array.from({ length: typeCount - 2 }, (_, index) => [
      `api::type-${index}.type-${index}`,
      {
        info: info(`type-${index}`),
        attributes: Object.fromEntries([
          ...Array.from({ length: 12 }, (_, attribute) => [`text${attribute}`, text]),
          ['article', relation('manyToOne', 'api::article.article')],
        ]),
      },
    ]),
  ),
}

function* content() {
  for (let id = 1; id <= 200; id++) yield { type: 'api::author.author', id, attributes: { name: `Author ${id}` } }
  for (let id = 1; id <= entryCount; id++) {
    const attributes = {
      title: `Article ${id}`,
      body: 'A paragraph of some length. '.repeat(20),
      rating: id % 10,
      extra: { id, tags: ['one', 'two'] },
      author: 1 + (id % 200),
    }
    yield { type: 'api::article.article', id, attributes: { ...attributes, publishedAt: '2026-01-01T00:00:00.000Z' } }
  }
}

/** The interaction in the page, and the text or selector that shows its end. */
interface Interaction {
  readonly name: string
  /** The place to open before each round. Opening it is not measured. */
  readonly at: string
  readonly ready: string
  readonly click?: string
  readonly type?: readonly [selector: string, value: string]
  readonly done: string
  /** Extra milliseconds for this interaction. */
  readonly allowed?: number
}

const rows = 'tbody tr:nth-child(25)'
const interactions: readonly Interaction[] = [
  { name: 'show a type', at: '#/', ready: 'main h2', click: 'nav a[href^="#/articles"]', done: rows },
  { name: 'show the next page', at: '#/articles', ready: rows, click: 'text=Next', done: 'text=/26–50 of/' },
  { name: 'sort by a column', at: '#/articles', ready: rows, click: 'th button', done: 'th[aria-sort]' },
  {
    name: 'search all texts',
    at: '#/articles',
    ready: rows,
    type: ['main input[type=search]', `Article ${entryCount}`],
    done: 'text=/1–1 of/',
    // The page waits 250 ms after the last key. Then the database searches all texts twice: for the count and
    // for the page. This takes less than a second. After 150 ms, the page shows that it is busy.
    allowed: 800,
  },
  { name: 'open an entry', at: '#/articles', ready: rows, click: 'tbody th a', done: 'main form input' },
  {
    name: 'add a condition',
    at: '#/articles/query',
    ready: 'text=+ Condition',
    click: 'text=+ Condition',
    done: 'select[aria-label="Operator"]',
  },
  {
    name: 'type a value, to the URL',
    at: '#/articles/query?filters[title][$eq]=x',
    ready: 'input[aria-label="Value"]',
    type: ['input[aria-label="Value"]', 'Seven'],
    done: 'pre:has-text("Seven")',
  },
]

const project = await createContentApi({ contentTypes, database: ':memory:', development: true })
await project.importEntries(content())
const { url } = await project.listen({ port: 0 })
const sizes = await buildPage()
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
await page.goto(`${url}/#token=${project.developmentToken}`)
let passed = 0
let failed = 0
const report = (name: string, fine: boolean, figures: string) => {
  if (fine) passed++
  else failed++
  console.log(`  ${fine ? 'ok    ' : 'FAILED'}  ${name.padEnd(40)} ${figures}`)
}

console.log(
  `${typeCount} types, ${entryCount.toLocaleString('en')} entries of one; milliseconds, median and longest of ${rounds}`,
)
const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
for (const interaction of interactions) {
  const times: number[] = []
  // The first rounds compile the page's code.
  for (let round = 0; round < 2; round++) await measure(page, interaction)
  for (let round = 0; round < rounds; round++) times.push(await measure(page, interaction))
  report(
    interaction.name,
    median(times) < below + (interaction.allowed ?? 0),
    `${median(times).toFixed(0).padStart(4)} ${Math.max(...times)
      .toFixed(0)
      .padStart(4)}`,
  )
}
const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
const first = Object.entries(sizes).reduce((sum, [name, size]) => sum + (name.startsWith('chunks/') ? 0 : size), 0)
report('size, gzipped', total < sizeLimit, `${total} bytes, ${first} of them in main.js and main.css`)
await browser.close()
await project.close()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Returns the milliseconds from the event until Playwright sees the result in the page. */
async function measure(page: Page, { at, ready, done, click, type }: Interaction): Promise<number> {
  // Leave the page first, so that the result of the last round isn't counted.
  for (const place of ['#/~media', at]) {
    await page.evaluate((hash) => (location.hash = hash), place)
    await page
      .locator(place === at ? ready : 'main h2')
      .first()
      .waitFor()
  }
  const target = page.locator(click ?? type?.[0] ?? '').first()
  await target.waitFor()
  // Playwright checks in each animation frame. Its messages add about two milliseconds.
  const shown = page.locator(done).first().waitFor()
  const started = performance.now()
  await target.evaluate((element, value) => {
    if (value === null || !(element instanceof HTMLInputElement)) return (element as HTMLElement).click()
    // Use the setter of the prototype: React overrides the setter of the element.
    Reflect.set(HTMLInputElement.prototype, 'value', value, element)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, type?.[1] ?? null)
  await shown
  return performance.now() - started
}
