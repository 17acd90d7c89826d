import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import contentApi, { type ModuleOptions } from '../src/index.js'
import { imageURL } from '../src/runtime/image-provider.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-nuxt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const project = fileURLToPath(new URL('../../sdk/test/fixtures/project', import.meta.url))

/** Runs the module as Nuxt does. Returns the changed options, and the templates by their names. */
async function setUp(contentOptions: ModuleOptions, more: object = {}) {
  const hooks = new Map<string, (argument: never) => void>()
  const templates: { filename: string; dst: string; getContents: () => string | Promise<string> }[] = []
  const nuxt = {
    options: {
      rootDir: folder,
      buildDir: join(folder, '.nuxt'),
      contentApi: contentOptions,
      plugins: [{ src: 'of-nuxt' }],
      alias: {},
      build: { transpile: [], templates },
      runtimeConfig: { public: {} },
      nitro: {},
      serverHandlers: [] as { route: string }[],
      vite: {} as { optimizeDeps?: { include: string[] } },
      ...more,
    },
    hook: (name: string, run: (argument: never) => void) => hooks.set(name, run),
  }
  await contentApi({}, nuxt)
  const contentsOf = async (name: string) => templates.find(({ filename }) => filename === name)?.getContents()
  return { nuxt, hooks, contentsOf }
}

describe('the module', () => {
  it('adds plugins, composables, the proxy and settings', async () => {
    const { nuxt, hooks } = await setUp({ url: 'https://cms.example.org', token: 't' })
    expect(await contentApi.getMeta()).toMatchObject({ configKey: 'contentApi' })
    expect(nuxt.options.runtimeConfig).toEqual({
      public: { contentApi: { url: 'https://cms.example.org', auth: 'token' } },
      contentApi: { url: '', token: 't' },
    })
    expect(nuxt.options.plugins.map(({ src }) => src.split('/').at(-1))).toEqual([
      'payload-plugin.js',
      'of-nuxt',
      'client-plugin.js',
    ])
    expect(nuxt.options.serverHandlers).toMatchObject([{ route: '/_content/**' }])
    const imports: { name: string }[] = []
    hooks.get('imports:extend')?.(imports as never)
    expect(imports.map(({ name }) => name)).toContain('useFindOne')
    const references: { path: string }[] = []
    hooks.get('prepare:types')?.({ references } as never)
    expect(references).toEqual([{ path: join(folder, '.nuxt/types/content-api.d.ts') }])
  })

  it.each([
    [{}, {}, ['auth'], true],
    [{ auth: 'sessions', api: 'strapi5' } as const, {}, ['strapi5', 'refreshSessions'], true],
    [{ auth: false } as const, { _generate: true }, [], false],
    [{}, { nitro: { static: true } }, ['auth'], false],
    [{ proxy: false }, {}, ['auth'], false],
  ])('imports what the options %j select (%j)', async (options, more, imported, isProxied) => {
    const { contentsOf, nuxt } = await setUp(options, more)
    const code = (await contentsOf('content-api.mjs')) ?? ''
    expect([...code.matchAll(/^import \{ (\w+) \}/gm)].map(([, name]) => name)).toEqual(imported)
    expect(code).toContain(`export const isProxied = ${isProxied}\n`)
    expect(nuxt.options.serverHandlers).toHaveLength(isProxied ? 1 : 0)
    expect(nuxt.options.vite.optimizeDeps?.include.includes('@content-api/sdk/strapi5')).toBe('api' in options)
  })

  it('generates the content types of a project', async () => {
    const { contentsOf } = await setUp({ types: { project }, api: 'strapi5' })
    const code = await contentsOf('types/content-api.d.ts')
    expect(code).toContain('export interface ContentTypes {')
    expect(code).toMatch(/interface Register \{\n +contentTypes: ContentTypes\n +api: 'strapi5'\n +auth: 'token'/)
  })

  it('keeps the last types, with a warning, if the source cannot be read', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const { contentsOf } = await setUp({ types: { project: 'missing' } })
    expect(await contentsOf('types/content-api.d.ts')).toMatch(/^export \{\}\ndeclare module/)
    await mkdir(join(folder, '.nuxt/types'), { recursive: true })
    writeFileSync(join(folder, '.nuxt/types/content-api.d.ts'), 'export interface Before {}')
    expect(await contentsOf('types/content-api.d.ts')).toBe('export interface Before {}')
    expect(warn.mock.calls[0]?.[0]).toContain('The content types were not generated: ')
    warn.mockRestore()
  })
})

describe('the image provider', () => {
  const formats = {
    large: { url: '/uploads/large_a.png', width: 1000 },
    small: { url: '/uploads/small_a.png', width: 500 },
    thumbnail: { url: '/uploads/thumbnail_a.png', width: 245 },
  }
  it.each([
    [200, 'thumbnail_a.png'],
    ['500', 'small_a.png'],
    [501, 'large_a.png'],
    [1200, 'a.png'],
    [undefined, 'a.png'],
  ])('returns for the width %s the file %s', (width, file) => {
    const modifiers = { formats, service: 'https://cms.example.org', ...(width !== undefined && { width }) }
    expect(imageURL('/uploads/a.png', modifiers)).toBe(`https://cms.example.org/uploads/${file}`)
  })

  it('returns addresses of other hosts unchanged', () => {
    expect(imageURL('https://files.example/a.png', { width: 1, formats: null, service: 'x' })).toBe(
      'https://files.example/a.png',
    )
  })
})
