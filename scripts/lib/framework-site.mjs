import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { demo } from '../../examples/cms/content.mjs'
import { inRoot } from './root.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const picture = inRoot('examples', 'cms', 'bridge.png')

/** The secret of the address that shows drafts, in `DRAFT_SECRET`. */
export const draftSecret = 'a-secret-of-drafts'

/** @throws Error with both values if they differ */
export function mustEqual(actual, expected, what) {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (got !== wanted) throw new Error(`${what} is ${got}, not ${wanted}`)
}

/** The elements that frameworks add to pages in development. */
const ofFrameworks = ['nuxt-error-overlay']

/** @throws Error with the rules of axe-core that a page violates, and the elements */
export async function mustBeAccessible(page) {
  // Next.js sends the title of a page after its content. Without a title, axe-core reports it.
  await page.waitForFunction(() => globalThis.document.title !== '', null, { timeout: 10_000 }).catch(() => undefined)
  await page.evaluate(axe)
  const { violations } = await page.evaluate((exclude) => globalThis.axe.run({ exclude }), ofFrameworks)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)
  if (found.length > 0) throw new Error(`axe-core on ${page.url()}:\n${found.join('\n')}`)
}

/**
 * Drives the pages that each example of a framework has: a list with a filter, an article with files and a
 * dynamic zone, sign-in, a form with validation and a file, and drafts. README.md of examples/cms describes
 * them.
 *
 * @param page of a new context of the browser
 * @param step runs and reports a check, as `reportSteps` does
 * @param title of the article that the steps create. It must be new, because its slug is unique
 * @param builtPage a page that lists articles and was made in advance
 * @param rendersOnServer whether sessions and statuses of pages are those of a server
 */
export async function checkSite({ page, address, step, title, builtPage, rendersOnServer }) {
  // Scripts take over the elements of a page after it has loaded.
  const open = (path) => page.goto(address + path, { waitUntil: 'networkidle' })
  const heading = (name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const links = () => page.locator('main li a').allTextContents()
  const button = (name) => page.getByRole('button', { name, exact: true })
  const link = (name) => page.getByRole('link', { name, exact: true })
  const loaded = (images) =>
    images.evaluateAll((all) => Promise.all(all.map((image) => image.decode().then(() => image.naturalWidth > 0))))
  const alert = (text) => page.getByRole('alert').getByText(text).waitFor()
  const statusOf = async (path) => {
    const response = await open(path)
    return rendersOnServer ? response.status() : (await heading('Not found'), 404)
  }

  await step('lists published articles', async () => {
    await open('/')
    await heading('Articles')
    await link('The long way home').waitFor()
    const found = await links()
    mustEqual([found.includes('A short stay'), found.includes('Still being written')], [true, false], 'the list')
    await mustBeAccessible(page)
  })
  if (builtPage !== undefined) {
    await step('shows pages that were made when the site was built', async () => {
      await open(builtPage)
      await link('A short stay').waitFor()
      mustEqual((await links()).includes('Still being written'), false, 'the draft in the list')
      await mustBeAccessible(page)
      await link('The long way home').click()
      await heading('The long way home')
      await page.getByText('We went <north>.').waitFor()
      const image = page.getByRole('img', { name: 'A bridge in the fog' })
      mustEqual(await image.evaluateAll((all) => all.map(({ complete }) => complete)), [true], 'loaded')
      await mustBeAccessible(page)
      await open('/')
    })
  }
  await step('filters the list by the words of a search', async () => {
    await page.getByLabel('Search').fill('LONG')
    await button('Search').click()
    await link('A short stay').waitFor({ state: 'detached' })
    mustEqual(await links(), ['The long way home'], 'the list')
    mustEqual(new URL(page.url()).searchParams.get('search'), 'LONG', 'the search in the address')
  })
  await step('shows an article with its cover and its dynamic zone', async () => {
    await link('The long way home').click()
    await heading('The long way home')
    await page.getByText('We went <north>.').waitFor()
    await page.locator('blockquote').getByText('Every road leads somewhere.').waitFor()
    await page.locator('figcaption').getByText('The only way across').waitFor()
    await page.waitForLoadState('networkidle')
    const images = page.getByRole('img', { name: 'A bridge in the fog' })
    mustEqual(await loaded(images), [true, true], 'loaded')
    await mustBeAccessible(page)
  })
  await step('responds with 404 for an article that does not exist', async () => {
    mustEqual(await statusOf('/articles/unknown'), 404, 'the status')
    await mustBeAccessible(page)
  })
  await step('sends visitors who write to the page for signing in', async () => {
    await open('/write')
    await heading('Sign in')
    await mustBeAccessible(page)
  })
  await step('reports a wrong password', async () => {
    await signIn('wrong')
    await alert('Invalid identifier or password')
    await mustBeAccessible(page)
  })
  await step('signs in', async () => {
    await signIn(demo.password)
    await button('Sign out').waitFor()
    if (!rendersOnServer) return
    const cookies = await page.context().cookies()
    const session = cookies.find(({ name }) => name === 'content-api.token')
    mustEqual([session?.httpOnly, session?.sameSite], [true, 'Lax'], 'the cookie (httpOnly, sameSite)')
    mustEqual(await page.evaluate(() => globalThis.localStorage.length), 0, 'the number of values in localStorage')
  })
  await step('shows the error of an attribute beside its field, and keeps the input', async () => {
    await link('Write').click()
    await heading('Write')
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Title').fill('No')
    await page.getByLabel('Text').fill('Kept')
    await button('Publish').click()
    await alert('at least 3 characters')
    const field = page.getByLabel('Title')
    mustEqual(await field.getAttribute('aria-invalid'), 'true', 'aria-invalid')
    mustEqual(await page.getByLabel('Text').inputValue(), 'Kept', 'the text')
    await mustBeAccessible(page)
  })
  await step('shows the error of an attribute without a field', async () => {
    // The slug is made from the title.
    await page.getByLabel('Title').fill('The long way home')
    await button('Publish').click()
    await alert('must be unique')
  })
  await step('creates an article with an uploaded file', async () => {
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Cover').setInputFiles(picture)
    await button('Publish').click()
    await heading(title)
    await page.getByText('Kept').waitFor()
    await page.waitForLoadState('networkidle')
    mustEqual(await loaded(page.locator('main img')), [true], 'loaded')
    await open('/')
    await link(title).waitFor()
  })
  await step('shows drafts to those who know the secret, until they leave', async () => {
    const draft = '/articles/still-being-written'
    mustEqual(await statusOf(draft), 404, 'the status of a draft')
    if (rendersOnServer) mustEqual((await open('/preview?secret=wrong')).status(), 401, 'the status of a wrong secret')
    await open(`/preview?secret=${draftSecret}&slug=still-being-written`)
    await heading('Still being written')
    await page.getByRole('status').getByText('You see drafts.').waitFor()
    await mustBeAccessible(page)
    await open('/preview?off')
    await heading('Articles')
    mustEqual(await statusOf(draft), 404, 'the status of a draft')
  })
  await step('signs out', async () => {
    await open('/')
    await button('Sign out').click()
    await link('Sign in').waitFor()
    if (rendersOnServer) mustEqual(await page.context().cookies(), [], 'the cookies')
    await open('/write')
    await heading('Sign in')
  })

  async function signIn(password) {
    await page.getByLabel('Name or e-mail address').fill(demo.username)
    await page.getByLabel('Password').fill(password)
    await button('Sign in').click()
  }
}
