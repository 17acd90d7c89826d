import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPage } from '../../../explorer/scripts/build.mjs'
import { type DocumentServer, openRecordedServer } from '../documents/served-documents.js'
import { openBrowser } from '../support/browser.js'

type Document = Readonly<Record<string, unknown>>

describe('documents of a Strapi 5 project in the explorer', () => {
  let server: DocumentServer
  let browser: Browser
  let page: Page
  let url: string
  const complaints: string[] = []
  beforeAll(async () => {
    ;[server] = await Promise.all([openRecordedServer('sqlite'), buildPage()])
    url = (await server.api.listen({ port: 0 })).url
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${url}/#token=${server.api.developmentToken}`)
    await page
      .getByRole('link', { name: /^Article/ })
      .first()
      .waitFor()
  }, 120_000)
  afterAll(() => browser?.close())

  const read = async (path: string): Promise<Document | null> => {
    const headers = { 'content-api-token': server.api.developmentToken ?? '', 'content-api-as': 'everything' }
    const response = await fetch(`${url}${path}`, { headers })
    return ((await response.json()) as { readonly data: Document | null }).data
  }
  const at = (fragment: string) => page.goto(`${url}/${fragment}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const badge = (name: string) => page.locator('.entry-head .badge', { hasText: name })
  const confirmed = async (name: string): Promise<string> => {
    await button(name).click()
    const dialog = page.getByRole('dialog')
    const text = (await dialog.textContent()) ?? ''
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return text
  }
  const idInAddress = () => /\/([a-z][a-z0-9]{23})(?:\?|$)/.exec(page.url())?.[1] ?? ''

  it('creates a draft with a relation, publishes it, changes it, discards the change, and unpublishes it', async () => {
    await at('#/articles/new')
    await page.getByRole('textbox', { name: /^title/ }).fill('From the explorer')
    const category = page.getByRole('combobox', { name: 'category' })
    await category.fill('e')
    await page.getByRole('listbox').getByRole('option').first().click()
    expect(await confirmed('Create')).toContain(`POST ${url}/api/articles?locale=en&status=draft`)
    await page.getByRole('heading', { name: 'From the explorer', exact: true }).waitFor()
    const path = `/api/articles/${idInAddress()}`
    expect(await read(`${path}?status=draft&populate=category`)).toMatchObject({
      title: 'From the explorer',
      category: { documentId: expect.any(String) as unknown },
    })
    expect(await read(path)).toBeNull()
    await badge('draft').waitFor()
    expect(await confirmed('Publish')).not.toContain('status=draft')
    await badge('published').waitFor()
    expect(await read(path)).toMatchObject({ title: 'From the explorer' })
    await page.getByRole('textbox', { name: /^title/ }).fill('Changed')
    await confirmed('Save')
    await badge('modified').waitFor()
    expect([(await read(`${path}?status=draft`))?.['title'], (await read(path))?.['title']]).toEqual([
      'Changed',
      'From the explorer',
    ])
    await confirmed('Discard draft')
    await badge('modified').waitFor({ state: 'detached' })
    expect((await read(`${path}?status=draft`))?.['title']).toBe('From the explorer')
    await confirmed('Unpublish')
    await badge('draft').waitFor()
    expect(await read(path)).toBeNull()
  })

  it('adds a locale to a document, and opens its locales', async () => {
    const path = `/api/articles/${idInAddress()}`
    await page.getByRole('button', { name: 'Create the fr localization' }).click()
    await page.getByRole('textbox', { name: /^title/ }).fill('En français')
    expect(await confirmed('Create')).toContain('?locale=fr&status=draft')
    await page.getByRole('heading', { name: 'En français', exact: true }).waitFor()
    expect((await read(`${path}?status=draft&locale=fr`))?.['title']).toBe('En français')
    await page.getByRole('link', { name: 'Open the en localization' }).click()
    await page.getByRole('heading', { name: 'From the explorer', exact: true }).waitFor()
    await confirmed('Delete')
    await page.getByRole('rowheader').first().waitFor()
    expect(await read(`${path}?status=draft`)).toBeNull()
  })

  it('lists documents with their drafts and locales, and opens them', async () => {
    await at('#/articles?status=draft&locale=*')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(idInAddress()).not.toBe('')
    await at('#/articles/query?status=draft')
    expect(await page.getByRole('tab').allTextContents()).not.toContain('GraphQL')
    expect(complaints).toEqual([])
  })
})
