import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flattenEntries } from '../../../sdk/src/rest/flatten.js'
import { clipboardOf, type ExplorerBrowser, openExplorerBrowser } from '../support/explorer-page.js'
import { hiddenWord } from '../support/explorer-service.js'

const run = promisify(execFile)
const expectSoon = <Value>(read: () => Value) => expect.poll(read)
const workspace = fileURLToPath(new URL('../../../..', import.meta.url))

describe('the explorer, used from start to end', () => {
  let explorer: ExplorerBrowser
  let page: Page
  beforeAll(async () => {
    explorer = await openExplorerBrowser()
    page = await explorer.context.newPage()
  })
  afterAll(() => explorer?.close())

  /** Clicks a copy button, and returns the content of the clipboard. */
  const copied = async (on: Page, name: string | RegExp): Promise<string> => {
    await on.evaluate(() => navigator.clipboard.writeText(''))
    await on.getByRole('button', { name }).first().click()
    await expectSoon(() => clipboardOf(on)).not.toBe('')
    return clipboardOf(on)
  }

  it('opens from the printed link, whose token is in no later URL and no HTML', async () => {
    const response = await page.goto(explorer.link)
    const token = explorer.api.developmentToken ?? ''
    expect(explorer.link).toBe(`${explorer.url}/#token=${token}`)
    await page
      .getByRole('link', { name: /^Article/ })
      .first()
      .waitFor()
    expect(page.url()).toBe(`${explorer.url}/`)
    expect(await response?.text()).not.toContain(token)
    expect(await page.content()).not.toContain(token)
    expect(await explorer.context.cookies()).toEqual([])
  })

  it('builds a query over a relation, whose SDK code compiles and returns the entries on the page', async () => {
    await page
      .getByRole('link', { name: /^Article/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Query', exact: true }).click()
    await page.getByRole('button', { name: '+ Condition' }).click()
    await page.getByRole('combobox', { name: 'Attribute', exact: true }).selectOption({ label: 'author ›' })
    await page.getByRole('combobox', { name: 'Attribute of author' }).selectOption('name')
    await page.getByRole('combobox', { name: 'Operator' }).selectOption({ label: 'contains' })
    await page.getByRole('textbox', { name: 'Value' }).fill('ada')
    await page.getByRole('checkbox', { name: 'author' }).check()
    await page.getByRole('textbox', { name: 'Rows' }).fill('2')
    await page.getByRole('button', { name: /^Send/ }).click()
    await expectSoon(() => decodeURIComponent(page.url())).toContain('filters[author][name][$containsi]=ada')
    await page.getByRole('tab', { name: 'JSON' }).click()
    const copyBody = async () => JSON.parse(await copied(page, /^Copy the body/i)) as Body
    await expectSoon(async () => (await copyBody()).meta).toMatchObject({ pagination: { pageSize: 2 } })
    const shown = await copyBody()
    expect(shown.data.map(({ attributes }) => attributes['author'])).toMatchObject([
      { data: { attributes: { name: 'Ada Lovelace' } } },
      { data: { attributes: { name: 'Ada Lovelace' } } },
    ])
    await page.getByRole('tab', { name: 'SDK' }).click()
    const code = await copied(page, /^Copy the TypeScript/i)
    const data = flattenEntries(shown.data, { populate: ['author'] })
    expect(await outputOf(code, explorer)).toEqual({ ...shown, data })
  })

  it('edits an entry, and shows a mistake beside its field before saving', async () => {
    await page.goto(`${explorer.url}/#/articles/1`)
    const title = page.getByRole('textbox', { name: /^title/ })
    await title.fill('A title of more than the forty characters')
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.textContent()).toContain('/api/articles/1')
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await save()
    await page.getByText('title must be at most 40 characters').waitFor()
    expect(await title.getAttribute('aria-invalid')).toBe('true')
    const described = (await title.getAttribute('aria-describedby')) ?? ''
    const descriptions = await page
      .locator(
        described
          .split(' ')
          .map((id) => `[id="${id}"]`)
          .join(','),
      )
      .allTextContents()
    expect(descriptions.join()).toContain('title must be at most 40 characters')
    await expectSoon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await title.fill('A shorter title')
    await save()
    await page.getByRole('heading', { name: 'A shorter title' }).waitFor()
    const saved = (await (await explorer.send('GET /api/articles/1', 'everything')).json()) as { data: Entry }
    expect(saved.data.attributes).toMatchObject({ title: 'A shorter title', rating: 1, level: 'easy' })
  })

  it('hides what a role may not see from the page, requests, code and SQL', async () => {
    const { reader } = explorer.identities
    const restricted = await explorer.open(`#/?as=${reader}`)
    const seen: string[] = []
    const note = async () => {
      const stored = await restricted.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      )
      seen.push(await restricted.content(), stored, restricted.url())
    }
    await restricted
      .getByRole('link', { name: /^Article/ })
      .first()
      .click()
    await restricted.getByRole('rowheader').first().waitFor()
    await note()
    await restricted.getByRole('rowheader').first().getByRole('link').click()
    await restricted.getByRole('heading', { name: 'A shorter title' }).waitFor()
    await restricted.getByText('may read this entry, not change it').waitFor()
    await restricted.getByText('Ada Lovelace').first().waitFor()
    await note()
    await restricted.goto(
      `${explorer.url}/#/articles/query?as=${reader}&populate=*&filters[author][name][$contains]=Ada`,
    )
    for (const [tab, name] of [
      ['REST URL', /^Copy the URL/],
      ['curl', /^Copy the curl/i],
      ['SDK', /^Copy the TypeScript/i],
      ['GraphQL', /^Copy the document/i],
      ['JSON', /^Copy the body/i],
      ['SQL and plan', /^Copy statement/],
    ] as const) {
      await restricted.getByRole('tab', { name: tab }).click()
      seen.push(await copied(restricted, name))
      await note()
    }
    expect(seen.at(-4)).toMatch(/SELECT .*"articles"/)
    const responses = explorer.responsesTo(restricted)
    expect(responses.length).toBeGreaterThan(4)
    for (const text of [...seen, ...responses]) expect(text).not.toMatch(hiddenWord)
    const { types } = JSON.parse(responses.find((text) => text.includes('/model\n'))?.split('\n')[1] ?? '') as {
      types: { displayName: string }[]
    }
    expect(types.map(({ displayName }) => displayName)).toEqual(['Article', 'Author'])
    await restricted.close()
  })

  it('can be used with the keyboard only', async () => {
    const keys = await explorer.open('#/articles/query')
    await keys.getByRole('button', { name: '+ Condition' }).waitFor()
    const press = (key: string) => keys.keyboard.press(key)
    const focused = (name: string) => keys.locator(':focus').and(keys.getByRole('button', { name })).count()
    await press('Tab')
    await keys.locator('a:focus').getByText('Skip to the content').waitFor()
    await press('Enter')
    for (let tabs = 0; tabs < 10 && (await focused('+ Condition')) === 0; tabs++) await press('Tab')
    await press('Enter')
    // The focus is in the new condition.
    await keys.keyboard.type('rating')
    await press('Tab')
    await press('Tab')
    await keys.keyboard.type('5')
    await press('Control+Enter')
    await expectSoon(() => decodeURIComponent(keys.url())).toContain('filters[rating][$eq]=5')
    await keys.getByRole('rowheader').first().waitFor()
    await keys.goto(`${explorer.url}/#/articles/2`)
    const title = keys.getByRole('textbox', { name: /^title/ })
    await title.focus()
    await keys.keyboard.type('!')
    await press('Control+Enter')
    await keys.getByRole('dialog').waitFor()
    await press('Escape')
    await keys.getByRole('dialog').waitFor({ state: 'hidden' })
    await expectSoon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await keys.close()
  })

  it('moves the focus to a condition that is added while a response is rendered', async () => {
    const query = await explorer.open('#/articles/query')
    await query.getByRole('rowheader').first().waitFor()
    await query.evaluate(() => {
      const add = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '+ Condition')
      const isProgress = (node: Node) => node instanceof Element && node.matches('.progress')
      // Observers run between the changes of a render and its delayed effects.
      new MutationObserver((changes, observer) => {
        if (!changes.some(({ removedNodes }) => [...removedNodes].some(isProgress))) return
        observer.disconnect()
        add?.click()
      }).observe(document.body, { childList: true, subtree: true })
    })
    await query.getByRole('button', { name: /^Send/ }).click()
    const attribute = query.getByRole('combobox', { name: 'Attribute', exact: true })
    await attribute.waitFor()
    expect(await attribute.evaluate((field) => field === document.activeElement)).toBe(true)
    await query.close()
  })

  it('sends requests to no other host, and violates no policy', () => {
    expect(explorer.complaints).toEqual([])
  })
})

interface Entry {
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Body {
  readonly data: readonly Entry[]
  readonly meta: unknown
}

/** Compiles code beside the generated types, runs it, and returns its final `data` and `meta`. */
async function outputOf(code: string, { api, url }: ExplorerBrowser): Promise<unknown> {
  await mkdir(join(workspace, 'packages/explorer/.tmp'), { recursive: true })
  const folder = await mkdtemp(join(workspace, 'packages/explorer/.tmp/walk-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'query.ts'), `${code}\nconsole.log(JSON.stringify({ data, meta }))\n`)
    const options = { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], skipLibCheck: true }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
    await symlink(join(workspace, 'node_modules/@types'), join(folder, 'node_modules/@types')).catch(() => undefined)
    const types = ['--server', url, '--out', join(folder, 'content-types.gen.ts')]
    await run(process.execPath, [join(workspace, 'packages/sdk/dist/codegen/cli.js'), ...types])
    const compiler = join(workspace, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '-p', folder, '--checkers', '1']).catch((error: { stdout: string }) => {
      throw new Error(`${error.stdout}\n${code}`)
    })
    const token = await api.accounts.createToken({ name: 'walk', type: 'full-access' })
    const { stdout } = await run(process.execPath, [join(folder, 'query.js')], {
      env: { ...process.env, CONTENT_API_TOKEN: token },
    })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
