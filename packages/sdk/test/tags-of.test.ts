import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { printContentModel, readContentModel } from '../src/codegen/index.js'
import { type LinkTargets, tagsOf } from '../src/index.js'

/** The links as generated, read from the text of the file. */
async function generatedLinks(): Promise<LinkTargets> {
  const project = fileURLToPath(new URL('fixtures/strapi5/project', import.meta.url))
  const text = printContentModel(await readContentModel({ project }), { links: true })
  const [, code = ''] = /^export const links = (\{[^]*\}) as const$/m.exec(text) ?? []
  const module = `data:text/javascript,export default ${encodeURIComponent(code)}`
  return ((await import(module)) as { default: LinkTargets }).default
}

it.each([
  [{}, ['articles']],
  [{ populate: { author: true, seo: true } }, ['articles', 'authors']],
  [{ populate: ['author.home', 'cover'] }, ['articles', 'authors', 'files', 'places']],
  [{ populate: { author: false, tags: { populate: { home: true } } } }, ['articles', 'places', 'tags']],
  [{ populate: { seo: { populate: { metaImage: true } } } }, ['articles', 'files']],
  [{ populate: { zone: { on: { 'blocks.quote': { populate: { author: true } } } } } }, ['articles', 'authors']],
  [{ populate: { zone: { on: { 'blocks.gallery': true } } } }, ['articles']],
  [{ populate: { zone: { populate: '*' } } }, ['articles', 'authors', 'files']],
  [{ populate: { tags: { filters: { hero: { title: 'x' } } } } }, ['articles', 'tags']],
  [{ populate: { author: { filters: { home: { name: 'x' } } } } }, ['articles', 'authors', 'places']],
  [{ filters: { $or: [{ author: { home: { name: 'x' } } }, { title: 'y' }] } }, ['articles', 'authors', 'places']],
  [{ filters: { $not: { owner: { username: 'x' } } } }, ['articles', 'users']],
  [{ sort: ['title', 'category.name:desc'] }, ['articles', 'categories']],
  [{ sort: 'title,author.home.name' }, ['articles', 'authors', 'places']],
  [{ sort: { mainTag: { name: 'asc' } } }, ['articles', 'tags']],
])('the tags of %j are %j', async (query, expected) => {
  expect(tagsOf(await generatedLinks(), 'articles', query)).toEqual(expected)
})

it('the tags of * are those of all links', async () => {
  const links = await generatedLinks()
  expect(tagsOf(links, 'tags', { populate: '*' })).toEqual(['articles', 'authors', 'places', 'tags'])
  expect(tagsOf(links, 'homepage', { populate: '*' })).toEqual(['articles', 'homepage'])
  expect(() => tagsOf(links, 'pages')).toThrow('There is no content type "pages"')
})
