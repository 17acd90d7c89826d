import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { type ContentApi, createContentApi } from '../src/index.js'
import { openBrowser } from './support/browser.js'
import { content } from './support/reading-room.js'
import { registry } from './support/plan-context.js'
import { sourcesOf } from '../src/http/model-document.js'

/** Where the picture of the page goes, for people to look at. */
const pictures = join(tmpdir(), 'content-api-pictures')

describe('the reference page', () => {
  let api: ContentApi
  let browser: Browser
  let url: string

  beforeAll(async () => {
    api = await createContentApi({
      ...sourcesOf(registry),
      database: ':memory:',
      config: { i18n: { locales: ['fr'] } },
      development: true,
    })
    await api.importEntries(content)
    url = (await api.listen({ port: 0 })).url
    browser = await openBrowser()
    await mkdir(pictures, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await api?.close()
  })

  it('shows every content type and answers a request tried on it, asking no other host', async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    await page.goto(`${url}/openapi`)
    await page.getByRole('heading', { name: /^Content API/ }).waitFor()
    for (const name of ['Article', 'Tag', 'Homepage']) {
      expect(await page.locator('.opblock-tag', { hasText: name }).count()).toBeGreaterThan(0)
    }
    await page.locator('.opblock-tag', { hasText: /^Tag/ }).click()
    await page.locator('#operations-Tag-findOneTag').click()
    await page.getByPlaceholder('id').fill('2')
    await page.getByRole('button', { name: 'Execute' }).click()
    const answer = page.locator('.live-responses-table .response .microlight').first()
    await answer.waitFor()
    expect(await answer.textContent()).toContain('"green"')
    await page.screenshot({ path: join(pictures, 'reference-page.png') })
    expect(elsewhere).toEqual([])
  })

  it('is not there in production', async () => {
    const production = await createContentApi({
      ...sourcesOf(registry),
      database: ':memory:',
      config: { i18n: { locales: ['fr'] } },
    })
    const { url } = await production.listen({ port: 0 })
    expect((await fetch(`${url}/openapi`)).status).toBe(404)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404)
    await production.close()
  })
})
