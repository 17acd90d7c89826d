import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedNotebook, serveNotebook } from './served-notebook.js'

let served: ServedNotebook
let page: Page

beforeAll(async () => {
  served = await serveNotebook()
  page = served.page
}, 1_200_000)
afterAll(() => served?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const items = (list: string) => page.locator(`#${list} li`)
const problem = () => page.locator('[role=alert]').textContent()
const texts = (list: string) => items(list).allTextContents()

async function signIn(password: string): Promise<void> {
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill(password)
  await button('Sign in').click()
}

describe('a page over Strapi 5', () => {
  it('lists published articles with their authors', async () => {
    await items('articles').first().waitFor()
    expect(await texts('articles')).toEqual(['Hello – by Ada – The first article'])
    await button('Sign in').waitFor()
    expect(await page.locator('#desk').isVisible()).toBe(false)
  })

  it('shows the message of Strapi for a wrong password', async () => {
    await signIn('wrong horse')
    await expect.poll(problem).toBe('Invalid identifier or password')
  })

  it('signs in, and keeps the session in an httpOnly cookie', async () => {
    await signIn('correct horse')
    await button('Sign out').waitFor()
    expect(await problem()).toBe('')
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toContainEqual(['strapi_up_refresh', true])
    expect(await page.evaluate(() => [document.cookie, Object.keys(localStorage)])).toEqual(['', []])
    await page.reload()
    await button('Sign out').waitFor()
    await expect.poll(() => texts('drafts')).toEqual(['Unfinished Publish'])
  })

  it('saves and publishes a draft', async () => {
    await page.getByLabel('Title').fill('Written in a browser')
    await page.getByLabel('Summary').fill('By the SDK')
    await button('Save draft').click()
    await expect.poll(() => texts('drafts')).toEqual(['Unfinished Publish', 'Written in a browser Publish'])
    expect(await texts('articles')).toHaveLength(1)
    await items('drafts').nth(1).getByRole('button').click()
    await expect.poll(() => texts('articles')).toContain('Written in a browser – By the SDK')
    await expect.poll(() => texts('drafts')).toEqual(['Unfinished Publish'])
  })

  it('shows which attribute prevents a publication', async () => {
    await page.getByLabel('Title').fill('ab')
    await button('Save draft').click()
    await items('drafts').filter({ hasText: 'ab Publish' }).getByRole('button').click()
    await expect.poll(problem).toBe('title must be at least 3 characters')
  })

  it('signs out', async () => {
    await button('Sign out').click()
    await button('Sign in').waitFor()
    await page.reload()
    await button('Sign in').waitFor()
    expect(await page.locator('#desk').isVisible()).toBe(false)
    expect(served.errors).toEqual([])
  })
})
