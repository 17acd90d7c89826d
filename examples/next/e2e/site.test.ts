import { afterAll, beforeAll, expect, it } from 'vitest'
import { demo } from '../open-service.mjs'
import { DRAFT_SECRET, REVALIDATE_SECRET, type ServedSite, serveSite } from './served-site.js'

let served: ServedSite

beforeAll(async () => {
  served = await serveSite()
}, 600_000)
afterAll(() => served?.close())

const open = async (path: string) => {
  served.requests.splice(0)
  await served.page.goto(served.address + path)
}
const titles = () => served.page.locator('main li').allTextContents()
/** Returns the recorded requests for the list. Other requests may follow, because Next prefetches linked pages. */
const readsOfList = () => served.requests.filter((line) => /^GET \/api\/articles\?.*sort=title/.test(line))
const readsOf = (slug: string) => served.requests.filter((line) => line.includes(`filters[slug]=${slug}`))
const heading = (name: string) => served.page.getByRole('heading', { name, exact: true }).waitFor()

const importArticle = async (id: number, title: string, slug: string, publishedAt: string | null) => {
  await served.api.importEntries([{ type: 'api::article.article', id, attributes: { title, slug, publishedAt } }])
}
const revalidate = (secret: string) =>
  fetch(`${served.address}/api/revalidate`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } })

it('renders published articles on the server, with rich text escaped', async () => {
  await open('/')
  expect(await titles()).toEqual(['The long way home'])
  await served.page.getByRole('link', { name: 'The long way home' }).click()
  await heading('The long way home')
  expect(await served.page.locator('article p').innerHTML()).toBe('We went &lt;north&gt;.')
  expect(await served.page.title()).toBe('The long way home')
})

it('shows cached articles until the tag is revalidated', async () => {
  await open('/')
  await open('/')
  expect(readsOfList()).toEqual([])
  await importArticle(100, 'Imported', 'imported', '2026-01-01T00:00:00.000Z')
  await open('/')
  expect(await titles()).toEqual(['The long way home'])
  expect((await revalidate('wrong')).status).toBe(401)
  await open('/')
  expect(await titles()).toEqual(['The long way home'])
  expect((await revalidate(REVALIDATE_SECRET)).status).toBe(200)
  await open('/')
  expect(await titles()).toEqual(['Imported', 'The long way home'])
  expect(readsOfList()).toHaveLength(1)
})

it('shows drafts in draft mode, which requires the secret', async () => {
  await open('/api/draft?secret=wrong')
  expect(await served.page.textContent('body')).toContain('Wrong secret.')
  await open('/articles/still-being-written')
  expect(await served.page.title()).toContain('404')
  await open(`/api/draft?secret=${DRAFT_SECRET}&slug=still-being-written`)
  await heading('Still being written')
  await open('/')
  expect(await titles()).toContain('Still being written (draft)')
})

it('sends one request for two equal reads during a render', async () => {
  // Nothing is cached in draft mode. No page has linked to this draft, so Next hasn't prefetched it.
  await importArticle(101, 'Unlinked', 'unlinked', null)
  await open('/articles/unlinked')
  await heading('Unlinked')
  expect(await served.page.title()).toBe('Unlinked')
  expect(readsOf('unlinked')).toHaveLength(1)
})

it('leaves draft mode', async () => {
  await open('/api/draft?off=1')
  expect(await titles()).not.toContain('Still being written (draft)')
})

it('redirects visitors to the sign-in page when they write, and reports a wrong password', async () => {
  await open('/write')
  await served.page.getByLabel('Title').fill('Nobody')
  await served.page.getByRole('button', { name: 'Publish' }).click()
  await heading('Sign in')
  await served.page.getByLabel('Name or e-mail address').fill(demo.username)
  await served.page.getByLabel('Password').fill('wrong')
  await served.page.getByRole('button', { name: 'Sign in' }).click()
  expect(await served.page.getByRole('alert').filter({ hasText: /./ }).first().textContent()).toContain(
    'Invalid identifier or password',
  )
})

it('signs in, writes through a server action, and shows the result immediately', async () => {
  await open('/sign-in')
  await served.page.getByLabel('Name or e-mail address').fill(demo.username)
  await served.page.getByLabel('Password').fill(demo.password)
  await served.page.getByRole('button', { name: 'Sign in' }).click()
  await served.page.getByRole('button', { name: 'Sign out' }).waitFor()
  const cookie = (await served.page.context().cookies()).find(({ name }) => name === 'content-api.token')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  await served.page.getByRole('link', { name: 'Write' }).click()
  await heading('Write')
  await served.page.getByLabel('Title').fill('No')
  await served.page.getByRole('button', { name: 'Publish' }).click()
  await served.page.getByRole('alert').getByText('at least 3').waitFor()

  await served.page.getByLabel('Title').fill('Written here')
  await served.page.getByLabel('Text').fill('<script>alert(1)</script>')
  await served.page.getByRole('button', { name: 'Publish' }).click()
  await heading('Written here')
  expect(await served.page.locator('article p').innerHTML()).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
  await served.page.getByRole('link', { name: 'Articles' }).click()
  await heading('Articles')
  expect(await titles()).toEqual(['Imported', 'The long way home', 'Written here'])
})

it('signs out', async () => {
  await served.page.getByRole('button', { name: 'Sign out' }).click()
  await served.page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect((await served.page.context().cookies()).map(({ name }) => name)).not.toContain('content-api.token')
})
