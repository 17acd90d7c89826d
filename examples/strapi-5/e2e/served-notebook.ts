import { mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { openBrowser } from '../../../packages/server/test/support/browser.js'
import { startDocuments } from '../../../scripts/lib/documents-target.mjs'
import { findStrapi } from '../../../scripts/lib/strapi-packages.mjs'
import { startStrapi } from '../../../scripts/lib/strapi-target.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const configFile = join(root, 'vite.config.ts')
const version = '5.54.0'
/** Whether this server serves the project, in place of Strapi. */
const isServedHere = process.env['STRAPI5_SERVED'] === '1'

export interface ServedNotebook {
  readonly page: Page
  /** The errors that scripts of the page have thrown. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

/** Starts Strapi with a new database, the built page, and a browser. */
export async function serveNotebook(): Promise<ServedNotebook> {
  const installed = (process.env['STRAPI5_PACKAGES'] ?? '').split(delimiter).filter(Boolean)
  const packages = installed.find((folder) => findStrapi(folder) === version)
  const project = { project: join(root, 'cms'), version }
  const strapi = isServedHere
    ? await startDocuments(project)
    : await startStrapi({ ...project, packages, say: (line) => console.log(line) })
  const folder = await mkdtemp(join(tmpdir(), 'strapi-5-example-'))
  process.env['VITE_API_URL'] = strapi.url
  await build({ root, configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: false } })
  const server = await preview({ root, configFile, preview: { port: 0 }, build: { outDir: folder } })
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The page is not served.')
  const browser = await openBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(address)
  return {
    page,
    errors,
    async close() {
      await browser.close()
      await server.close()
      await strapi.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
