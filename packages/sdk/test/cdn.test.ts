import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
// @ts-expect-error -- a script without types
import { bundleScript } from '../scripts/build-cdn.mjs'

const script = async () => (await bundleScript()).trim()

/** What a page has without a bundler: no modules, no `process`. */
const globalsOfPage = (respond: (url: string) => unknown) => ({
  AbortController,
  AbortSignal,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  clearTimeout,
  performance,
  setTimeout,
  fetch: async (url: string) => Response.json(respond(url)),
})

it('the script for pages sets one global, whose client works', async () => {
  const requested: string[] = []
  const page = globalsOfPage((url) => {
    requested.push(url)
    return { data: [{ id: 1, attributes: { title: 'One' } }], meta: { pagination: { page: 1, pageSize: 25 } } }
  })
  const known = Object.keys(page)
  const use = `contentApi.createClient({ baseURL: 'https://cms.example.org' }).collection('articles').find({ sort: ['title'] })`
  const { data } = (await runInNewContext(`${await script()}\n${use}`, page)) as { data: unknown[] }
  expect(JSON.stringify(data)).toBe('[{"id":1,"title":"One"}]')
  expect(requested).toEqual(['https://cms.example.org/api/articles?sort[0]=title'])
  expect(Object.keys(page).filter((name) => !known.includes(name))).toEqual(['contentApi'])
})

it('the script has every export of the package', async () => {
  const names = runInNewContext(
    `${await script()}\nObject.keys(contentApi).join()`,
    globalsOfPage(() => null),
  ) as string
  const modules = await Promise.all([import('../src/index.js'), import('../src/media.js')])
  const expected = [...modules.flatMap(Object.keys), 'strapi5', 'strapi5Files', 'refreshSessions']
  expect(expected.filter((name) => !names.split(',').includes(name))).toEqual([])
})

it('the script is small', async () => {
  expect(gzipSync(await script()).length).toBeLessThan(30 * 1024)
})
