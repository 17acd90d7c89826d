import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { openBrowser } from '../support/browser.js'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The folder for screenshots of the pages. */
const pictures = join(tmpdir(), 'content-api-pictures')
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const contentTypes = {
  'api::author.author': {
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author <b>' },
    attributes: { name: { type: 'string' } },
  },
  'api::article.article': {
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    attributes: {
      title: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
}

const content = [
  { type: 'api::author.author', id: 1, attributes: { name: 'Ada' } },
  { type: 'api::article.article', id: 1, attributes: { title: 'One', author: 1 } },
  { type: 'api::article.article', id: 2, attributes: { title: 'Two', author: 1 } },
]

describe('the development pages', () => {
  let api: ContentApi
  let browser: Browser
  let page: Page
  let url: string
  const requests: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    api = await createContentApi({ contentTypes, database: ':memory:', development: true })
    await api.importEntries(content)
    url = (await api.listen({ port: 0 })).url
    browser = await openBrowser()
    // All tests use one page: opening a second page takes as long as starting the browser.
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(decodeURIComponent(request.url()))
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await mkdir(pictures, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await api?.close()
  })

  const openArticles = async () => {
    await page.goto(`${url}/openapi`)
    await page.locator('.opblock-tag', { hasText: /^Article/ }).click()
    await page.locator('#operations-Article-findArticle').click()
  }
  const execute = async () => {
    const sent = page.waitForResponse(/\/api\//)
    await page.getByRole('button', { name: 'Execute' }).click()
    return sent
  }

  it('try filtered lists on the API reference, with the results of the service', async () => {
    await openArticles()
    const titles = async () => {
      const { data } = (await (await execute()).json()) as { data: { attributes: { title: string } }[] }
      return [requests.at(-1)?.replace(url, ''), data.map(({ attributes }) => attributes.title)]
    }
    expect(await titles(), 'an untouched form').toEqual(['/api/articles', ['One', 'Two']])
    const enter = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
    await enter(
      'filters',
      JSON.stringify({ title: { $eq: 'Two' }, $or: [{ author: { name: 'Ada' } }, { id: [7, 8] }] }),
    )
    await enter('pagination', '{ "pageSize": 2 }')
    await enter('populate', '{ "author": { "fields": ["name"] } }')
    await enter('sort', 'title:desc,id')
    const path =
      '/api/articles?sort=title:desc,id&pagination[pageSize]=2&filters[title][$eq]=Two' +
      '&filters[$or][0][author][name]=Ada&filters[$or][1][id][0]=7&filters[$or][1][id][1]=8&populate[author][fields][0]=name'
    expect(await titles()).toEqual([path, ['Two']])
    const curl = page.locator('.curl-command')
    await curl.getByText('filters[title][$eq]=Two').waitFor()
    await page.getByRole('row', { name: 'filters' }).getByRole('combobox').selectOption({ label: 'By name of author' })
    expect((await titles())[0]).toContain('filters[author][name][$eq]=x')
  })

  it('open the playground with a query that fits the schema', async () => {
    await page.goto(`${url}/graphql`)
    await page.getByRole('button', { name: /Execute query/ }).click()
    const result = page.locator('.result-window')
    await result.getByText('"Two"').waitFor()
    expect(await result.textContent()).toContain('"Ada"')
  })

  const states: Readonly<Record<string, () => Promise<void>>> = {
    reference: async () => {
      await openArticles()
      await execute()
      await page.locator('.live-responses-table .response .microlight').first().waitFor()
    },
    playground: async () => {
      await page.goto(`${url}/graphql`)
      await page.getByRole('button', { name: /Execute query/ }).click()
      await page.locator('.result-window').getByText('"Two"').waitFor()
    },
  }

  it.each(Object.keys(states))(
    'have no serious axe finding in light and dark, on narrow and wide screens: %s',
    async (name) => {
      await states[name]?.()
      // Evaluated in the page: its policy blocks scripts of other origins.
      await page.evaluate(axe)
      const findings: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [390, 1280]) {
          // Reduced motion makes colors change without a transition.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 900 })
          const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          findings.push(...serious.map(({ id, nodes }) => `${colorScheme} ${width}: ${id} ${nodes[0]?.html}`))
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (overflow > 0) findings.push(`${width}: scrolls sideways`)
          await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`) })
        }
      }
      expect(findings).toEqual([])
    },
    60_000,
  )

  it('send requests to no other host, and violate no policy', () => {
    expect(requests.length).toBeGreaterThan(10)
    expect(requests.filter((address) => !address.startsWith(url))).toEqual([])
    expect(complaints).toEqual([])
  })

  it("are not sent to clients that don't accept HTML", async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const response = await fetch(url, { headers: { accept } })
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    }
  })
})

it('a production service has no development pages and no development documents', async () => {
  const api = await createContentApi({ contentTypes, database: ':memory:' })
  const pages = ['/', '/openapi', '/openapi/', '/openapi/assets/swagger-ui.css', '/content-api/pages/explorer/main.js']
  const files = [
    '/openapi.json',
    '/content-api/model.json',
    '/graphql/playground/graphiql.js',
    '/content-api/snapshot',
    '/content-api/restore',
    '/content-api/explorer/model',
    '/content-api/explorer/identities',
    '/content-api/explorer/statements',
  ]
  for (const path of [...pages, ...files]) {
    const response = await api.fetch(new Request(`http://service.example${path}`, { headers: html }))
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
  }
  const graphql = await api.fetch(new Request('http://service.example/graphql', { headers: html }))
  expect([graphql.status, graphql.headers.get('content-type')]).toEqual([400, 'application/json'])
  await api.close()
})
