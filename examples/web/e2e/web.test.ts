import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../tests/support/png.js'
import { demo } from '../open-atlas.mjs'
import { type ServedPage, servePage } from './served-page.js'

let served: ServedPage
let page: Page

beforeAll(async () => {
  served = await servePage()
  page = served.page
}, 300_000)
afterAll(() => served?.close())

const names = (list: Locator) => list.getByRole('heading', { level: 2 }).allTextContents()
const cards = () => page.locator('.countries:not([aria-busy="true"])')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (name: string) => page.getByLabel(name, { exact: true })
const expectText = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const expectFocus = (on: Locator) => expect.poll(() => on.evaluate((it) => it === document.activeElement)).toBe(true)
const expectHeading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

async function signIn(): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name or e-mail address').fill(demo.username)
  await dialog.getByLabel('Password').fill(demo.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('banner').getByText(demo.username, { exact: true }).waitFor()
}

describe('the list of countries', () => {
  it('is filtered, sorted and paginated by the address', async () => {
    await served.open()
    await expectText('250 countries')
    expect((await names(cards())).slice(0, 2)).toEqual(['Afghanistan', 'Albania'])
    await served.shoot('countries')
    await button('Next →').click()
    await expectText('Page 2 of 11')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect((await names(cards()))[0]).not.toBe('Afghanistan')

    await button('Europe').click()
    await expectText('53 countries')
    expect(await page.title()).toBe('Europe · Atlas')
    await page.getByLabel('Order').selectOption({ label: 'Largest first' })
    await page.waitForURL(/sort=-area/)
    await expect.poll(async () => (await names(cards())).slice(0, 3)).toEqual(['Russia', 'Ukraine', 'France'])
    await page.getByLabel('Without a coast').check()
    await expectText('15 countries')
    await field('Search names and capitals').fill('bern')
    await expectText('1 country')
    expect(await names(cards())).toEqual(['Switzerland'])
    expect(new URL(page.url()).search).toBe('?search=bern&region=Europe&landlocked=yes&sort=-area')

    await page.reload()
    await expectText('1 country')
    await page.getByLabel('Names in').selectOption('fr')
    await expect.poll(() => names(cards())).toEqual(['Suisse'])
    await page.goBack()
    await expect.poll(() => names(cards())).toEqual(['Switzerland'])
    await field('Search names and capitals').fill('nowhere')
    await expectText('No country matches. Try fewer letters or another region.')
  })

  it('reports that the service is down, and continues when it is back', async () => {
    await served.open()
    await expectText('250 countries')
    const startService = await served.stopService()
    await button('Oceania').click()
    await expectText('The atlas can’t be reached')
    await served.shoot('unreachable')
    await startService()
    await button('Try again').click()
    await expectText('27 countries')
  })
})

describe('a country', () => {
  it('is shown by GraphQL, with its cities by REST', async () => {
    await served.open('/countries/CHE')
    await expectHeading('Switzerland')
    await expectText('Swiss Confederation')
    for (const fact of ['41,284 km²', 'Bern', 'Romansh', '+41', '.ch', '47.0° N, 8.0° E']) {
      await expectText(fact)
    }
    const flag = page.locator('.country-hero img')
    await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.locator('.cities li').first().waitFor()
    await served.shoot('country')
    await page.getByRole('link', { name: 'Liechtenstein' }).click()
    await expectHeading('Liechtenstein')
    await expect.poll(() => page.title()).toBe('Liechtenstein · Atlas')
    await expectFocus(page.getByRole('main'))
    await page.goBack()
    await expectHeading('Switzerland')
    await field('Search cities').fill('q')
    await expectText('No city begins like that.')
    await page.evaluate(() => localStorage.setItem('atlas.token', 'of last month'))
    await page.reload()
    await expectHeading('Switzerland')
  })

  it('that doesn’t exist is reported', async () => {
    await served.open('/countries/XYZ')
    await expectText('There is no country “XYZ”')
  })
})

describe('an account', () => {
  it('is created, kept over a reload and logged out', async () => {
    await served.open()
    await page.getByRole('banner').getByRole('button', { name: 'Register' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('ada')
    await dialog.getByLabel('E-mail address').fill('not an address')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await expect
      .poll(() => dialog.locator('.has-issue label').allTextContents())
      .toEqual(['E-mail address', 'Password'])
    await expectFocus(dialog.getByLabel('E-mail address'))
    await served.shoot('register')
    await dialog.getByLabel('E-mail address').fill('ada@example.org')
    await dialog.getByLabel('Password').fill('correct horse')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    const banner = page.getByRole('banner')
    await banner.getByText('ada', { exact: true }).waitFor()
    await page.reload()
    await banner.getByText('ada', { exact: true }).waitFor()
    await button('Sign out').click()
    await banner.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByLabel('Name or e-mail address').fill('ada')
    await dialog.getByLabel('Password').fill('wrong horse')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('Invalid identifier or password', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectFocus(banner.getByRole('button', { name: 'Sign in' }))
  })
})

describe('editing', () => {
  it('asks visitors to sign in, and continues afterwards', async () => {
    await served.open('/countries/AUT')
    await button('Change').click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await field('Capital').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await button('Change').click()
    await dialog.getByLabel('Name or e-mail address').fill(demo.username)
    await dialog.getByLabel('Password').fill(demo.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await field('Capital').waitFor()
  })

  it('requires an account, and keeps the input until the user is logged in', async () => {
    await served.open('/countries/AUT')
    await signIn()
    await button('Change').click()
    await field('Capital').fill('Wien')
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await button('Save').click()
    await expectText('You need to sign in for this')
    await served.shoot('forbidden')
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name or e-mail address').fill(demo.email)
    await dialog.getByLabel('Password').fill(demo.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button('Save').click()
    await expectText('Saved.')
    await expectText('Wien')
  })

  it('shows messages of the service at the fields', async () => {
    await served.open('/countries/DEU')
    await signIn()
    await button('Change').click()
    await field('Name').fill('')
    await field('Area in km²').fill('large')
    await button('Save').click()
    await expect.poll(() => page.locator('.has-issue label').allTextContents()).toEqual(['Name', 'Area in km²'])
    await expectFocus(field('Name'))
    await served.shoot('issues')
    await field('Name').fill('Deutschland')
    await field('Area in km²').fill('357114')
    await button('Save').click()
    await expectHeading('Deutschland')
  })

  it('moves, adds and removes languages, by buttons and by dragging', async () => {
    await served.open('/countries/CHE')
    await signIn()
    await button('Change').click()
    await expectFocus(field('Name'))
    const languages = page.getByRole('list', { name: 'Languages', exact: true })
    const order = () => languages.locator('.name').allTextContents()
    expect(await order()).toEqual(['French', 'Swiss German', 'Italian', 'Romansh'])
    await button('Move Romansh up').click()
    await button('Remove Italian').click()
    await expectFocus(button('Remove Romansh'))
    await button('Move French up').press('Enter')
    await button('Move Romansh up').click()
    await button('Move Romansh down').click()
    await expectFocus(button('Move Romansh down'))
    await field('Add to Languages').fill('lat')
    await page.getByRole('list', { name: 'Found for Languages' }).getByRole('button', { name: 'Latin' }).click()
    await languages.getByText('Latin').dragTo(languages.getByText('French'))
    await expect.poll(order).toEqual(['Latin', 'French', 'Swiss German', 'Romansh'])
    await served.shoot('changing')
    await button('Save').click()
    await expectText('Saved.')
    await expectFocus(button('Change'))
    await page.reload()
    const chips = page.locator('.facts .chips').first().locator('li')
    await expect.poll(() => chips.allTextContents()).toEqual(['Latin', 'French', 'Swiss German', 'Romansh'])
  })

  it('replaces the flag by a picture', async () => {
    await served.open('/countries/ITA')
    await signIn()
    await button('Change').click()
    const upload = page.waitForResponse((response) => response.url().endsWith('/api/upload'))
    await page.getByLabel('Change the picture').setInputFiles({
      name: 'red.png',
      mimeType: 'image/png',
      buffer: png(640, 400),
    })
    await upload
    const picture = page.locator('.country-hero img')
    await expect.poll(() => picture.getAttribute('alt')).toBe('Picture of Italy')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await served.shoot('uploaded')
  })

  it('shows the progress of an upload, and aborts it', async () => {
    await served.open('/countries/FRA')
    await signIn()
    await button('Change').click()
    let open: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route('**/api/upload', async (route) => {
      await held
      await route.abort()
    })
    await page
      .getByLabel('Change the picture')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(9, 9) })
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
    await page.locator('.progress').getByRole('button', { name: 'Cancel' }).click()
    await expectText('Change the picture')
    open()
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('adds a city', async () => {
    await served.open('/countries/CHE')
    await signIn()
    await button('Add a city').click()
    const form = page.getByRole('form', { name: 'Add a city' })
    await form.getByLabel('Name').fill('Zz Neustadt')
    await form.getByLabel('Latitude').fill('91')
    await form.getByLabel('Longitude').fill('7.5')
    await form.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => form.locator('.has-issue label').allTextContents()).toEqual(['Latitude'])
    await form.getByLabel('Latitude').fill('46.9')
    await form.getByRole('button', { name: 'Add' }).click()
    await page.locator('.cities li', { hasText: 'Zz Neustadt' }).waitFor()
    await expectFocus(button('Add a city'))
  })
})

describe('the page', () => {
  it('fits a small screen in the dark', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await served.open()
    await expectText('250 countries')
    await served.shoot('small-dark')
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wider()).toBe(0)
    await page
      .getByRole('link', { name: /^Flag of Afghanistan|Afghanistan/ })
      .first()
      .click()
    await expectHeading('Afghanistan')
    await page.locator('.cities li').first().waitFor()
    await served.shoot('small-dark-country')
    expect(await wider()).toBe(0)
    await signIn()
    await button('Change').click()
    await served.shoot('small-dark-changing')
    expect(await wider()).toBe(0)
  })

  it('has thrown no errors', () => {
    expect(served.errors).toEqual([])
  })
})
