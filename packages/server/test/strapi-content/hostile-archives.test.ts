import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ContentApi, createContentApi, ImportError, importStrapi } from '../../src/index.js'
import { recordedModel } from '../replay/server.js'
import { type TarEntry, exportedEntries, packTar, writeArchive, writeSqlite } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-hostile-'))
const uploads = join(folder, 'public', 'uploads')
let api: ContentApi
beforeAll(async () => {
  api = await createContentApi({
    project: recordedModel,
    config: {
      database: { dialect: 'sqlite', file: join(folder, 'data.db') },
      i18n: { defaultLocale: 'en', locales: ['fr'] },
      permissions: {},
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
      upload: { directory: uploads, sizeLimit: 1_000_000 },
    },
  })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const entity = (type: string, id: number, data: object) => `${JSON.stringify({ type, id, data })}\n`
const link = (left: object, right: object, kind = 'relation.basic') =>
  `${JSON.stringify({ kind, relation: 'manyToOne', left, right })}\n`
const metadata: TarEntry = { name: 'metadata.json', content: '{"strapi":{"version":"4.26.2"}}' }
const entities = (content: string): TarEntry => ({ name: 'entities/entities_00001.jsonl', content })
const links = (content: string): TarEntry => ({ name: 'links/links_00001.jsonl', content })
const asset = (name: string, more: Partial<TarEntry> = {}): TarEntry => ({
  name: `assets/uploads/${name}`,
  content: 'x',
  ...more,
})

const tags = entity('api::tag.tag', 1, { name: 'one' })
const article = (id: number, more: object = {}) =>
  entity('api::article.article', id, { title: `Title ${id}`, locale: 'en', ...more })

const hostile: Readonly<Record<string, readonly [entries: TarEntry[], message: RegExp]>> = {
  'a path that leads out of the archive': [
    [metadata, asset('../../../../escaped.txt')],
    /"assets\/uploads\/\.\.\/\.\.\/\.\.\/\.\.\/escaped\.txt", a path that leads out/,
  ],
  'an absolute path': [[metadata, { name: '/escaped.txt', content: 'x' }], /"\/escaped\.txt", a path that leads out/],
  'a path with backslashes': [[metadata, asset('..\\..\\escaped.txt')], /a path that leads out/],
  'a symbolic link': [
    [metadata, asset('link.png', { content: '', header: { type: 'symlink', linkname: '/etc/passwd' } })],
    /holds a symlink "assets\/uploads\/link\.png"/,
  ],
  'a file in a folder of its own': [
    [metadata, asset('deep/escaped.png')],
    /uploaded files must be directly in assets\/uploads/,
  ],
  'a file that is too large': [
    [metadata, asset('large.png', { content: Buffer.alloc(1_000_001) })],
    /the file large\.png: has 1000001 bytes or more; upload\.sizeLimit/,
  ],
  'a link to an entry that is missing': [
    [
      metadata,
      entities(tags + article(1)),
      links(
        link(
          { type: 'api::article.article', field: 'category', ref: 1 },
          { type: 'api::category.category', ref: 99, field: 'articles', pos: 1 },
        ),
      ),
    ],
    /api::article\.article 1, category: points at api::category\.category 99, which isn't in the source\./,
  ],
  'a link from an entry that is missing': [
    [
      metadata,
      entities(tags),
      links(
        link(
          { type: 'api::article.article', field: 'tags', ref: 7, pos: 1 },
          { type: 'api::tag.tag', ref: 1, field: 'articles', pos: 1 },
        ),
      ),
    ],
    /api::article\.article 7, tags: is a link of an entry that is not in the source\./,
  ],
  'an id that occurs twice': [[metadata, entities(tags + tags)], /api::tag\.tag 1 occurs twice\./],
  'a component that occurs twice': [
    [metadata, entities(article(1, { seo: { id: 5 } }) + article(2, { seo: { id: 5 } }))],
    /api::article\.article 2, seo: the component shared\.seo 5 is used in two places\./,
  ],
  'a unique value that occurs twice': [
    [metadata, entities(article(1, { slug: 'same' }) + article(2, { slug: 'same' }))],
    /api::article\.article 2, slug: "same" must be unique, but 1 has it too\./,
  ],
  'invalid ids': [
    [metadata, entities(entity('api::tag.tag', -1, {}) + entity('api::tag.tag', 2 ** 40, {}))],
    /-1 is not a valid id[^]*1099511627776 is not a valid id/,
  ],
  'the content of another project': [
    [metadata, entities(entity('api::product.product', 1, { price: 1 }))],
    /api::product\.product: the project has no such content type \(1 in the source\)\./,
  ],
  'attributes of another schema': [
    [metadata, entities(entity('api::tag.tag', 1, { name: 'one', shade: 'red' }))],
    /api::tag\.tag 1, shade: the schema of api::tag\.tag has no such attribute\./,
  ],
  'values of other types': [
    [
      metadata,
      entities(
        article(1, {
          rating: 'many',
          kind: 'poem',
          publishDate: 'soon',
          seo: [],
          zone: [{ id: 1, __component: 'shared.seo' }],
        }),
      ),
    ],
    /5 mistakes:\n[^]*kind: [^]*publishDate: [^]*rating: [^]*seo: must be one component[^]*zone\.0: \{"id":1,"__component":"shared\.seo"\} is not a component that the schema allows here\./,
  ],
  'lines that are not JSON': [
    [metadata, entities('{"type":')],
    /"entities\/entities_00001\.jsonl" holds a line that is not JSON/,
  ],
  'lines of another form': [[metadata, links('{"left":1}')], /holds a line without "left" and "right" ends/],
  'an export of Strapi 5': [
    [{ ...metadata, content: '{"strapi":{"version":"5.2.0"}}' }],
    /exported by Strapi 5\.2\.0\. Exports of Strapi 4 can be imported/,
  ],
  'nothing of Strapi': [
    [{ name: 'readme.txt', content: 'hello' }],
    /is not an export of Strapi: it has no metadata\.json and no entities\./,
  ],
}

async function expectRejected(file: string, message: RegExp) {
  await expect(importStrapi(api, file)).rejects.toThrow(message)
  const lines: string[] = []
  await api.exportEntries((line) => void lines.push(line))
  // Every service has two roles.
  expect(lines).toHaveLength(2)
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([])
  expect(readdirSync(folder).filter((name) => name.includes('escaped'))).toEqual([])
}

describe('an archive is rejected as a whole', () => {
  it.each(Object.entries(hostile))('for %s', async (_, [entries, message]) => {
    await expectRejected(await writeArchive(folder, 'hostile.tar.gz', entries), message)
  })

  it('for very many and very long mistakes, with a short message', async () => {
    const rows = (count: number, data: (id: number) => object) =>
      Array.from({ length: count }, (_, at) => entity('api::tag.tag', at + 1, data(at + 1))).join('')
    const long = entity(`api::${'t'.repeat(1_000_000)}.tag`, 1, {})
    for (const content of [
      rows(20_000, () => ({ name: { no: 'text' } })),
      tags.repeat(20_000),
      rows(50, (id) => ({ [`${id}${'z'.repeat(100_000)}`]: 'y'.repeat(100_000) })),
      long,
    ]) {
      const file = await writeArchive(folder, 'mistakes.tar.gz', [metadata, entities(content)])
      const error: unknown = await importStrapi(api, file).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ImportError)
      expect(String(error).length).toBeLessThan(110_000)
      expect(JSON.stringify(error).length).toBeLessThan(2_500_000)
    }
  })

  it('for a truncated end', async () => {
    const whole = gzipSync(await packTar(exportedEntries()))
    const file = join(folder, 'cut.tar.gz')
    for (const part of [0.3, 0.95]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * part)))
      await expectRejected(file, /cut\.tar\.gz can't be read: it is cut off\./)
    }
    const tar = await packTar(exportedEntries())
    writeFileSync(join(folder, 'cut.tar'), tar.subarray(0, 60_000))
    await expectRejected(join(folder, 'cut.tar'), /cut\.tar can't be read: it is cut off\./)
  })

  it.each<[where: string, type: string, message: RegExp]>([
    ['a file', '0', /has a line of more than 32 MB: this is not an export of Strapi\./],
    ...['x', 'g', 'L', 'K'].map((type): [string, string, RegExp] => [
      `a header "${type}"`,
      type,
      /has headers of more than 4 MB/,
    ]),
  ])('for a gigabyte of zeros in a megabyte, as %s', async (_, type, message) => {
    // One gzip member of 16 MB, 64 times. gunzip reads them as one stream.
    const header = (await packTar([{ ...entities(''), header: { size: 0 } }])).subarray(0, 512)
    header.write('10000000000\0', 124, 'latin1')
    header.write(type, 156, 'latin1')
    header.write('        ', 148, 'latin1')
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    const zeros = gzipSync(Buffer.alloc(16 * 2 ** 20))
    const file = join(folder, 'bomb.tar.gz')
    writeFileSync(file, Buffer.concat([gzipSync(header), ...Array.from({ length: 64 }, () => zeros)]))
    await expectRejected(file, message)
  })
})

describe('a source is imported', () => {
  it('despite circular relations', async () => {
    const parent = (from: number, to: number) =>
      link(
        { type: 'api::menu-item.menu-item', field: 'parent', ref: from },
        { type: 'api::menu-item.menu-item', field: 'children', ref: to, pos: 1 },
        'relation.circular',
      )
    const items = [1, 2, 3].map((id) => entity('api::menu-item.menu-item', id, { label: `item ${id}` })).join('')
    const file = await writeArchive(folder, 'circle.tar', [
      metadata,
      entities(items),
      links(parent(1, 2) + parent(2, 3) + parent(3, 1)),
    ])
    const imported = await importStrapi(api, file, { dryRun: true })
    expect(imported.types).toEqual([
      { type: 'api::menu-item.menu-item', entries: 3, drafts: 0, components: 0, relations: 3, files: 0 },
    ])
  })

  it('without the types and attributes to leave out', async () => {
    const longName = `${'a'.repeat(300)}.png`
    const file = await writeArchive(folder, 'more.tar', [
      metadata,
      entities(
        entity('api::tag.tag', 1, { name: 'one', shade: 'red' }) +
          ['api::product.product', '__proto__', 'constructor'].map((type) => entity(type, 1, {})).join(''),
      ),
      asset(longName),
    ])
    const { leftOut } = await importStrapi(api, file, {
      dryRun: true,
      leaveOut: ['api::product.product', 'api::tag.tag.shade'],
    })
    expect(leftOut).toEqual([
      { what: 'api::product.product', count: 1, reason: 'as requested by --leave-out' },
      { what: '__proto__', count: 1, reason: 'a type of a plugin' },
      { what: 'constructor', count: 1, reason: 'a type of a plugin' },
      { what: 'api::tag.tag.shade', count: 1, reason: 'as requested by --leave-out' },
      { what: `the file ${longName}`, count: 1, reason: 'the service cannot serve a file with this name' },
    ])
  })
})

describe('webhooks of Strapi', () => {
  const url = 'https://app.example/hook'
  const rows = [
    { name: 'site', url, headers: { Authorization: 'x' }, events: ['entry.create', 'releases.publish'], enabled: true },
    { name: 'site', url, headers: {}, events: ['media.delete'], enabled: false },
    { name: 'bad', url: 'ftp://app.example', headers: {}, events: ['entry.create'], enabled: true },
  ]
  const text = (value: unknown) => `'${JSON.stringify(value)}'`
  const columns = 'id integer primary key, name text, url text, headers json, events json, enabled boolean'
  const sql = rows.map(
    ({ name, headers, events, enabled, ...row }) =>
      `INSERT INTO strapi_webhooks (name, url, headers, events, enabled) VALUES ('${name}', '${row.url}', ${text(headers)}, ${text(events)}, ${enabled})`,
  )
  const templates = {
    reset_password: {
      options: {
        from: { name: 'Shop', email: 'shop@app.example' },
        response_email: '',
        object: 'Hello',
        message: '<p><%= TOKEN %></p>',
      },
    },
    email_confirmation: {
      options: { from: { name: '', email: 'no-reply@strapi.io' }, object: '', message: '<%= CODE %>' },
    },
  }
  const callback = 'https://app.example/signed-in'
  const providers = {
    email: { enabled: true },
    google: { enabled: true, key: 'id', secret: 'hidden', callback, scope: ['email'] },
    keycloak: { enabled: true, key: 'id', secret: '', callback, subdomain: 'id.example/realms/main' },
    github: { enabled: true, key: 'id', secret: 'hidden', callback: '/signed-in' },
    club: {
      enabled: true,
      key: 'id',
      secret: 'hidden',
      callback,
      authorize_url: 'https://club.example/authorize',
      access_url: 'https://club.example/token',
    },
    discord: { enabled: false, key: '', secret: '', callback: '' },
  }
  const settings = [
    { key: 'plugin_users-permissions_email', value: templates, type: 'object' },
    { key: 'plugin_users-permissions_grant', value: providers, type: 'object' },
  ]
  const values = settings.map(({ key, value, type }) => `('${key}', ${text(value)}, '${type}')`)
  sql.push(`INSERT INTO strapi_core_store_settings (key, value, type) VALUES ${values.join(', ')}`)
  const lines = [
    ...rows.map((value) => JSON.stringify({ type: 'webhook', value })),
    ...settings.map((value) => JSON.stringify({ type: 'core-store', value })),
  ]

  it.each([
    [
      'database',
      () =>
        writeSqlite(
          mkdtempSync(join(folder, 'webhooks-')),
          [`CREATE TABLE strapi_webhooks (${columns})`, ...sql].join('; '),
        ),
    ],
    [
      'archive',
      () =>
        writeArchive(folder, 'webhooks.tar', [
          metadata,
          { name: 'configuration/configuration_00001.jsonl', content: lines.join('\n') },
        ]),
    ],
  ])('come along with the %s, and so do the templates of mails and the providers of sign-ins', async (_, write) => {
    const database = { dialect: 'sqlite', file: join(mkdtempSync(join(folder, 'service-')), 'data.db') } as const
    const auth = { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } }
    const config = { url: 'https://cms.example', i18n: { locales: ['fr'] }, upload: { directory: uploads }, auth }
    const open = (more = {}) =>
      createContentApi({ project: recordedModel, database, config: { ...config, ...more }, bootstrap: false })
    const before = await open()
    const { leftOut, warnings } = await importStrapi(before, await write())
    await before.close()
    expect(leftOut.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'events of the webhook "site"',
        'the webhook "bad"',
        'the mail template email_confirmation',
        'the sign-in with github',
      ]),
    )
    expect(warnings).toContainEqual(expect.stringContaining('Imported 2 webhooks'))
    const after = await open()
    const site = { name: 'site', url, events: ['entry.create'], headers: { Authorization: 'x' }, enabled: true }
    expect(after.config.webhooks).toMatchObject([site, { name: 'site 2', events: ['media.delete'], enabled: false }])
    expect(after.config.auth.templates).toEqual({
      resetPassword: { subject: 'Hello', html: '<p><%= TOKEN %></p>', from: 'Shop <shop@app.example>' },
    })
    const callbacks = [callback]
    expect(after.config.auth.providers).toMatchObject({
      google: { clientId: 'id', clientSecret: 'hidden', callbacks },
      keycloak: { clientId: 'id', callbacks, issuer: 'https://id.example/realms/main' },
    })
    expect(Object.keys(after.config.auth.providers)).toEqual(['google', 'keycloak', 'club'])
    await after.close()
    const off = await open({ webhooks: [] })
    expect(off.config.webhooks).toEqual([])
    await off.close()
  })
})

describe('nested components', () => {
  it.each([
    ['single components', false],
    ['lists of components', true],
  ])('are imported up to 50 levels deep, as %s', async (_, repeatable) => {
    const node = { type: 'component', component: 'tree.node', repeatable }
    const trees = await createContentApi({
      database: ':memory:',
      contentTypes: { 'api::tree.tree': { info: { singularName: 'tree', pluralName: 'trees' }, attributes: { node } } },
      components: { 'tree.node': { attributes: { node } } },
    })
    onTestFinished(() => trees.close())
    const nested = (level: number, levels: number): unknown => {
      if (level > levels) return null
      const component = { id: level, node: nested(level + 1, levels) }
      return repeatable ? [component] : component
    }
    const importTree = async (levels: number) => {
      const tree = entity('api::tree.tree', 1, { node: nested(1, levels) })
      return importStrapi(trees, await writeArchive(folder, 'tree.tar', [metadata, entities(tree)]))
    }
    await expect(importTree(51)).rejects.toThrow('node: components are nested more than 50 levels deep.')
    expect((await importTree(50)).types).toMatchObject([{ type: 'api::tree.tree', entries: 1, components: 50 }])
  })
})

describe('a database is rejected', () => {
  it.each([
    [
      'components that contain themselves',
      `INSERT INTO components_shared_seo_components VALUES (99, 1, 1, 'shared.seo', 'canonical', 1)`,
      /Components of shared\.seo contain themselves\./,
    ],
    [
      'another version of Strapi',
      `ALTER TABLE articles ADD COLUMN document_id TEXT`,
      /This is a database of Strapi 5\./,
    ],
  ])('for %s', async (_, sql, message) => {
    const own = mkdtempSync(join(folder, 'database-'))
    const file = await writeSqlite(own, sql)
    await expect(importStrapi(api, file)).rejects.toThrow(message)
  })

  it('when it is not a database of Strapi', async () => {
    const file = join(folder, 'data.db')
    await expect(importStrapi(api, file)).rejects.toThrow('This is not a database of Strapi 4')
    const missing = join(folder, 'missing.db')
    await expect(importStrapi(api, missing)).rejects.toThrow(/Cannot read .*missing\.db/)
  })
})
