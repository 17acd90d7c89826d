import { stripVTControlCharacters } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { vi } from 'vitest'
import { buildPage } from '../../../explorer/scripts/build.mjs'
import { printAddresses } from '../../src/cli/addresses.js'
import { openBrowser } from './browser.js'
import { type ExplorerService, openExplorerService, type ServiceOptions } from './explorer-service.js'

export interface ExplorerBrowser extends ExplorerService {
  readonly url: string
  /** The link that `content-api dev` prints. */
  readonly link: string
  readonly context: BrowserContext
  /** Opens a page at a fragment such as `#/articles`, with the token from an earlier visit. */
  open(fragment: string): Promise<Page>
  /** Requests of pages to other hosts, and errors in the browser: policy violations and exceptions. */
  readonly complaints: readonly string[]
  /** Returns the URLs and bodies of the responses of the API, of GraphQL and of the explorer routes to a page. */
  responsesTo(page: Page): readonly string[]
  close(): Promise<void>
}

/**
 * Opens the explorer of a service in a real browser that can't reach other hosts.
 * @param uploads the folder of uploaded files, for a test that uploads
 */
export async function openExplorerBrowser(
  uploads?: string,
  webhooks?: ServiceOptions['webhooks'],
): Promise<ExplorerBrowser> {
  const complaints: string[] = []
  const responses: { readonly page: Page; readonly text: string }[] = []
  const options = { development: true, ...(uploads !== undefined && { uploads }), ...(webhooks && { webhooks }) }
  const [service] = await Promise.all([openExplorerService(':memory:', options), buildPage()])
  const { url } = await service.api.listen({ port: 0 })
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Reduced motion makes colors change without a transition.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(300_000)
  // Browsers report the policy, but not the element that violated it.
  await context.addInitScript(`addEventListener('securitypolicyviolation', ({ target, sourceFile, lineNumber, columnNumber }) =>
    console.error('Broke the policy: ' + [target?.outerHTML?.slice(0, 300), sourceFile, lineNumber, columnNumber].join(' ')))`)
  await context.route(
    (address) => address.origin !== url,
    (route) => {
      complaints.push(`asked for ${route.request().url()}`)
      return route.abort()
    },
  )
  context.on('console', (message) => {
    // The tests include rejected requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text())
    }
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('response', (response) => {
    if (/^\/(api|graphql|content-api\/explorer)/.test(new URL(response.url()).pathname)) {
      void response.text().then(
        (text) => responses.push({ page: response.frame().page(), text: `${response.url()}\n${text}` }),
        () => undefined,
      )
    }
  })
  const open = async (fragment: string) => {
    const page = await context.newPage()
    await page.goto(`${url}/${fragment}`)
    return page
  }
  return {
    ...service,
    url,
    link: printedLink(url, service),
    context,
    open,
    complaints,
    responsesTo: (page) => responses.flatMap((response) => (response.page === page ? [response.text] : [])),
    async close() {
      await browser.close()
      await service.api.close()
    },
  }
}

function printedLink(url: string, { api }: ExplorerService): string {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  printAddresses({ url }, api)
  log.mockRestore()
  const [link] = /http:\S+#token=\S+/.exec(stripVTControlCharacters(lines.join('\n'))) ?? []
  if (link === undefined) throw new Error(`No link is printed:\n${lines.join('\n')}`)
  return link
}

export const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
