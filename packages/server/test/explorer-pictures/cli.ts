// `pnpm record:pictures`: takes the pictures in docs/server/explorer from a project that `init` creates.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { buildPage } from '../../../explorer/scripts/build.mjs'
import { starterFiles } from '../../src/cli/init.js'
import { createContentApi } from '../../src/index.js'
import { openBrowser } from '../support/browser.js'

const output = resolve(import.meta.dirname, '../../../../docs/server/explorer')

/** Returns the slug of a title. */
const slugOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-')
const titles = ['A walk by the sea', 'Bread without haste', 'Clocks of the old town', 'Dry stone walls', 'Early trains']
const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']
const more = [
  ...names.map((name, index) => ({ type: 'api::author.author', id: index + 10, attributes: { name } })),
  ...Array.from({ length: 40 }, (_, index) => {
    const title = `${titles[index % titles.length]}, part ${1 + Math.floor(index / titles.length)}`
    const author = 10 + (index % names.length)
    const attributes = { title, slug: slugOf(title), cover: 1 + (index % 2), author, body: `${title}, as it was told.` }
    return {
      type: 'api::article.article',
      id: index + 10,
      attributes: { ...attributes, publishedAt: '2026-01-01T08:00:00.000Z' },
    }
  }),
]

const views: Readonly<Record<string, { readonly fragment: string; readonly shows: string }>> = {
  content: { fragment: '#/articles', shows: 'tbody tr' },
  query: {
    fragment:
      '#/articles/query?filters[author][name][$contains]=Ada&populate[author][fields][0]=name&fields[0]=title&sort=title&pagination[pageSize]=5',
    shows: 'tbody tr',
  },
  entry: { fragment: '#/articles/12', shows: 'form input' },
}

const project = await mkdtemp(join(tmpdir(), 'explorer-pictures-'))
for (const [path, content] of Object.entries(starterFiles({ dependencies: {} }))) {
  await mkdir(dirname(join(project, path)), { recursive: true })
  await writeFile(join(project, path), content)
}
await buildPage()
// Without roles, as after `init`.
const api = await createContentApi({
  project,
  database: ':memory:',
  development: true,
  seed: join(project, 'content.jsonl'),
})
await api.importEntries(more)
// The default port, when it is free, as in a user's browser.
const { url } = await api.listen({ port: 1337 }).catch(() => api.listen({ port: 0 }))
const browser = await openBrowser()
const page = await browser.newPage({ reducedMotion: 'reduce' })
await page.goto(`${url}/#token=${api.developmentToken}`)
await page.locator('main h2').waitFor()
await mkdir(output, { recursive: true })
for (const [name, { fragment, shows }] of Object.entries(views)) {
  await page.evaluate((hash) => (location.hash = hash), fragment)
  await page.locator(`main ${shows}`).first().waitFor()
  for (const [width, height] of [
    [1280, 800],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const picture = await page.screenshot({ animations: 'disabled' })
      const file = join(output, `${name}-${width}-${colorScheme}.png`)
      const { size } = await sharp(picture).png({ palette: true, colours: 64, compressionLevel: 9 }).toFile(file)
      console.log(`${file} ${size} bytes`)
    }
  }
}
await browser.close()
await api.close()
await rm(project, { recursive: true, force: true })
