import { afterAll, beforeAll, expect, it } from 'vitest'
import { DRAFT_SECRET, type ServedSite, serveSite } from './served-site.js'

// The other pages are those of all frameworks, which `pnpm verify:long --only frameworks` drives.
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
const readsOfList = () => served.requests.filter((line) => /^GET \/api\/articles\?.*sort\[0\]=title/.test(line))
const readsOf = (slug: string) => served.requests.filter((line) => line.includes(`filters[slug]=${slug}`))
const heading = (name: string) => served.page.getByRole('heading', { name, exact: true }).waitFor()

const importArticle = (id: number, title: string, slug: string, publishedAt: string | null) =>
  served.api.importEntries([{ type: 'api::article.article', id, attributes: { title, slug, publishedAt } }])

it('shows cached articles until a signed webhook revalidates the tag', async () => {
  const before = ['A short stay', 'The long way home']
  await open('/')
  expect(await titles()).toEqual(before)
  await open('/')
  expect(readsOfList()).toEqual([])

  const body = JSON.stringify({ event: 'entry.import', model: 'article', uid: 'api::article.article', entry: null })
  const unsigned = await fetch(`${served.address}/revalidate`, { method: 'POST', body })
  expect(unsigned.status).toBe(401)
  await open('/')
  expect(readsOfList()).toEqual([])

  const importing = () => importArticle(100, 'Imported', 'imported', '2026-01-01T00:00:00.000Z')
  expect(await served.statusOfWebhook(importing)).toBe(204)
  await open('/')
  expect(await titles()).toEqual(['A short stay', 'Imported', 'The long way home'])
  expect(readsOfList(), served.requests.join('\n')).toHaveLength(1)
})

it('sends one request for two equal reads during a render, also in draft mode', async () => {
  await served.statusOfWebhook(() => importArticle(101, 'Unlinked', 'unlinked', null))
  await open(`/preview?secret=${DRAFT_SECRET}&slug=still-being-written`)
  await heading('Still being written')
  // Draft mode has no cache. No page has linked to this draft, so Next hasn't prefetched it.
  await open('/articles/unlinked')
  await heading('Unlinked')
  expect(await served.page.title()).toBe('Unlinked')
  expect(readsOf('unlinked')).toHaveLength(1)
})
