import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExplorerBrowser, openExplorerBrowser } from '../support/explorer-page.js'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Few rows, because axe takes time for each row. */
const few = 'pagination[pageSize]=3'

describe('the explorer', () => {
  let explorer: ExplorerBrowser
  let page: Page
  beforeAll(async () => {
    explorer = await openExplorerBrowser()
    page = await explorer.open(explorer.link.slice(explorer.url.length + 1))
    await page
      .getByRole('link', { name: /^Article/ })
      .first()
      .waitFor()
  })
  afterAll(() => explorer?.close())

  const at = async (fragment: string) => void (await page.goto(`${explorer.url}/${fragment}`))
  const role = () => `as=${explorer.identities.reader}`
  const states: Readonly<Record<string, () => Promise<void>>> = {
    start: async () => {
      await at('#/')
      await page.getByRole('heading', { name: 'Content' }).waitFor()
    },
    table: async () => {
      await at(`#/articles?publicationState=preview&${few}`)
      await page.getByRole('rowheader').first().waitFor()
    },
    'no hits': async () => {
      await at('#/articles?filters[author][name][$contains]=Nobody')
      await page.getByRole('heading', { name: 'No hits' }).waitFor()
    },
    query: async () => {
      const filters =
        'filters[$or][0][author][name][$contains]=Ada&filters[$or][1][rating][$between][0]=2&filters[$or][1][rating][$between][1]=3'
      await at(`#/articles/query?${filters}&populate[author][fields][0]=name&sort=title&${few}`)
      await page.getByRole('tab', { name: 'SQL and plan' }).click()
      await page.getByRole('button', { name: 'Copy statement 1' }).waitFor()
    },
    json: async () => {
      await page.getByRole('tab', { name: 'JSON' }).click()
      await page.locator('.cm-content').first().waitFor()
      await page.getByRole('tab', { name: 'SDK' }).click()
    },
    rejected: async () => {
      await at('#/articles/query?filters[rating][$eq]=many')
      await page.getByText(/400/).first().waitFor()
    },
    entry: async () => {
      await at('#/articles/2')
      await page.getByRole('textbox', { name: /^title/ }).fill('A title of more than the forty characters')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('title must be at most 40 characters').waitFor()
    },
    dialog: async () => {
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').waitFor()
    },
    media: async () => {
      await at('#/~media')
      await page.getByRole('button', { name: /Upload/ }).click()
    },
    restricted: async () => {
      await at(`#/articles/1?${role()}`)
      await page.getByText('may read this entry, not change it').waitFor()
    },
    forbidden: async () => {
      await at(`#/elsewhere?${role()}`)
      await page
        .getByRole('main')
        .getByText(/may not|not see|cannot/i)
        .first()
        .waitFor()
    },
    identities: async () => {
      await page.getByRole('combobox', { name: /Acting as/ }).click()
      await page.getByRole('option').first().waitFor()
    },
    'without token': async () => {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await page.getByRole('textbox').first().waitFor()
    },
  }

  it.each(Object.keys(states))(
    'has no serious axe finding in light, and in dark on wide screens: %s',
    async (name) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await states[name]?.()
      // Evaluated in the page: its policy blocks scripts of other origins.
      await page.evaluate(axe)
      const findings: string[] = []
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of width === 1280 ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          // The other rules find the same in both color schemes.
          const rules = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
          const { violations } = await page.evaluate<AxeResults, object>(
            (options) => (globalThis as unknown as Axe).axe.run(options),
            { resultTypes: ['violations'], ...rules },
          )
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          findings.push(...serious.map(({ id, nodes }) => `${colorScheme} ${width}: ${id} ${nodes[0]?.html}`))
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) findings.push(`${width}: scrolls sideways`)
      }
      expect(findings).toEqual([])
    },
    60_000,
  )

  it('sends requests to no other host, and violates no policy', () => {
    expect(explorer.complaints).toEqual([])
  })
})

interface Axe {
  readonly axe: { run(options: object): Promise<AxeResults> }
}
