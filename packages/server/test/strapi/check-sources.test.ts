import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '@content-api/model'
import { parseConfig } from '@content-api/core/config/parse'
import { createContentApi } from '../../src/index.js'
import { examine } from '../../src/cli/doctor.js'
import { checkSources, sourceText } from '@content-api/strapi-project/code/checks/check-sources'
import { printed } from '@content-api/strapi-project/code/checks/finding'
import { replacements } from '@content-api/strapi-project/code/host/guarded'
import { registerProject } from '@content-api/strapi-project/code/register-project'

const projects: string[] = []
afterEach(() => {
  for (const project of projects.splice(0)) rmSync(project, { recursive: true, force: true })
})

function projectOf(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(tmpdir(), 'check-sources-'))
  projects.push(project)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  return project
}

const controller = 'src/api/a/controllers/a.js'
let strapi: object
beforeAll(async () => {
  const registry = createRegistry({ contentTypes: {} })
  const options = { project: undefined, registry, config: parseConfig({}) }
  strapi = (await registerProject(options)).strapi
})
const check = (project: string, allowed: readonly string[] = [], isThorough = false) =>
  checkSources(project, { strapi, allowed, plugins: [], isThorough }).map(printed)
/** Returns the findings of a start, which are those of `doctor` for such short files. */
const found = (text: string, file = controller, allowed: readonly string[] = []) => {
  const project = projectOf({ [file]: text })
  const quick = check(project, allowed)
  expect(check(project, allowed, true)).toEqual(quick)
  return quick
}

const schema = JSON.stringify({
  kind: 'collectionType',
  info: { singularName: 'a', pluralName: 'as', displayName: 'A' },
  attributes: { title: { type: 'string' } },
})
const withType = (text: string) => ({ 'src/api/a/content-types/a/schema.json': schema, [controller]: text })

describe('the check of project sources', () => {
  it('finds every part that has a replacement, with file and line', () => {
    const members = Object.keys(replacements).filter((place) => /^strapi\.(?!entityService)[\w.]+$/.test(place))
    expect(members.length).toBeGreaterThan(10)
    const text = members.map((place) => `module.exports = { f: (ctx) => ${place}.x() }`).join('\n')
    const report = found(text)
    for (const [index, place] of members.entries()) {
      expect(report).toContainEqual(
        `${controller}:${index + 1}: ${place} does not exist here. Instead: ${replacements[place]}.`,
      )
    }
  })

  it.each([
    ['strapi?.webhookRunner.run()', 'strapi.webhookRunner'],
    ['strapi\n  .telemetry.send()', 'strapi.telemetry'],
    [`strapi['webhookRunner'].run()`, 'strapi.webhookRunner'],
    ['const { entityService, webhookRunner: hub } = strapi', 'strapi.webhookRunner'],
    ['const { connection } = strapi.db\nconst next = 1', 'strapi.db.connection'],
    ['await strapi.db.transaction()', 'strapi.db.transaction()'],
    [`strapi.plugin('sentry')\n  .service('x')`, "strapi.plugin('sentry')"],
    [
      `strapi.plugins['users-permissions'].services.providers.connect()`,
      "strapi.plugin('users-permissions').service('providers')",
    ],
    [`strapi.service('plugin::upload.provider')`, "strapi.plugin('upload').service('provider')"],
    [`import { providerFactory } from '@strapi/utils'`, 'providerFactory of @strapi/utils'],
    ['const a = `${strapi.webhookRunner}`', 'strapi.webhookRunner'],
    ['const app = strapi\napp.webhookRunner.run()', 'strapi.webhookRunner'],
    ['const { db } = strapi\ndb.connection.raw()', 'strapi.db.connection'],
    ['const own = ({ strapi: app }) => app.x\nif (strapi.webhookRunner) strapi.log.info(1)', 'strapi.webhookRunner'],
    ['strapi.db.unknown = 1\nstrapi.db.connection.raw()', 'strapi.db.connection'],
    [
      `const shop = strapi.plugin('users-permissions')\nshop.service('providers')`,
      "strapi.plugin('users-permissions').service('providers')",
    ],
    [
      `strapi.plugin('users-permissions').services.providers`,
      "strapi.plugin('users-permissions').service('providers')",
    ],
    [`strapi?.plugins.sentry`, "strapi.plugin('sentry')"],
  ])('finds %s', (text, subject) => {
    expect(found(text).map((line) => line.replace(/^[^ ]+: /, ''))).toEqual([
      expect.stringMatching(new RegExp(`^${subject.replaceAll(/[.()[\]{}?$]/g, '\\$&')} does not exist here`)),
    ])
  })

  it.each([
    ['// strapi.webhookRunner'],
    ['/* strapi.telemetry */'],
    [`const text = 'strapi.webhookRunner'`],
    ['const text = `strapi.webhookRunner`'],
    ['const pattern = /strapi.webhookRunner"/'],
    ['my.strapi.webhookRunner'],
    [`const { find } = strapi\n  .service('api::a.a')`],
    [`const { PolicyError } = require('@strapi/utils').errors`],
    [`strapi.plugin('users-permissions').service('jwt').issue({ id: 1 })`],
    ['strapi.cache = new Map()\nstrapi.cache.get(1)'],
    ['Object.assign(strapi, { cache: new Map() })\nstrapi.cache.get(1)'],
    [`const strapi = require('./client')()\nstrapi.webhookRunner.run()`],
    [`import strapi from './client'\nstrapi.webhookRunner.run()`],
    [`const f = ({ strapi }) => ({ strapi })\nmodule.exports = (strapi) => f(strapi)`],
    [`const key = { strapi: 1, webhookRunner: 2 }\nkey.strapi.webhookRunner`],
    ['// content-api-doctor: allow\nstrapi.webhookRunner.run()'],
    ['strapi.webhookRunner.run() // content-api-doctor: allow'],
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it('skips what the allow-list names by place or by name', () => {
    for (const allowed of ['strapi.webhookRunner', controller, `${controller}:1`]) {
      expect(found('strapi.webhookRunner.run()', controller, [allowed])).toEqual([])
    }
    expect(found('strapi.webhookRunner.run()', controller, [`${controller}:2`])).toHaveLength(1)
  })

  it('follows symbolic links to folders and files', () => {
    const shared = projectOf({
      'article/controllers/article.js': '\nstrapi.webhookRunner.run()',
      'own.js': 'strapi.telemetry.send()',
    })
    const project = projectOf({ 'src/api/a/services/a.js': '' })
    symlinkSync(join(shared, 'article'), join(project, 'src/api/article'), 'dir')
    symlinkSync(join(shared, 'own.js'), join(project, 'src/api/a/services/own.js'))
    // Links that lead nowhere or back to a folder above.
    symlinkSync('me@here.1', join(project, 'src/api/a/services/.#a.js'))
    symlinkSync('loop.js', join(project, 'src/api/loop.js'))
    symlinkSync(join(project, 'src'), join(project, 'src/api/a/again'), 'dir')
    expect(check(project)).toEqual([
      expect.stringMatching(/^src\/api\/a\/services\/own\.js:1: strapi\.telemetry does not exist here/),
      expect.stringMatching(
        /^src\/api\/article\/controllers\/article\.js:2: strapi\.webhookRunner does not exist here/,
      ),
    ])
  })

  it('keeps the position of every character when it blanks comments and strings', () => {
    const source = 'a /* b\n */ "c" `d${e}f`, /g"/ // h\ni'
    const { text, code } = sourceText(source)
    expect([text.length, code.length]).toEqual([source.length, source.length])
    expect(code.replaceAll(/\s+/g, ' ').trim()).toBe('a e , i')
  })
})

describe('a start', () => {
  it('goes on with code that fails when it runs', async () => {
    const files = withType(`module.exports = { go: () => strapi.webhookRunner.run('x') }`)
    await (await createContentApi({ project: projectOf(files), database: ':memory:' })).close()
    const finding = `${controller}:1: strapi.webhookRunner does not exist here.`
    expect((await examine(projectOf(files))).text).toContain(`Fails when it runs\n  ${finding}`)
  })

  it('names every file that cannot be loaded', async () => {
    const files = {
      ...withType(`module.exports = [`),
      'src/api/a/services/a.js': `require('a-missing-package')`,
      'src/api/a/routes/a.js': 'module.exports = { routes: [] }',
      'src/index.js': `throw new Error('broken')`,
    }
    const { text, stops } = await examine(projectOf(files))
    expect(stops).toBe(true)
    expect(text).toMatch(/src\/api\/a\/controllers\/a\.js can't be loaded/)
    expect(text).toMatch(/src\/api\/a\/services\/a\.js can't be loaded: .*a-missing-package/)
    expect(text).toMatch(/src\/index\.js can't be loaded: broken/)
    expect(text).toMatch(/3 to change before this project starts\.$/)
  })

  it('names missing packages, also of code that loads them later', () => {
    const files = {
      [controller]: `const fs = require('node:fs')\nconst { x } = require('own-package/deep')\nmodule.exports = { go: () => require('gone') }`,
      'node_modules/own-package/package.json': '{ "name": "own-package" }',
      'src/a.ts': `import type { A } from 'only-types'\nimport b from '@scope/gone/b'\nimport c from '@/local'\nimport d from 'src/d'\n// import e from 'e'\nimport utils from '@strapi/utils'`,
    }
    expect(check(projectOf(files))).toEqual([
      expect.stringMatching(/^src\/a\.ts:2: The package @scope\/gone isn't installed\. Install it\.$/),
      expect.stringMatching(/^src\/api\/a\/controllers\/a\.js:3: The package gone isn't installed\. Install it\.$/),
    ])
  })

  it('names the file of an error in an extension', async () => {
    const files = {
      ...withType('module.exports = {}'),
      'src/index.js': `module.exports = { register({ strapi }) {
        strapi.plugin('graphql').service('extension').shadowCRUD('api::a.a').isActionEnabled('whatever')
      } }`,
    }
    const start = createContentApi({ project: projectOf(files), database: ':memory:' })
    await expect(start).rejects.toThrow(/^src\/index\.js:2: The action "whatever" does not exist/)
  })
})

describe('doctor', () => {
  it('lists what runs, what is skipped, what may fail and what must change', async () => {
    const files = {
      ...withType('module.exports = { go: () => strapi.telemetry.send({}) }'),
      'src/index.js': 'module.exports = { bootstrap: () => strapi.webhookRunner.run() }',
      'src/admin/app.js': '',
      'config/plugins.js': 'throw new Error("broken")',
      'config/functions.js': '',
      'config/logger.js': '',
    }
    const { text, stops } = await examine(projectOf(files))
    expect(stops).toBe(false)
    expect(text).toMatch(/^Runs\n {2}content types: api::a\.a\n {2}controllers: src\/api\/a\/controllers\/a\.js/)
    expect(text).toContain("Skipped\n  config/plugins.js:1: can't be read: broken. So the settings of GraphQL")
    expect(text).toContain('  config/functions.js: has no effect here; Strapi 4 reads')
    expect(text).toContain('  config/logger.js: has no effect here. Set `log.level`')
    expect(text).toContain('src/admin: there is no admin panel here.')
    expect(text).toContain('  src/index.js:1: strapi.webhookRunner does not exist here.')
    expect(text).toContain('  src/api/a/controllers/a.js:1: strapi.telemetry does not exist here.')
    expect(text).toMatch(/This project starts\.$/)
  })

  it('reports the mistakes of all parts at once, and files that nothing uses', async () => {
    const files = {
      ...withType('module.exports = { go: (ctx) => ctx.send(1) }'),
      'src/api/a/services/a.js': `module.exports = () => { throw new Error('no service') }`,
      'src/api/a/routes/a.js': `module.exports = { routes: [
        { method: 'GET', path: '/one', handler: 'a.gone' },
        { method: 'GET', path: '/two', handler: 'a.go', config: { policies: ['nowhere'] } },
        { method: 'GET', path: '/three', handler: 'a.go', config: { policies: ['broken'] } },
      ] }`,
      'src/policies/broken.js': `require('gone-for-policy')`,
      'src/middlewares/unused.js': `throw new Error('unused')`,
      'src/index.js': `module.exports = { register() { throw new Error('no register') } }`,
      'config/middlewares.js': `module.exports = ['global::missing', 'strapi::nothing']`,
    }
    const { text, stops } = await examine(projectOf(files))
    expect(stops).toBe(true)
    const [failing = '', mustChange = ''] = text.split('Must change')
    for (const mistake of [
      /services\/a\.js:1: no service/,
      /routes\/a\.js: the route GET \/one: .*"gone"/,
      /nowhere/,
      /gone-for-policy/,
      /no register/,
      /missing/,
      /strapi::nothing/,
    ])
      expect(mustChange).toMatch(mistake)
    expect(mustChange).toMatch(/7 to change before this project starts\.$/)
    expect(failing).toMatch(/src\/middlewares\/unused\.js: .*unused/)
  })

  const extending = (...extensions: readonly string[]) => ({
    ...withType('module.exports = {}'),
    'src/index.js': `module.exports = { register({ strapi }) {
      const { use } = strapi.plugin('graphql').service('extension')
      ${extensions.map((each) => `use(${each})`).join('\n      ')}
    } }`,
  })

  it.each([
    [
      [
        `() => { throw new Error('first broken') }`,
        `() => ({ resolversConfig: { 'Query.as': { auth: { scop: [] } }, 'Query.a': { auth: 1 } }, typedefs: '' })`,
        `{ typeDefs: 'type Query { unread' }`,
        `{ resolversConfig: { 'Query.a': { policies: ['no-policy', 'nor-this'], auth: { scope: ['api::no.no.no'] } } } }`,
      ],
      [
        /^ +src\/index\.js:3: first broken/m,
        /"typedefs" does not exist. Did you mean "typeDefs"/,
        /"scop" does not exist/,
        /auth of resolversConfig of Query\.a must be/,
        /typeDefs can't be read: .*Expected/,
        /"no-policy"/,
        /"nor-this"/,
        /api::no\.no\.no/,
      ],
    ],
    [
      [
        `{ typeDefs: 'type Query { own: String }', resolvers: { Query: { own: { policies: [] }, ownn: () => 1 }, Mutatoin: { x: () => 1 } } }`,
      ],
      [/"policies" of Query\.own belongs/, /Query "ownn"/, /type "Mutatoin"/],
    ],
    [
      [`{ typeDefs: 'type Query { as: String, a: String }' }`],
      [/define Query\.as, which is there/, /define Query\.a, which is there/],
    ],
  ])('reports all mistakes of GraphQL extensions: %s', async (extensions, mistakes) => {
    const { text } = await examine(projectOf(extending(...extensions)))
    const [, mustChange = ''] = text.split('Must change')
    for (const mistake of mistakes) expect(mustChange).toMatch(mistake)
    expect(mustChange).toMatch(new RegExp(`${mistakes.length} to change before this project starts\\.$`))
  })

  it('warns of options of GraphQL fields that do not exist, with their policies', async () => {
    const config = `{ 'Query.bs': { policies: ['no-policy'] }, 'Qery.as': { auth: false }, Query: { cs: { auth: false } }, as: 1 }`
    const { text, stops } = await examine(projectOf(extending(`{ resolversConfig: ${config} }`)))
    expect(stops).toBe(false)
    for (const path of ['Query.bs', 'Qery.as', 'Query.cs', 'as'])
      expect(text).toContain(`resolversConfig of ${path} has no effect`)
  })

  it('names members of the context and of utilities that do not exist, and only those', async () => {
    const files = {
      ...withType(`const utils = require('@strapi/utils')
        const { sanitize, errors: { ApplicationError, GoneError } } = utils
        const helper = (ctx) => ctx.name + ctx.address
        module.exports = {
          async go(ctx, next) {
            const { request: { body, gone }, state, query: { any } } = ctx
            ctx.send(ctx.lost(), ctx.state.anything, ctx.session)
            if (ctx.maybe) ctx.maybe2?.()
            ctx.own = 1
            sanitize.contentAPI.everything()
            return { ...ctx.own, cookie: ctx.cookies.fetch('a'), helper: helper({}), type: ctx.response.is('a') }
          },
        }`),
      'src/api/a/services/a.ts': `import { yup, type Later, noSuch as other } from '@strapi/utils'
        export default () => ({
          async find(data: any) { const context = strapi.requestContext.get(); return (context as any)?.absent.x },
        })`,
      'src/index.js': `module.exports = { register({ strapi }) {
        strapi.plugin('graphql').service('extension').use(() => ({ resolvers: { Query: {
          as: (parent, args, context) => context.koaContext.nowhere,
        } } }))
      } }`,
    }
    const { text } = await examine(projectOf(files))
    const lost = [...text.matchAll(/(\S+:\d+): (.*?) does not exist here/g)].map(
      ([, place, name]) => `${place} ${name}`,
    )
    const file = 'src/api/a/controllers/a.js'
    expect(lost.toSorted()).toEqual([
      `${file}:10 sanitize.contentAPI.everything of @strapi/utils`,
      `${file}:11 ctx.cookies.fetch`,
      `${file}:2 errors.GoneError of @strapi/utils`,
      `${file}:6 ctx.request.gone`,
      `${file}:7 ctx.lost`,
      `${file}:7 ctx.session`,
      'src/api/a/services/a.ts:1 noSuch of @strapi/utils',
      'src/api/a/services/a.ts:3 ctx.absent',
      'src/index.js:3 ctx.nowhere',
    ])
    expect(text).toMatch(/This project starts\.$/)
  })

  it('checks the code although a schema or the configuration is not valid', async () => {
    const files = {
      'src/api/a/content-types/a/schema.json': '{ "kind": "collectionType" }',
      'content-api.config.json': '{ "port": "none" }',
      [controller]: 'module.exports = [',
      'src/index.js': 'module.exports = { bootstrap: () => strapi.webhookRunner.run() }',
    }
    const { text } = await examine(projectOf(files))
    for (const mistake of [/schema\.json/, /content-api\.config\.json: port/, /controllers\/a\.js can't be loaded/])
      expect(text.split('Must change')[1]).toMatch(mistake)
    expect(text).toContain('src/index.js:1: strapi.webhookRunner does not exist here.')
  })

  it('knows the services that the extension of users-permissions adds', async () => {
    const files = {
      ...withType(`module.exports = { go: () => {
        strapi.plugin('users-permissions').service('greeter').greet()
        strapi.plugin('users-permissions').service('nowhere').greet()
      } }`),
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
        plugin.services.greeter = () => ({ greet() {} })
        return plugin
      }`,
    }
    const { text } = await examine(projectOf(files))
    expect(text).not.toContain(`${controller}:2`)
    expect(text).toContain(`${controller}:3: strapi.plugin('users-permissions').service('nowhere') does not exist here`)
    // Without valid schemas the extension doesn't run.
    const invalid = await examine(projectOf({ ...files, 'src/api/a/content-types/a/schema.json': '{}' }))
    expect(invalid.text).not.toContain("service('")
  })

  it('finds the mistakes that a start would reject', async () => {
    const { text, stops } = await examine(projectOf(withType('module.exports = [')))
    expect([stops, text]).toEqual([true, expect.stringContaining("can't be loaded")])
    expect(await examine(projectOf(withType('module.exports = {}')))).toMatchObject({ stops: false })
  })
})
