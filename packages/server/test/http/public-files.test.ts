import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { writeProject } from '../support/write-project.js'

const tag = JSON.stringify({
  kind: 'collectionType',
  collectionName: 'tags',
  info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
  attributes: { name: { type: 'string' } },
})

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "dependencies": { "@strapi/strapi": "4.26.2" } }',
  'favicon.ico': 'the icon',
  'config/middlewares.js': "module.exports = ['strapi::public', 'strapi::favicon']",
  'src/api/tag/content-types/tag/schema.json': tag,
  'public/robots.txt': 'User-agent: *',
  'public/feeds/shop.xml': '<feed/>',
  'public/index.html': 'not at /',
  'public/tags': 'behind the content type',
  'public/api/tags': 'never',
  'public/.env': 'SECRET',
  'public/uploads/page.html': '<script>',
  'public/docs/index.html': '<h1>Docs</h1>',
}

/** Opens the project with further files. */
async function open(folder: string, more: Readonly<Record<string, string>> = {}): Promise<ContentApi> {
  await writeProject(folder, { ...files, ...more })
  return createContentApi({ project: folder, database: ':memory:', log: () => undefined })
}

let folder: string
let api: ContentApi
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-files-'))
  api = await open(join(folder, 'usual'))
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, init: RequestInit = {}, from = api) {
  const response = await from.fetch(new Request(`http://127.0.0.1${path}`, init))
  const { status, headers } = response
  return { status, text: await response.text(), type: headers.get('content-type'), cache: headers.get('cache-control') }
}

async function policiesOf(path: string, from = api) {
  const { headers } = await from.fetch(new Request(`http://127.0.0.1${path}`))
  return {
    csp: headers.get('content-security-policy')?.split(';').toSorted(),
    frames: headers.get('x-frame-options'),
    readers: headers.get('cross-origin-resource-policy'),
    sniff: headers.get('x-content-type-options'),
  }
}

describe('files of a Strapi project', () => {
  it.each([
    ['/robots.txt', 'User-agent: *', 'text/plain; charset=utf-8'],
    ['/feeds/shop.xml', '<feed/>', 'application/xml'],
    ['/index.html', 'not at /', 'text/html; charset=utf-8'],
  ])('%s is served as Strapi serves it', async (path, text, type) => {
    expect(await ask(path)).toEqual({ status: 200, text, type, cache: 'public, max-age=60' })
    expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '', type })
    expect((await ask(path, { method: 'POST' })).status).toBe(404)
  })

  it('the icon is that of the project', async () => {
    const icon = { status: 200, text: 'the icon', type: 'image/x-icon', cache: 'public, max-age=86400' }
    expect(await ask('/favicon.ico')).toEqual(icon)
  })

  it.each(['/docs/', '/docs'])('%s is the index file of the folder', async (path) => {
    const page = { status: 200, text: '<h1>Docs</h1>', type: 'text/html; charset=utf-8' }
    expect(await ask(path)).toMatchObject(page)
  })

  it.each(['/docs/', '/robots.txt', '/favicon.ico'])('%s has the policies of Strapi', async (path) => {
    expect(await policiesOf(path)).toEqual({
      csp: [
        "base-uri 'self'",
        "connect-src 'self' https:",
        "default-src 'self'",
        "font-src 'self' https: data:",
        "form-action 'self'",
        "frame-ancestors 'self'",
        "img-src 'self' data: blob: https://market-assets.strapi.io",
        "media-src 'self' data: blob:",
        "object-src 'none'",
        "script-src 'self'",
        "script-src-attr 'none'",
        "style-src 'self' https: 'unsafe-inline'",
      ],
      frames: 'SAMEORIGIN',
      readers: 'cross-origin',
      sniff: 'nosniff',
    })
  })

  it.each(['/api/tags', '/missing.txt', '/'])('%s keeps the policies of data', async (path) => {
    const csp = ["default-src 'none'", "frame-ancestors 'none'"]
    expect(await policiesOf(path)).toMatchObject({ csp, frames: 'DENY', readers: 'same-origin' })
  })

  it.each([
    '/.env',
    '/%2eenv',
    '/../package.json',
    '/%2e%2e/package.json',
    '/feeds',
    '/feeds/',
    '/robots.txt/',
    '/docs//',
    '/uploads',
    '/uploads/',
    '/missing.txt',
    '/feeds%00',
  ])('%s is not served', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })

  it.each(['/uploads/page.html', '/UPLOADS/page.html', '/%75ploads/page.html', '/Uploads/page.html'])(
    '%s is never served as a page',
    async (path) => {
      const { status, type } = await ask(path)
      expect([status, status === 404 ? null : type]).toEqual(
        status === 404 ? [404, null] : [200, 'application/octet-stream'],
      )
    },
  )

  it('follows symbolic links to files of the folder only', async () => {
    const project = join(folder, 'linked')
    const releases = join(folder, 'releases')
    await writeProject(releases, { 'robots.txt': 'released', '.env': 'SECRET', 'docs/index.html': 'docs' })
    const own = await open(project, { 'outside/secret.txt': 'SECRET', 'outside/index.html': 'SECRET' })
    const links = {
      'kept.txt': 'robots.txt',
      'kept-docs': 'docs',
      'secret.txt': '../outside/secret.txt',
      'secret-folder': '../outside',
      'absolute.txt': join(project, 'package.json'),
      'hidden.txt': '.env',
      'page.html': 'uploads/page.html',
      'loop.txt': 'loop.txt',
      'missing.txt': 'nowhere',
    }
    for (const [link, target] of Object.entries(links)) symlinkSync(target, join(project, 'public', link))
    try {
      expect((await ask('/kept.txt', {}, own)).text).toBe('User-agent: *')
      expect((await ask('/kept-docs/', {}, own)).text).toBe('<h1>Docs</h1>')
      const others = [
        '/secret-folder/',
        '/secret-folder/secret.txt',
        ...Object.keys(links)
          .slice(2)
          .map((link) => `/${link}`),
      ]
      for (const path of others) expect([path, (await ask(path, {}, own)).status]).toEqual([path, 404])
      // The folder itself may be a link.
      rmSync(join(project, 'public'), { recursive: true })
      symlinkSync(releases, join(project, 'public'))
      expect((await ask('/robots.txt', {}, own)).text).toBe('released')
      expect((await ask('/docs', {}, own)).text).toBe('docs')
    } finally {
      await own.close()
    }
  })

  it('the interfaces take precedence', async () => {
    expect((await ask('/api/tags')).text).toContain('"data":[]')
    expect((await ask('/uploads/page.html')).type).not.toMatch(/html/)
  })

  it('have the folder, the time and the icon of the configuration', async () => {
    const own = await open(join(folder, 'own'), {
      'config/server.js': "module.exports = { dirs: { public: './files' } }",
      'config/middlewares.js': `module.exports = [
        { name: 'strapi::public', config: { maxAge: 5000 } },
        { name: 'strapi::security', config: { contentSecurityPolicy: false, frameguard: { action: 'deny' } } }, { name: 'strapi::favicon', config: { path: 'own.png' } },
      ]`,
      'files/a.txt': 'a',
      'own.png': 'own icon',
    })
    try {
      expect(await ask('/a.txt', {}, own)).toMatchObject({ text: 'a', cache: 'public, max-age=5' })
      expect(await policiesOf('/a.txt', own)).toMatchObject({ csp: undefined, frames: 'DENY', readers: 'cross-origin' })
      expect((await ask('/robots.txt', {}, own)).status).toBe(404)
      expect((await ask('/favicon.ico', {}, own)).text).toBe('own icon')
    } finally {
      await own.close()
    }
  })

  it.each([
    ['the middleware has no index', "[{ name: 'strapi::public', config: { defaultIndex: false } }]"],
    ['the middleware is not listed', "['strapi::errors']"],
  ])('are not served if %s', async (name, list) => {
    const without = await open(join(folder, name), { 'config/middlewares.js': `module.exports = ${list}` })
    try {
      expect((await ask('/robots.txt', {}, without)).status).toBe(404)
      expect((await ask('/favicon.ico', {}, without)).text).not.toBe('the icon')
    } finally {
      await without.close()
    }
  })
})
