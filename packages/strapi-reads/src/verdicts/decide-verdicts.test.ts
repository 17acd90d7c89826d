import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ProjectFiles, writeProject } from '../../../server/test/support/write-project.js'
import type { ForwardReason } from '../forward-reason.js'
import { readBesideSettings } from '../settings/read-beside-settings.js'
import { loadBesideModel } from './beside-model.js'
import { decideVerdicts } from './decide-verdicts.js'
import { explainVerdicts, verdictsAsJson } from './explain-verdicts.js'
import { projectModules } from './project-modules.js'
import { shownReason } from './shown-reason.js'
import type { StoredTypes } from './stored-types.js'
import type { Verdicts } from './verdicts.js'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'verdicts-'))
})
afterEach(() => rmSync(project, { recursive: true }))

const schema = (name: string, kind = 'collectionType', attributes: object = { title: { type: 'string' } }) =>
  JSON.stringify({
    kind,
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: true },
    attributes,
  })

const controller = 'src/api/article/controllers/article.js'
const service = 'src/api/article/services/article.js'
const router = 'src/api/article/routes/article.js'
const index = 'src/index.js'
const uid = 'api::article.article'

/** The files that Strapi's generator writes. */
const generated: ProjectFiles = {
  'package.json': JSON.stringify({
    dependencies: {
      '@strapi/strapi': '4.26.2',
      '@strapi/plugin-users-permissions': '4.26.2',
      '@strapi/plugin-i18n': '4.26.2',
      '@strapi/plugin-graphql': '4.26.2',
    },
  }),
  'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::public']`,
  'src/api/article/content-types/article/schema.json': schema('article'),
  [controller]: `'use strict'\n/** article controller */\nconst { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = createCoreController('api::article.article');`,
  [service]: `const { createCoreService } = require('@strapi/strapi').factories;\nmodule.exports = createCoreService('api::article.article');`,
  [router]: `const { createCoreRouter } = require('@strapi/strapi').factories;\nmodule.exports = createCoreRouter('api::article.article');`,
  [index]: `module.exports = {\n  /** An asynchronous register function. */\n  register(/*{ strapi }*/) {},\n  bootstrap(/*{ strapi }*/) {},\n};`,
}

/** A single type in TypeScript. */
const home: ProjectFiles = {
  'src/api/home/content-types/home/schema.json': schema('home', 'singleType'),
  'src/api/home/controllers/home.ts': `import { factories } from '@strapi/strapi'\nexport default factories.createCoreController('api::home.home')`,
  'src/api/home/services/home.ts': `import { factories } from '@strapi/strapi'\nexport default factories.createCoreService('api::home.home')`,
  'src/api/home/routes/home.ts': `import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::home.home')`,
}

interface Deciding {
  readonly beside?: object
  readonly storedTypes?: StoredTypes
  readonly missing?: ReadonlyMap<string, readonly string[]>
}

async function decide(files: ProjectFiles, deciding: Deciding = {}): Promise<Verdicts> {
  const { beside = {}, ...stored } = deciding
  await writeProject(project, { ...generated, ...files })
  const settings = await readBesideSettings(project, { env: {}, overrides: { beside } })
  const modules = projectModules(project)
  const { storedTypes = null } = stored
  const model = await loadBesideModel({ project, settings, storedTypes, modules })
  return decideVerdicts({ project, modules, settings, ...model, ...stored })
}

const shown = (reason: ForwardReason | null) => reason && shownReason(reason)
/** The place of a reason. */
const placeOf = (reason: ForwardReason | null) => reason && `${reason.file}:${reason.line}`
const served = (verdicts: Verdicts) => verdicts.list().flatMap(({ path, reason }) => (reason ? [] : [path]))

/** The routes of `generated`, all of which are served. */
const all = [
  '/api/articles',
  '/api/articles/:id',
  '/api/users/me',
  '/api/users',
  '/api/users/:id',
  '/api/upload/files',
  '/api/upload/files/:id',
  '/api/i18n/locales',
  '/graphql',
]

describe('the verdicts on a project', () => {
  it('serve everything in the project of the generator', async () => {
    const verdicts = await decide(home)
    expect(served(verdicts)).toEqual([...all.slice(0, 2), '/api/home', ...all.slice(2)])
    expect(verdicts.everyReason).toEqual([])
    expect(verdicts.isAction(`${uid}.find`)).toBe(true)
    expect(verdicts.isAction(`${uid}.publish`)).toBe(false)
    expect(verdicts.isAction('plugin::users-permissions.user.me')).toBe(true)
  })

  const controllerOf = (methods: string) =>
    `const { createCoreController } = require('@strapi/strapi').factories\nmodule.exports = createCoreController('api::article.article', ${methods})`

  it('take the schemas of programs from Strapi, and read components that are literals', async () => {
    const program = 'src/api/page/content-types/page/schema.ts'
    const component = (name: string) => ({ type: 'component', component: `shared.${name}` })
    const attributes = { title: { type: 'string' }, createdAt: { type: 'datetime' }, seo: component('seo') }
    const page = { ...(JSON.parse(schema('page')) as object), attributes: { ...attributes, publishedAt: {} } }
    const verdicts = await decide(
      {
        [program]: `import { title } from '../../../../fields'\nexport default { attributes: { title } }`,
        'src/components/shared/seo.js': `const title = { type: 'string' }
module.exports = { collectionName: 'seos', info: { displayName: 'SEO' }, attributes: { title, size: { type: 'integer', min: -1 } } }`,
        'src/components/shared/text.js': `module.exports = { collectionName: 'texts', attributes: { title: { type: 'string', default: \`a\` } } }`,
      },
      { storedTypes: { 'api::page.page': page } },
    )
    expect(verdicts.list().map(({ path }) => path)).toContain('/api/pages')
    expect(verdicts.ofType('api::page.page')).toBeNull()
    expect(verdicts.ofType('shared.text')).toBeNull()
    expect(shown(verdicts.ofType('shared.seo'))).toBe(
      "src/components/shared/seo.js:1: The component can't be read without running it.",
    )
  })

  describe('by what the team trusts', () => {
    const files = {
      [controller]: controllerOf('{ find(ctx) { log(ctx); return super.find(ctx) } }'),
      [service]: `module.exports = require('@strapi/strapi').factories.createCoreService('${uid}', { async find(query) { return super.find(query) } })`,
      'src/api/article/content-types/article/lifecycles.js': `module.exports = { afterFindMany(event) { log(event) } }`,
      'src/setup.js': `strapi.db.lifecycles.subscribe({ models: ['${uid}'], beforeCount() {} })`,
    }
    const reasonsWith = async (trust: readonly string[], more: ProjectFiles = files) => {
      const verdicts = await decide(more, { beside: { trust } })
      return [verdicts.ofAction(`${uid}.find`), verdicts.ofType(uid)].map((reason) => placeOf(reason))
    }

    it('go through controllers, services, lifecycle hooks and subscribers one by one', async () => {
      const hooks = 'src/api/article/content-types/article/lifecycles.js'
      expect(await reasonsWith([])).toEqual([`${controller}:2`, `${hooks}:1`])
      expect(await reasonsWith([controller, hooks])).toEqual([`${service}:1`, 'src/setup.js:1'])
      expect(await reasonsWith(['src/api/article/', 'src/setup.js'])).toEqual([null, null])
    })

    it('need the names of policies and middlewares of routes, because files of routes have others too', async () => {
      const routes = (config: string) => ({
        [router]: `module.exports = require('@strapi/strapi').factories.createCoreRouter('${uid}', { config: { find: { ${config} } } })`,
      })
      const named = routes(`policies: ['global::log'], middlewares: [{ name: 'api::article.time', config: {} }]`)
      expect(await reasonsWith([router, 'global::log'], named)).toEqual([`${router}:1`, null])
      expect(await reasonsWith(['global::log', 'api::article.time'], named)).toEqual([null, null])
      const others = [`policies: [() => true]`, `auth: false`, `auth: { scope: ['a'] }`, `policies: list`]
      for (const other of others) expect(await reasonsWith([router], routes(other))).toEqual([`${router}:1`, null])
    })

    it('are explained, with names that belong to nothing', async () => {
      const trust = ['src/api/article', 'src/setup.js', 'global::misspelled']
      const verdicts = await decide(files, { beside: { trust } })
      expect(explainVerdicts(verdicts)).toContain(`
beside.trust says that this code changes no read:
  src/setup.js:1: A subscriber of lifecycle events runs for each read.
  ${controller}:2: The controller has its own find.
  ${service}:1: The service has its own find.
  src/api/article/content-types/article/lifecycles.js:1: The lifecycle hook afterFindMany runs for each read.
beside.trust names global::misspelled, to which no reason belongs.
`)
      expect(verdictsAsJson(verdicts)).toContain('"unusedTrust": [\n    "global::misspelled"\n  ]')
    })
  })

  it('forward the paths of routes of the project', async () => {
    const file = 'src/api/article/routes/01-custom.js'
    const verdicts = await decide({
      [file]: `const path = '/articles/latest'
module.exports = { routes: [
  { method: 'GET', path, handler: 'article.latest' },
  { method: 'GET', path: '/articles/by/:slug', handler: 'article.bySlug', config: { auth: false } },
  { method: 'POST', path: '/home', handler: 'home.set' },
  { method: 'GET', path: '/:any/special', handler: (ctx) => ctx.send(1) },
] }`,
    })
    expect(served(verdicts)).toEqual(all)
    const place = (path: string) => placeOf(verdicts.ofPath('GET', path))
    expect(place('/api/articles/latest')).toBe(`${file}:3`)
    expect(place('/api/Articles/BY/x')).toBe(`${file}:4`)
    expect(place('/api/homes/special')).toBe(`${file}:6`)
    expect(place('/api/home')).toBeNull()
    expect(place('/api/articles')).toBeNull()
    expect(verdicts.isAction('api::article.article.latest')).toBe(true)
  })

  it('forward a generated route that a route of the project may shadow, and serve one that repeats it', async () => {
    const shadow = {
      'src/api/article/routes/a.js': `module.exports = { routes: [{ method: 'GET', path: '/articles/:slug', handler: 'article.bySlug' }] }`,
    }
    const verdicts = await decide(shadow)
    expect(served(verdicts)).toEqual(all.filter((path) => path !== '/api/articles/:id'))
    const repeated = `module.exports = { routes: [{ method: 'GET', path: '/articles', handler: 'article.find' },
      { method: 'GET', path: '/articles/:id', handler: 'api::article.article.findOne', config: { policies: [] } }] }`
    expect(served(await decide({ 'src/api/article/routes/a.js': '', [router]: repeated }))).toEqual(all)
    const limited = repeated.replace("'article.find'", "'article.find', config: { policies: ['x'] }")
    expect(served(await decide({ [router]: limited }))).toEqual(all.filter((path) => path !== '/api/articles'))
  })

  it('forward everything while the routes of a file are unknown, until the file is trusted', async () => {
    const files = { 'src/api/article/routes/a.js': `\nmodule.exports = { routes: require('./shared').all() }` }
    expect(placeOf((await decide(files)).everything)).toBe('src/api/article/routes/a.js:2')
    expect(served(await decide(files, { beside: { trust: ['src/api/article/routes/a.js'] } }))).toEqual(all)
  })

  it('forward types without a controller, service or route', async () => {
    const verdicts = await decide({ 'src/api/page/content-types/page/schema.json': schema('page') })
    expect(shown(verdicts.ofAction('api::page.page.find'))).toBe(
      'src/api/page/routes: No file in routes has a route for find.',
    )
  })

  it('forward everything for code that changes Strapi, until the file is trusted', async () => {
    const files = { 'src/setup.js': `const a = 1\nstrapi.server.use(f)` }
    expect(shown((await decide(files)).everything)).toBe(
      'src/setup.js:2: strapi.server.use may change the responses to all reads.',
    )
    expect(served(await decide(files, { beside: { trust: ['src/setup.js'] } }))).toEqual(all)
  })

  it('forward what the code of the project changes', async () => {
    const lifecycles = 'src/api/article/content-types/article/lifecycles.js'
    const verdicts = await decide({
      [lifecycles]: 'module.exports = { afterFindMany() {} }',
      [index]: `module.exports = { register({ strapi }) {\n  strapi.plugin('graphql').service('extension').use({}) } }`,
    })
    expect(placeOf(verdicts.ofType(uid))).toBe(`${lifecycles}:1`)
    expect(placeOf(verdicts.graphql)).toBe(`${index}:2`)
    expect(served(verdicts)).toEqual(all.filter((path) => !path.startsWith('/api/articles') && path !== '/graphql'))
  })

  it('forward GraphQL by the settings of its plugin', async () => {
    const plugins = (config: string) => ({
      'config/plugins.js': `module.exports = { graphql: { config: {\n ${config} } } }`,
    })
    expect(placeOf((await decide(plugins('shadowCRUD: false'))).graphql)).toBe('config/plugins.js:2')
    expect(placeOf((await decide(plugins('apolloServer: { formatResponse: (x) => x }'))).graphql)).toBe(
      'config/plugins.js:2',
    )
    expect((await decide(plugins('apolloServer: { introspection: true }, depthLimit: 10'))).graphql).toBeNull()
  })

  it('forward what extensions of plugins change', async () => {
    const extension = (plugin: string, text: string) => ({ [`src/extensions/${plugin}/strapi-server.js`]: text })
    const users = 'src/extensions/users-permissions/strapi-server.js'
    const controllers = `module.exports = (plugin) => {\n  plugin.controllers.user.me = (ctx) => {}\n  plugin.routes['content-api'].routes.push({ method: 'GET', path: '/articles/mine', handler: 'user.mine', config: { prefix: '' } })\n  return plugin\n}`
    const changed = await decide(extension('users-permissions', controllers))
    expect(served(changed)).toEqual(all.filter((path) => !path.startsWith('/api/users')))
    expect(placeOf(changed.ofPath('GET', '/api/articles/mine'))).toBe(`${users}:3`)
    const services = `module.exports = (plugin) => {\n  plugin.services.jwt = f\n  return plugin\n}`
    expect(placeOf((await decide(extension('users-permissions', services))).everything)).toBe(`${users}:2`)
    expect(
      (await decide(extension('users-permissions', services), { beside: { trust: [users] } })).everything,
    ).toBeNull()
    const added = `module.exports = (plugin) => {\n  plugin.controllers.user.updateMe = (ctx) => plugin.controllers.user.update(ctx)\n  plugin.routes['content-api'].routes.push({ method: 'PUT', path: '/users/me', handler: 'user.updateMe' })\n  return plugin\n}`
    expect(served(await decide(extension('users-permissions', added)))).toEqual(all)
    const uploads = await decide({ [users]: '', ...extension('upload', services) })
    expect(placeOf(uploads.files)).toBe('src/extensions/upload/strapi-server.js:2')
    expect(served(uploads)).toEqual(all.filter((path) => !path.startsWith('/api/upload')))
  })

  it('forward everything for middlewares of the project, until they are trusted', async () => {
    const files = {
      'config/middlewares.js': `module.exports = [\n  'strapi::errors',\n  'global::timer',\n  { resolve: './src/other' },\n]`,
    }
    const verdicts = await decide(files)
    expect(verdicts.everyReason.map(placeOf)).toEqual(['config/middlewares.js:3', 'config/middlewares.js:4'])
    const trust = ['global::timer', './src/other']
    expect(served(await decide(files, { beside: { trust } }))).toEqual(all)
  })

  it.each([
    [`{ name: 'strapi::query', config: { comma: true } }`],
    [`{ name: 'strapi::responses', config: { handlers: { 200: () => {} } } }`],
    [`'strapi::ip'`],
  ])('forward everything for %s', async (item) => {
    const files = { 'config/middlewares.js': `module.exports = [\n${item}]` }
    expect(placeOf((await decide(files)).everything)).toBe('config/middlewares.js:2')
  })

  it('forward everything for plugins that may change reads, until they are trusted', async () => {
    const dependencies = JSON.parse(generated['package.json'] ?? '') as { dependencies: object }
    const files = {
      'package.json': JSON.stringify(
        {
          dependencies: {
            ...dependencies.dependencies,
            'strapi-plugin-populate-deep': '3',
            '@strapi/plugin-seo': '1',
            'strapi-provider-email-x': '1',
            'strapi-plugin-gone': '1',
          },
        },
        null,
        2,
      ),
      'node_modules/strapi-plugin-populate-deep/package.json': '{ "strapi": { "kind": "plugin" } }',
      'node_modules/@strapi/plugin-seo/package.json': '{ "strapi": { "kind": "plugin", "name": "seo" } }',
      'config/plugins.js': `module.exports = {\n  shop: { enabled: true, resolve: './src/plugins/shop' },\n  seo: { enabled: true } }`,
      'src/plugins/shop/strapi-server.js': 'module.exports = {}',
    }
    const verdicts = await decide(files)
    expect(verdicts.everyReason.map(placeOf)).toEqual(['config/plugins.js:2', 'package.json:7', 'package.json:10'])
    const inEnvironment = await decide({ ...files, 'config/env/development/plugins.js': 'module.exports = {}' })
    expect(inEnvironment.everyReason.map(placeOf)).toEqual(verdicts.everyReason.map(placeOf))
    const trust = ['shop', 'strapi-plugin-populate-deep', 'strapi-plugin-gone']
    expect(served(await decide(files, { beside: { trust } }))).toEqual(all)
  })

  it('forward everything for plugins of Strapi 5 whose code for Strapi 4 was read', async () => {
    const { dependencies } = JSON.parse(generated['package.json'] ?? '') as { dependencies: Record<string, string> }
    const with5 = (name: string) => ({
      'package.json': JSON.stringify({ dependencies: { ...dependencies, '@strapi/strapi': '5.54.0', [name]: '5' } }),
      [`node_modules/${name}/package.json`]: '{ "strapi": { "kind": "plugin" } }',
    })
    expect((await decide(with5('strapi-plugin-config-sync'))).everyReason).toEqual([])
    expect((await decide(with5('strapi-plugin-slugify'))).everyReason).toHaveLength(1)
  })

  it('forward everything for a patch of Strapi, and without users & permissions', async () => {
    expect(shown((await decide({ 'patches/@strapi+strapi+4.26.2.patch': '' })).everything)).toMatch(
      /^patches\/@strapi\+strapi/,
    )
    const files = { 'package.json': '{ "dependencies": { "@strapi/strapi": "4.26.2" } }' }
    expect(shown((await decide(files)).everything)).toMatch(/users-permissions is not enabled/)
  })

  it.each([
    [`provider: 'aws-s3', providerOptions: { s3Options: { params: { ACL: 'private' } } }`, true],
    [`provider: 'aws-s3', providerOptions: { s3Options: { params: { Bucket: 'a' } } }`, false],
    [`provider: 'cloudinary'`, false],
    [`provider: 'strapi-provider-own'`, true],
  ])('forward reads with files for %s: %s', async (config, isForwarded) => {
    const { files } = await decide({ 'config/plugins.js': `module.exports = { upload: { config: {\n${config} } } }` })
    expect(placeOf(files)).toBe(isForwarded ? 'config/plugins.js:2' : null)
  })

  it('forward everything if Strapi has stored no content types', async () => {
    expect(shown((await decide({}, { storedTypes: null })).everything)).toMatch(/^Strapi has stored no content types/)
  })

  it('forward types that the configuration names', async () => {
    expect(shown((await decide({}, { beside: { forward: [uid] } })).ofType(uid))).toBe(`beside.forward names ${uid}.`)
  })

  it('explain each route as a table and as JSON', async () => {
    const verdicts = await decide({ [controller]: controllerOf('{ find() {} }') })
    const text = explainVerdicts(verdicts)
    expect(text).toMatch(
      /^GET \/api\/articles +forwarded {2}src\/api\/article\/controllers\/article\.js:2: The controller has its own find\.$/m,
    )
    expect(text).toMatch(/^GET \/api\/articles\/:id +served here$/m)
    expect(text).toMatch(/8 of 9 routes are served here/)
    const { routes } = JSON.parse(verdictsAsJson(verdicts)) as { routes: object[] }
    expect(routes[0]).toMatchObject({
      path: '/api/articles',
      action: `${uid}.find`,
      served: false,
      reason: { line: 2 },
    })
    const everything = await decide({ 'config/middlewares.js': `module.exports = ['global::a']` })
    expect(explainVerdicts(everything)).toMatch(
      /Every request is forwarded, for these reasons:\n {2}config\/middlewares\.js:1: The middleware global::a/,
    )
  })
})

describe('types that Strapi stored', () => {
  const standard = {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime' },
  }
  const stored = (name: string, attributes: object, table = `${name}s`) => ({
    [`api::${name}.${name}`]: {
      kind: 'collectionType',
      collectionName: table,
      attributes: { ...attributes, ...standard },
    },
  })
  const title = { title: { type: 'string' } }

  it('are forwarded for a type whose table lacks a column', async () => {
    const verdicts = await decide(generated, { missing: new Map([[uid, ['articles.title']]]) })
    const reason = { kind: 'schema', message: `The database has no column articles.title of ${uid}.` }
    expect(verdicts.ofType(uid)).toMatchObject(reason)
    expect(verdicts.everything).toBeNull()
  })

  it('give plugins and custom fields their types', async () => {
    const attributes = {
      color: { type: 'customField', customField: 'plugin::own.color' },
      product: { type: 'relation', relation: 'oneToOne', target: 'plugin::shop.product' },
    }
    const storedTypes = {
      ...stored('article', { ...attributes, color: { type: 'integer', customField: 'plugin::own.color' } }),
      'plugin::shop.product': {
        kind: 'collectionType',
        collectionName: 'products',
        info: { singularName: 'product', pluralName: 'products', displayName: 'Product' },
        attributes: { ...title, createdAt: { type: 'datetime' }, updatedAt: { type: 'datetime' } },
      },
    }
    const files = {
      'src/api/article/content-types/article/schema.json': schema('article', 'collectionType', attributes),
    }
    const verdicts = await decide(files, { storedTypes })
    expect(verdicts.ofType(uid)).toBeNull()
    const component = {
      'src/components/shared/look.json': JSON.stringify({
        collectionName: 'components_shared_looks',
        info: { displayName: 'Look' },
        attributes: { color: { type: 'customField', customField: 'plugin::own.other' } },
      }),
    }
    const withComponent = await decide({ ...files, ...component }, { storedTypes })
    expect(placeOf(withComponent.ofType('shared.look'))).toBe('src/components/shared/look.json:1')
    expect(shown(verdicts.ofType('plugin::shop.product'))).toMatch(/belongs to a plugin/)
  })
})

describe('the projects of the tests', () => {
  it('are forwarded for the code that changes their reads', async () => {
    const folder = join(import.meta.dirname, '../../../server/test/strapi-project')
    const decideWith = async (trust: readonly string[]) => {
      const settings = await readBesideSettings(folder, { env: {}, overrides: { beside: { trust } } })
      const modules = projectModules(folder)
      const model = await loadBesideModel({ project: folder, settings, storedTypes: null, modules })
      return decideVerdicts({ project: folder, modules, settings, ...model })
    }
    const file = 'src/api/tool/routes/tool.ts'
    expect((await decideWith([])).everyReason.map((reason) => reason.file)).toEqual([file])
    const verdicts = await decideWith([file])
    const forwarded = verdicts.list().flatMap(({ path, reason }) => (reason ? [[path, placeOf(reason)]] : []))
    const users = 'src/extensions/users-permissions/strapi-server.ts:2'
    expect(forwarded).toEqual([
      ['/api/notice', 'src/api/notice/controllers/notice.js:4'],
      ['/api/posts', 'src/api/post/controllers/post.ts:8'],
      ['/api/posts/:id', 'src/api/post/routes/post.ts:5'],
      ['/api/tags', 'src/api/tag/routes/tag.js:6'],
      ['/api/tags/:id', 'src/api/tag/routes/tag.js:6'],
      ...['me', '', ':id'].map((path) => [`/api/users${path && `/${path}`}`, users]),
      ['/graphql', 'src/index.ts:5'],
    ])
    expect(verdicts.types.map(([type, reason]) => [type, placeOf(reason)])).toEqual([
      ['api::tag.tag', 'src/api/tag/content-types/tag/lifecycles.js:5'],
    ])
  })

  it('have the built-in types that Strapi stored', async () => {
    const dump = readFileSync(new URL('../../../server/test/strapi-content/data/sqlite.sql', import.meta.url), 'utf8')
    const [, text = ''] = /'strapi_content_types_schema', '((?:[^']|'')*)'/.exec(dump) ?? []
    const stored = JSON.parse(text.replaceAll("''", "'")) as Readonly<Record<string, unknown>>
    const builtin = Object.entries(stored).filter(([uid]) => uid.startsWith('plugin::'))
    const { types } = await decide({}, { storedTypes: Object.fromEntries(builtin) })
    expect(types.map(([uid]) => uid)).toEqual(['api::article.article'])
  })
})
