import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExplorerBrowser, openExplorerBrowser } from '../support/explorer-page.js'
import { png } from '../../../../tests/support/png.js'

interface Entry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

describe('entries and files in the explorer', () => {
  let folder: string
  let explorer: ExplorerBrowser
  let page: Page
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-explorer-'))
    explorer = await openExplorerBrowser(folder, [{ name: 'site', url: 'http://127.0.0.1:9/hook' }])
    page = await explorer.open(explorer.link.slice(explorer.url.length + 1))
    await page
      .getByRole('link', { name: /^Article/ })
      .first()
      .waitFor()
  })
  afterAll(async () => {
    await explorer?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const at = (fragment: string) => page.goto(`${explorer.url}/${fragment}`)
  const read = async (path: string): Promise<Entry> => {
    const body = (await (await explorer.send(`GET ${path}`, 'everything')).json()) as { data: Entry }
    return body.data
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  /** Presses a button of the form, and returns the request that the dialog shows after the confirmation. */
  const confirmed = async (name: string): Promise<string> => {
    await button(name).click()
    const dialog = page.getByRole('dialog')
    const text = (await dialog.textContent()) ?? ''
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return text
  }
  const idInAddress = () => Number(/\/(\d+)(?:\?|$)/.exec(page.url())?.[1])

  it('creates an entry with a relation to an entry that the search finds', async () => {
    await at('#/articles/new')
    await page.getByRole('textbox', { name: /^title/ }).fill('Written by Grace')
    const author = page.getByRole('combobox', { name: 'author' })
    const searched = page.waitForRequest(/_q=hopp/)
    await author.fill('hopp')
    const { searchParams } = new URL((await searched).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      'fields[0]': 'name',
      'pagination[pageSize]': '20',
      'pagination[withCount]': 'false',
      _q: 'hopp',
    })
    await page.getByRole('option', { name: 'Grace Hopper' }).waitFor()
    await author.press('Enter')
    const request = await confirmed('Create')
    expect(request).toContain(`POST ${explorer.url}/api/articles`)
    await heading('Written by Grace').waitFor()
    const { attributes } = await read(`/api/articles/${idInAddress()}?populate=author&publicationState=preview`)
    expect(attributes).toMatchObject({
      title: 'Written by Grace',
      slug: 'written-by-grace',
      publishedAt: null,
      author: { data: { id: 2 } },
    })
  })

  it('sends the changes of a to-many relation in their order', async () => {
    await at('#/authors/1')
    await button('Remove Article 1').click()
    await page.locator(':focus').and(button('Remove Article 3')).waitFor()
    await button('Move Article 5 up').click()
    await page.locator(':focus').and(button('Move Article 5 up')).waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await confirmed('Save')
    expect((await sent).postDataJSON()).toEqual({
      data: { articles: { connect: [{ id: 5, position: { start: true } }], disconnect: [1] } },
    })
    await page.getByText('Nothing has changed.').waitFor()
  })

  it('publishes, unpublishes and deletes', async () => {
    await at('#/articles/10')
    expect((await confirmed('Publish')).replace(/\d{4}-[\d-]*T[\d:.]*Z/, '<now>')).toContain(
      '{ "publishedAt": "<now>" }',
    )
    await button('Unpublish').waitFor()
    await confirmed('Unpublish')
    await button('Publish').waitFor()
    expect((await read('/api/articles/10?publicationState=preview')).attributes['publishedAt']).toBeNull()
    await confirmed('Delete')
    await page.getByRole('rowheader').first().waitFor()
    expect((await explorer.send('GET /api/articles/10', 'everything')).status).toBe(404)
  })

  it('overwrites no change of somebody else, unless the user wants it', async () => {
    const title = page.getByRole('textbox', { name: /^title/ })
    const rating = page.getByRole('textbox', { name: /^rating/ })
    const changeElsewhere = (data: object) => explorer.send('PUT /api/articles/7', 'everything', {}, { data })
    await at('#/articles/7')
    await title.fill('Mine')
    await changeElsewhere({ rating: 5 })
    await confirmed('Save')
    await page.getByText('Somebody else has changed this entry').waitFor()
    expect((await read('/api/articles/7')).attributes).toMatchObject({ title: 'Article 7', rating: 5 })
    await button('Load the new version').click()
    await page.getByText('Somebody else has changed this entry').waitFor({ state: 'detached' })
    await expect.poll(() => rating.inputValue()).toBe('5')
    expect(await title.inputValue()).toBe('Mine')
    expect(await confirmed('Save')).toContain('If-Match: "')
    await page.getByText('Nothing has changed.').waitFor()
    await title.fill('Mine again')
    await changeElsewhere({ title: 'Theirs' })
    await confirmed('Save')
    await button('Save anyway').click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.textContent()).not.toContain('If-Match')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await heading('Mine again').waitFor()
    expect((await read('/api/articles/7')).attributes).toMatchObject({ title: 'Mine again', rating: 5 })
  })

  it('writes the entry of a single type', async () => {
    await at('#/homepage/entry')
    await page.getByRole('textbox', { name: /^heading/ }).fill('Welcome')
    expect(await confirmed('Create')).toContain('{ "data": { "heading": "Welcome" } }')
    await heading('Welcome').waitFor()
    expect((await read('/api/homepage')).attributes).toMatchObject({ heading: 'Welcome' })
  })

  it('creates a localization, and switches between localizations', async () => {
    await at('#/articles/2')
    await button('Create the fr localization').click()
    expect(await confirmed('Create')).toContain(`POST ${explorer.url}/api/articles/2/localizations`)
    await page.getByRole('link', { name: 'Open the en localization' }).click()
    await page.getByRole('link', { name: 'Open the fr localization' }).waitFor()
    expect(idInAddress()).toBe(2)
  })

  it('validates components by the model before it sends them', async () => {
    await at('#/articles/3')
    const editor = page.getByRole('group', { name: /^sections/ }).locator('.cm-content')
    // Press keys, as users do. When text replaces a selection of several lines, Chrome inserts elements with
    // inline styles, which the policy blocks.
    await editor.press('ControlOrMeta+a')
    await editor.press('Delete')
    await editor.pressSequentially('[{ "__component": "shared.qoute" }]')
    await button('Save').click()
    await page.getByText(/"__component" names the component: shared.seo, shared.quote/).waitFor()
    await page.locator('.json-editor:focus-within').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await button('Discard changes').click()
  })

  it('uploads a file, and selects it for an entry', async () => {
    await at('#/~media')
    await button('Upload files').click()
    const files = [
      { name: 'fjord.png', mimeType: 'image/png', buffer: Buffer.from(png(4, 4)) },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>no</p>') },
    ]
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByLabel('Alternative text').first().fill('A fjord')
    await button('Upload 2 files').click()
    await page.getByRole('link', { name: /fjord\.png/ }).waitFor()
    await page.getByText(/page\.html can't be uploaded/).waitFor()
    await at('#/articles/4')
    await page.getByRole('button', { name: 'Choose a file for cover' }).click()
    await page.getByRole('button', { name: /^fjord\.png/ }).click()
    await button('Choose 1 file').click()
    await confirmed('Save')
    await page.getByText('Nothing has changed.').waitFor()
    expect((await read('/api/articles/4?populate=cover')).attributes['cover']).toMatchObject({
      data: { attributes: { name: 'fjord.png', alternativeText: 'A fjord' } },
    })
  })

  it('keeps unsaved changes for the identity that made them', async () => {
    await at('#/articles/5')
    const title = page.getByRole('textbox', { name: /^title/ })
    await title.fill('Not saved yet')
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await page.getByRole('rowheader').first().waitFor()
    await page.getByText('Not saved yet:').waitFor()
    await page.getByRole('link', { name: 'Article 5', exact: true }).first().click()
    await page.getByText('The changes aren’t saved.').waitFor()
    expect(await title.inputValue()).toBe('Not saved yet')
    await page.getByRole('combobox', { name: 'Acting as' }).fill('erin')
    await page.getByRole('option', { name: /erin/ }).click()
    await expect.poll(() => title.inputValue()).toBe('Article 5')
    const question = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept()
      return dialog.type()
    })
    await page.reload()
    expect(await question).toBe('beforeunload')
  })

  it('shows the latest events and the deliveries of webhooks, and sends one again', async () => {
    await at('#/articles')
    await page.getByRole('link', { name: 'Events' }).click()
    await button('Load again').waitFor()
    const region = (name: string) => page.getByRole('region', { name })
    await region('Latest events')
      .getByRole('row', { name: /entry.create/ })
      .first()
      .waitFor()
    const row = region('Deliveries')
      .getByRole('row', { name: /entry.create/ })
      .last()
    await row.getByText(/private/).waitFor()
    const sent = page.waitForResponse((response) => response.request().method() === 'POST')
    await row.getByRole('button', { name: 'Send entry.create to site again' }).click()
    expect(await (await sent).json()).toEqual({ repeated: true })
  })

  it('offers no action that the identity may not do', async () => {
    const buttons = async () => page.locator('main').getByRole('button').allTextContents()
    await at(`#/articles/5?as=${explorer.identities.reader}`)
    await page.getByText('may read this entry, not change it').waitFor()
    expect(await buttons()).toEqual([])
    await at(`#/articles/new?as=${explorer.identities.reader}`)
    await heading('Reader may not create entries here').waitFor()
    expect(await buttons()).toEqual(['Act as everything'])
    await at(`#/homepage/entry?as=${explorer.identities.editor}`)
    await heading('Welcome').waitFor()
    expect(await buttons()).toEqual(['Save', 'Delete'])
  })

  it('says that there is no such page to who may see everything, and offers to act as everything to others', async () => {
    await at('#/nothing')
    await heading('There is no such page').waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    await at(`#/nothing?as=${explorer.identities.reader}`)
    await page.getByRole('button', { name: 'Act as everything' }).waitFor()
  })

  it('counts the rows beside all entries, with drafts and other locales', async () => {
    await at('#/articles')
    const counts = await page.locator('.view-head .badge', { hasText: ' of ' }).textContent()
    const [shown = 0, all = 0] = counts?.split(' of ').map(Number) ?? []
    expect([shown > 0, all > shown]).toEqual([true, true])
  })

  it('violates no policy', () => {
    expect(explorer.complaints).toEqual([])
  })
})
