import { buildReport, formats, type Report, run } from '@content-api/conformance'
import axe from 'axe-core'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clausePage } from '../packages/conformance/src/reporters/clause-page.js'
import { html } from '../packages/conformance/src/reporters/html.js'
import { standingOf } from '../packages/conformance/src/reporters/standing.js'
import { createSecondServer } from '../packages/conformance-selftest/src/second-server/second-server.js'
import { wire } from '../packages/conformance-selftest/src/wire.js'
import { openBrowser } from '../packages/server/test/support/browser.js'

type Browser = Awaited<ReturnType<typeof openBrowser>>

/** A server whose deletes return no entry. */
const forgetful = wire({
  response: (response, { method }) => {
    if (method === 'DELETE' && response.status === 200) response.body = { data: null, meta: { note: '<b>&</b>' } }
  },
})

async function reportOf(name: string, fetch: ReturnType<typeof createSecondServer>['fetch']): Promise<Report> {
  const results = []
  const configuration = { profile: 'rest', tokens: { full: 'conformance-full-access' } } as const
  const work = run({ fetch, configuration, selection: { only: ['write.*', 'rest.page.*', 'graphql.schema.*'] } })
  for (let step = await work.next(); ; step = await work.next()) {
    if (step.done) return buildReport(results, step.value, { name })
    results.push(step.value)
  }
}

describe('report pages', () => {
  let browser: Browser
  let page: Awaited<ReturnType<Browser['newPage']>>
  let folder: string
  let broken: Report
  const noise: string[] = []

  const open = async (name: string, text: string, hash = '') => {
    const file = join(folder, name)
    writeFileSync(file, text)
    await page.goto(`${pathToFileURL(file).href}${hash}`)
  }
  const visible = () => page.locator('tr.scenario:visible').evaluateAll((rows) => rows.map(({ id }) => id))
  const failures = () => broken.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-pages-'))
    broken = await reportOf('A <broken> target', forgetful(createSecondServer().fetch))
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (message) => noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) noise.push(request.url())
    })
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('show all scenarios, only failed ones, or those that match a search', async () => {
    await open('report.html', formats.html.render(broken))
    expect(await visible()).toHaveLength(broken.results.length)
    await page.getByRole('button', { name: 'Failed' }).click()
    expect((await visible()).toSorted()).toEqual(failures().toSorted())
    await page.getByRole('searchbox').fill('write.delete')
    expect(await visible()).toEqual(['write.delete'])
    expect(await page.locator('nav output').textContent()).toBe('1 shown')
    await page.getByRole('searchbox').fill('surely nothing of the kind')
    expect(await page.locator('tbody:visible').count()).toBe(0)
  })

  it('work with the keyboard: filter, open, follow', async () => {
    await open('keyboard.html', formats.html.render(broken))
    await page.getByRole('button', { name: 'Failed' }).focus()
    await page.keyboard.press('Enter')
    expect(await visible()).toHaveLength(failures().length)
    const proof = page.locator('tr.proof:visible details').first()
    await proof.locator('summary').focus()
    await page.keyboard.press('Enter')
    expect(await proof.locator('pre.commands').isVisible()).toBe(true)
    expect(await proof.locator('pre.commands').textContent()).toMatch(/^#!\/bin\/sh\n[\s\S]*CONFORMANCE_TOKEN/)
  })

  it('open at the scenario in the URL', async () => {
    await open('linked.html', formats.html.render(broken), '#write.delete')
    expect(await page.locator('[id="write.delete"] + tr.proof pre').first().isVisible()).toBe(true)
  })

  it.each([
    ['one target', () => [broken]],
    ['three targets', () => [broken, { ...broken, target: { name: 'other', url: 'http://localhost:1337/' } }, broken]],
  ])('fit a narrow window with %s, light and dark', async (_, reports) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 700 })
      await open('narrow.html', html(reports()))
      await page.locator('details').evaluateAll((all) => {
        for (const one of all as HTMLDetailsElement[]) one.open = true
      })
      const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      expect(await page.evaluate(excess)).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('keep the names of the targets visible below the filter, however long they are', async () => {
    for (const width of [1280, 700]) {
      await page.setViewportSize({ width, height: 800 })
      const long = { name: `http://${'long-'.repeat(12)}name.example.org/`, url: 'http://localhost:1337/' }
      await open('headings.html', html([broken, { ...broken, target: long }]))
      await page.locator('tr.scenario').last().scrollIntoViewIfNeeded()
      const edges = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        return { filter: box('nav')?.bottom, heading: box('thead th:last-child')?.top, at: scrollY }
      })
      expect(edges.at).toBeGreaterThan(800)
      expect(edges.heading).toBe(edges.filter)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it.each([
    ['one target', () => html([broken])],
    ['three targets', () => html([broken, { ...broken, target: { ...broken.target, name: 'other' } }, broken])],
    ['known violations', () => html([{ ...broken, outcome: 'known-violations' as const, conformant: false }])],
    ['all clauses', clausePage],
  ])('have no fault that axe-core finds, with %s, light, dark and narrow', async (_, render) => {
    await open('axe.html', render())
    await page.locator('details').evaluateAll((all) => {
      for (const one of (all as HTMLDetailsElement[]).slice(0, 40)) one.open = true
    })
    // Clauses look alike, so the first ones of each section are enough.
    await page.locator('article:nth-of-type(n+3)').evaluateAll((all) => {
      for (const one of all) one.remove()
    })
    await page.evaluate(axe.source)
    const found: string[] = []
    let passes = 0
    const looks = [
      ['light', 1280],
      ['light', 360],
      ['dark', 1280],
    ] as const
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      // The other rules find the same in both color schemes.
      const rules = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
      const results = await page.evaluate(
        (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
        { resultTypes: ['violations' as const], ...rules },
      )
      passes += results.passes.length
      for (const { id, nodes } of results.violations)
        found.push(`${colorScheme} ${width} ${id}: ${nodes[0]?.html.slice(0, 120)} ${nodes[0]?.failureSummary ?? ''}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(found).toEqual([])
    expect(passes).toBeGreaterThan(40)
  })

  it('have the same results in well-formed JUnit XML', async () => {
    await open('empty.html', '<!doctype html><title>parser</title>')
    const found = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml')
      const attributes = (selector: string, name: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getAttribute(name) ?? '')
      const sum = (name: string) => attributes('testsuite', name).reduce((total, value) => total + Number(value), 0)
      return {
        errors: document.querySelectorAll('parsererror').length,
        root: document.documentElement.nodeName,
        shape: [
          ...new Set(
            [...document.querySelectorAll('*')].map((one) => `${one.parentElement?.nodeName ?? ''}>${one.nodeName}`),
          ),
        ],
        counted: [sum('tests'), sum('failures'), sum('errors'), sum('skipped')],
        there: ['testcase', 'failure', 'error', 'skipped'].map((name) => document.querySelectorAll(name).length),
      }
    }, formats.junit.render(broken))
    expect(found).toMatchObject({ errors: 0, root: 'testsuites' })
    expect(found.shape.toSorted()).toEqual([
      '>testsuites',
      'testcase>failure',
      'testcase>skipped',
      'testsuite>testcase',
      'testsuites>testsuite',
    ])
    expect(found.counted).toEqual(found.there)
    const deciding = broken.results.filter((result) => standingOf(result, false) === 'failed')
    expect(deciding.length).toBeGreaterThan(0)
    expect(found.there[1]).toBe(deciding.length)
  })

  it('include the badge', async () => {
    await open('badge.svg', formats.badge.render(broken))
    expect(await page.locator('text').last().textContent()).toMatch(/^not conformant \(/)
  })

  it('send no requests and log no errors', () => {
    expect(noise).toEqual([])
  })
})
