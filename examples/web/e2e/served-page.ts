import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { openBrowser } from '../../../packages/server/test/support/browser.js'
import { openAtlas } from '../open-atlas.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'vite.config.ts')

export interface ServedPage {
  readonly page: Page
  /** Opens a path as a new visitor. */
  open(path?: string): Promise<void>
  /** The errors that scripts of the page have thrown. */
  readonly errors: readonly string[]
  /** Stops the service. Returns a function that starts it again at the same address. */
  stopService(): Promise<() => Promise<void>>
  /** Writes a screenshot to the folder in `SCREENSHOTS`, if it is set. */
  shoot(name: string): Promise<void>
  close(): Promise<void>
}

/** Starts the atlas with every 50th of its cities, the built page, and a browser. */
export async function servePage(): Promise<ServedPage> {
  const folder = await mkdtemp(join(tmpdir(), 'atlas-web-'))
  const api = await openAtlas({ folder, cityStep: 50 })
  let listening = await api.listen({ port: 0 })
  const { url, port } = listening
  process.env['VITE_API_URL'] = url
  const outDir = join(folder, 'page')
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: false } })
  const server = await preview({ root, configFile, preview: { port: 0 }, build: { outDir } })
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The page is not served.')
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(300_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(address)
  return {
    page,
    errors,
    async open(path = '/') {
      await page.evaluate(() => localStorage.clear())
      await page.goto(new URL(path, address).href)
    },
    async stopService() {
      await listening.close()
      return async () => {
        listening = await api.listen({ port })
      }
    },
    async shoot(name) {
      const to = process.env['SCREENSHOTS']
      if (to === undefined) return
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete || image.y > window.innerHeight),
      )
      await page.screenshot({ path: join(to, `${name}.png`) })
    },
    async close() {
      await browser.close()
      await server.close()
      await api.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
