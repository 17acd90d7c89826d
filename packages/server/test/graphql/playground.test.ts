import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ConfigInput, type ContentApi, createContentApi } from '../../src/index.js'
import { openBrowser } from '../support/browser.js'
import { registry } from '../support/plan-context.js'
import { content } from '../support/reading-room.js'

/** The folder for a screenshot of the page. */
const pictures = join(tmpdir(), 'content-api-pictures')
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function open(graphql: ConfigInput['graphql'] = {}, development = false): Promise<ContentApi> {
  const config = { i18n: { locales: ['fr'] }, graphql }
  return createContentApi({ ...sourcesOf(registry), database: ':memory:', config, development })
}

async function ask(path: string, headers: Record<string, string>, of: ContentApi): Promise<Response> {
  return of.fetch(new Request(`http://service.example${path}`, { headers }))
}

describe('the playground in a browser', () => {
  let api: ContentApi
  let browser: Browser
  let page: Page
  let url: string
  const elsewhere: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    api = await open({}, true)
    await api.importEntries(content)
    url = (await api.listen({ port: 0 })).url
    browser = await openBrowser()
    await mkdir(pictures, { recursive: true })
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
  })
  afterAll(async () => {
    await browser?.close()
    await api?.close()
  })

  it('runs a query, shows the schema, and sends requests to no other host', async () => {
    await page.goto(`${url}/graphql?query=${encodeURIComponent('{ tags { data { attributes { name } } } }')}`)
    await page.getByRole('button', { name: /Execute query/ }).click()
    const result = page.locator('.result-window')
    await result.getByText('"green"').waitFor()
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    const documentation = page.locator('.graphiql-doc-explorer')
    await documentation.getByText('Query', { exact: true }).first().click()
    await documentation.getByText('articles', { exact: true }).waitFor()
    await page.screenshot({ path: join(pictures, 'playground.png') })
    expect(elsewhere).toEqual([])
    expect(complaints).toEqual([])
  })

  it('works at a URL with a trailing slash', async () => {
    await page.goto(`${url}/graphql/`)
    await page.getByRole('button', { name: /Execute query/ }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the URL of the playground', () => {
  it('is the configured endpoint, in development', async () => {
    const api = await open({ config: { endpoint: '/v1/query' } }, true)
    const response = await ask('/v1/query', html, api)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Origin, Accept, Accept-Encoding, Authorization')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    const sources = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
    expect(sources).toHaveLength(6)
    for (const source of sources) {
      const { pathname } = new URL(source as string, 'http://service.example/v1/query')
      expect((await ask(pathname, {}, api)).status).toBe(200)
    }
    expect((await ask('/v1/query/playground/package.json', {}, api)).status).toBe(404)
    expect((await ask('/graphql', html, api)).status).toBe(404)
    await api.close()
  })

  it("returns JSON to clients that don't prefer HTML", async () => {
    const api = await open({}, true)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const response = await ask('/graphql?query=%7B__typename%7D', { accept }, api)
      expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
    }
    await api.close()
  })

  it('has no page in production, unless playgroundAlways is true', async () => {
    const production = await open()
    const response = await ask('/graphql', html, production)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await ask('/graphql/playground/graphiql.js', {}, production)).status).toBe(404)
    await production.close()
    const always = await open({ config: { playgroundAlways: true } })
    expect((await ask('/graphql', html, always)).headers.get('content-type')).toBe('text/html; charset=utf-8')
    await always.close()
  })
})
