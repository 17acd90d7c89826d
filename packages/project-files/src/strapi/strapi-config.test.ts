import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProjectConfig } from '../load-config.js'
import { strapiDatabase } from './strapi-database.js'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'strapi-config-'))
})
afterEach(() => rmSync(project, { recursive: true }))

type Files = Readonly<Record<string, string>>
type Loading = { readonly env?: Record<string, string>; readonly development?: boolean }

function write(files: Files): void {
  for (const [name, text] of Object.entries({ 'package.json': '{"dependencies":{"@strapi/strapi":"4"}}', ...files })) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
}

async function load(files: Files, { env = {}, development = false }: Loading = {}) {
  write(files)
  return loadProjectConfig({ project, env, development })
}

/** The warnings as lines. */
async function warningsOf(files: Files, options?: Loading): Promise<string[]> {
  const { warnings } = await load(files, options)
  return warnings.map(({ file, path, message }) => `${file}: ${path === '' ? '' : `${path} `}${message}`)
}

const plugins = (text: string) => ({ 'config/plugins.js': `module.exports = ({ env }) => (${text})` })

describe('the configuration of a Strapi project', () => {
  it('has defaults of its own', async () => {
    const { config, isChosen } = await load({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 1337,
      database: { dialect: 'sqlite', file: join(project, '.tmp/content.db') },
      api: { rest: { strictParams: false, defaultLimit: 25, maxLimit: null } },
    })
    expect(isChosen('port')).toBe(false)
  })

  it('comes from config/, where a file of the environment takes precedence', async () => {
    const files = {
      '.env':
        'PORT=4000\nJWT_SECRET=secret of Strapi\nAPI_TOKEN_SALT=salt of Strapi\nDATABASE_URL=postgres://strapi/db\nNODE_ENV=production',
      'config/server.ts': `export default ({ env }) => ({
        host: env('HOST', '0.0.0.0') as string, port: env.int('PORT', 1337), proxy: true, url: 'https://cms.example/' })`,
      'config/api.json': '{ "rest": { "defaultLimit": 5, "maxLimit": 50, "prefix": "v1" } }',
      'config/env/production/api.js': 'module.exports = { rest: { maxLimit: 100000, withCount: false } }',
      'config/env/test/api.js': 'module.exports = { rest: { defaultLimit: 1 } }',
    }
    const { config, warnings } = await load(files)
    expect(warnings).toEqual([])
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 4000,
      trustProxy: 1,
      database: { dialect: 'sqlite', file: join(project, '.tmp/content.db') },
      api: { rest: { defaultLimit: 5, maxLimit: 100_000, withCount: false, prefix: '/v1' } },
      auth: {
        jwt: { secret: 'secret of Strapi' },
        apiTokenSalt: 'salt of Strapi',
        confirmEmailUrl: 'https://cms.example/v1/auth/email-confirmation',
      },
    })
    expect((await load({}, { development: true })).config.host).toBe('127.0.0.1')
  })

  it('has GraphQL if the project depends on its plugin, and if it is no project of Strapi itself', async () => {
    const isEnabled = async (dependencies: object, files: Files = {}) => {
      const { config } = await load({ 'package.json': JSON.stringify({ dependencies }), ...files })
      return config.graphql.enabled
    }
    const strapi = { '@strapi/strapi': '4.26.2' }
    expect(await isEnabled(strapi)).toBe(false)
    expect(await isEnabled(strapi, plugins('{ graphql: { config: { defaultLimit: 5 } } }'))).toBe(false)
    expect(await isEnabled({ ...strapi, '@strapi/plugin-graphql': '4.26.2' })).toBe(true)
    expect(await isEnabled({ '@content-api/server': '1' })).toBe(true)
    const own = { 'content-api.config.json': '{ "graphql": { "enabled": true } }' }
    expect(await isEnabled(strapi, own)).toBe(true)
  })

  it('has the private attributes of config/api', async () => {
    const files = { 'config/api.js': `module.exports = { responses: { privateAttributes: ['note'] } }` }
    expect((await load(files)).config.api.responses).toEqual({ privateAttributes: ['note'] })
  })

  it('sends mail by nodemailer of its own if a URL can name the mail server, and by the package otherwise', async () => {
    const mailOf = async (email: string, dependencies = {}) => {
      const packages = {
        'package.json': JSON.stringify({ dependencies: { '@strapi/strapi': '4.26.2', ...dependencies } }),
      }
      const { config, warnings } = await load({ ...plugins(`{ email: { config: ${email} } }`), ...packages })
      const lost = warnings.filter(({ message }) => message.includes('no effect'))
      return [config.mail, lost.map(({ path, message }) => `${path} ${message}`)]
    }
    const plain = `{ provider: 'nodemailer', providerOptions: { host: 'mail.example' }, settings: { defaultReplyTo: 'a@b.example' } }`
    const pooled = `{ provider: 'nodemailer', providerOptions: { host: 'mail.example', pool: true } }`
    const smtp = 'smtp://mail.example'
    expect(await mailOf(plain)).toMatchObject([{ smtp, replyTo: 'a@b.example' }, []])
    const lost = 'email.config.providerOptions.pool has no effect here. Install @strapi/provider-email-nodemailer'
    expect(await mailOf(pooled)).toMatchObject([{ smtp }, [expect.stringContaining(lost)]])
    const installed = { '@strapi/provider-email-nodemailer': '4.26.2' }
    const options = { host: 'mail.example', pool: true }
    expect(await mailOf(pooled, installed)).toMatchObject([{ provider: 'nodemailer', providerOptions: options }, []])
    expect(await mailOf(`{ provider: 'nodemailer' }`)).toMatchObject([{ provider: 'nodemailer' }, []])
    expect(await mailOf(`{ provider: 'sendmail' }`)).toMatchObject([{ provider: 'sendmail' }, []])
  })

  it('is the lowest source, key by key', async () => {
    const files = {
      'config/server.js': `module.exports = { host: '0.0.0.0', port: 4000 }`,
      'config/api.js': 'module.exports = { rest: { defaultLimit: 5, maxLimit: 50 } }',
      'content-api.config.json': '{ "api": { "rest": { "maxLimit": 60, "strictParams": true } }, "host": "localhost" }',
    }
    const { config, isChosen } = await load(files, { env: { PORT: '5000' }, development: true })
    expect(config).toMatchObject({
      host: 'localhost',
      port: 5000,
      api: { rest: { defaultLimit: 5, maxLimit: 60, strictParams: true } },
    })
    expect(['port', 'host', 'api.rest.maxLimit', 'api.rest.defaultLimit'].map(isChosen)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('has the settings of plugins', async () => {
    const files = plugins(`{
      graphql: { config: { endpoint: '/gql', shadowCRUD: true, playgroundAlways: true, depthLimit: 9, defaultLimit: 100,
        maxLimit: 200, apolloServer: { tracing: true } } },
      'users-permissions': { config: { jwtSecret: env('OWN_SECRET'), jwt: { expiresIn: '90 days' },
        ratelimit: { interval: { min: 5 }, max: 3 }, register: { allowedFields: ['nickname'] } } },
      upload: { config: { sizeLimit: 250 * 1024 * 1024, breakpoints: { big: 2000 },
        providerOptions: { localServer: { maxage: 300000 } } } },
      email: { config: { provider: 'nodemailer', settings: { defaultFrom: 'cms@example.com' },
        providerOptions: { host: 'mail.example', port: 465, auth: { user: 'me@x', pass: 'p/w' } } } },
    }`)
    const { config, warnings } = await load(files, { env: { OWN_SECRET: 'own secret' } })
    expect(warnings).toEqual([])
    expect(config).toMatchObject({
      graphql: {
        config: {
          endpoint: '/gql',
          playgroundAlways: true,
          depthLimit: 9,
          defaultLimit: 100,
          amountLimit: 200,
          apolloServer: { tracing: true },
        },
      },
      auth: {
        jwt: { secret: 'own secret', expiresIn: '7776000s' },
        rateLimit: { attempts: 3, seconds: 300 },
        register: { allowedFields: ['nickname'] },
      },
      upload: { sizeLimit: 262_144_000, breakpoints: { big: 2000 }, maxAge: 300 },
      mail: { from: 'cms@example.com', smtp: 'smtps://me%40x:p%2Fw@mail.example:465' },
    })
  })

  it('has the sessions of Strapi 5', async () => {
    const sessions = `{ accessTokenLifespan: 300, idleRefreshTokenLifespan: 86400, maxRefreshTokenLifespan: '172800',
      httpOnly: true, cookie: { name: 'own', sameSite: 'strict', path: '/', maxAge: 1000 } }`
    const of = (mode: string) =>
      plugins(`{ 'users-permissions': { config: { jwtManagement: '${mode}', sessions: ${sessions} } } }`)
    const { config, warnings } = await load(of('refresh'))
    expect(config.auth.sessions).toMatchObject({
      accessToken: '300s',
      idle: '86400s',
      total: '172800s',
      httpOnly: true,
      accessCookie: false,
      cookie: { name: 'own', sameSite: 'strict', path: '/' },
    })
    expect(warnings).toHaveLength(1)
    expect((await load(of('legacy-support'))).config.auth.sessions).toBeUndefined()
    const plain = plugins(`{ 'users-permissions': { config: { jwtManagement: 'refresh' } } }`)
    expect((await load(plain)).config.auth.sessions).toMatchObject({ accessToken: '10m', idle: '14d', total: '30d' })
  })

  it('raises the maximum of GraphQL lists to their default size', async () => {
    const { config } = await load(plugins('{ graphql: { config: { defaultLimit: 500 } } }'))
    expect(config.graphql.config).toMatchObject({ defaultLimit: 500, amountLimit: 500 })
  })

  it('names each setting that has no effect, with its file', async () => {
    const files = {
      ...plugins(`{
        graphql: { config: { playground: true, subscriptions: true, amountLimit: -1, apolloServer: { cors: false } } },
        'users-permissions': {
          config: { jwt: { algorithm: 'HS512' }, ratelimit: { enabled: false, timeWait: 3 }, callback: { validate() {} } },
        },
        upload: { config: { provider: 'cloudinary', breakpoints: { thumbnail: 5 } } },
        email: { config: { provider: 'sendgrid' } },
        seo: { enabled: true }, sentry: { enabled: false }, navigation: {},
      }`),
      'config/api.js': `module.exports = { rest: { prefix: '/' }, responses: { privateAttributes: [1] } }`,
      'config/server.js': `module.exports = {
        socket: '/run/cms', proxy: { global: 'http://proxy' }, transfer: { remote: { enabled: true } },
      }`,
      'config/middlewares.js': `module.exports = [
        'strapi::errors', { name: 'strapi::logger', config: { level: 'http' } }, 'global::stamp', { resolve: './src/own' },
      ]`,
    }
    expect((await warningsOf(files)).toSorted()).toEqual([
      'config/api.js: responses.privateAttributes must be text, but is a number. It has no effect.',
      'config/api.js: rest.prefix must be a path such as "/api". It has no effect.',
      'config/middlewares.js: strapi::logger.level has no effect here.',
      'config/plugins.js: graphql.config.amountLimit must be at least 1, but is -1. It has no effect.',
      'config/plugins.js: graphql.config.apolloServer.cors has no meaning here: set cors.origins. It has no effect.',
      'config/plugins.js: graphql.config.playground is not known here. It has no effect.',
      'config/plugins.js: graphql.config.subscriptions has no effect here: subscriptions are not supported.',
      expect.stringMatching(/^config\/plugins\.js: upload\.config\.breakpoints must .* It has no effect\.$/),
      'config/plugins.js: users-permissions.config.callback.validate has no effect here. Set "callbacks" of the provider in auth.providers.',
      'config/plugins.js: users-permissions.config.jwt.algorithm has no effect here.',
      'config/plugins.js: users-permissions.config.ratelimit.enabled has no effect here: attempts to sign in are always limited.',
      'config/plugins.js: users-permissions.config.ratelimit.timeWait has no effect here.',
      `config/plugins: email.config.provider names "sendgrid", which is not installed in this project. Run "npm install @strapi/provider-email-sendgrid". In production the service doesn't start; in development mail is printed.`,
      `config/plugins: upload.config.provider names "cloudinary", which is not installed in this project. Run "npm install @strapi/provider-upload-cloudinary". In production the service doesn't start; in development files are stored in the upload folder.`,
      'config/server.js: proxy has no effect on outgoing requests here. Set HTTPS_PROXY where your code needs it.',
      'config/server.js: socket has no effect here. Set host and port.',
      'config/server.js: transfer.remote.enabled has no effect here. Use "content-api export" and "content-api import".',
    ])
  })

  it('keeps the settings of other files if one throws', async () => {
    const files = {
      'config/plugins.js': `require('a-package-that-is-missing')\nmodule.exports = {}`,
      'config/server.js': 'module.exports = { port: 4000 }',
    }
    const { config, warnings } = await load(files)
    expect(config.port).toBe(4000)
    expect(warnings).toEqual([
      {
        file: expect.stringMatching(/^config\/plugins\.js/),
        path: '',
        message: expect.stringMatching(
          /a-package-that-is-missing[^]*So the settings of GraphQL, .* have their defaults\.$/,
        ),
      },
    ])
  })

  it('no origin is allowed by default in production', async () => {
    const files = { 'config/middlewares.js': "module.exports = ['strapi::cors']" }
    const origins = async (overrides: object, written: Files = {}) => {
      write(written)
      const { config, withStored } = await loadProjectConfig({ project, env: {}, overrides, production: true })
      expect(withStored({}).cors.origins).toEqual(config.cors.origins)
      return config.cors.origins
    }
    expect(await origins({})).toEqual([])
    expect(await origins({ cors: { maxAge: 5 } })).toEqual([])
    expect(await origins({ cors: { origins: ['http://localhost:*'] } })).toEqual(['http://localhost:*'])
    // Without `permissions`, that of Strapi's files doesn't apply.
    expect(await origins({}, files)).toEqual([])
    expect(await origins({ permissions: {} }, files)).toEqual(['*'])
    const alone = await loadProjectConfig({ project: undefined, production: true })
    expect(alone.config.cors.origins).toEqual([])
  })

  it('allows every origin only if requests need permissions', async () => {
    const own = '{ "permissions": {} }'
    const local = ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*']
    expect((await load({})).config.cors.origins).toEqual(local)
    const { config, withStored } = await load({ 'content-api.config.json': own })
    expect(config.cors.origins).toEqual(['*'])
    expect(withStored({}).cors.origins).toEqual(['*'])
    const list = `module.exports = [{ name: 'strapi::cors', config: { origin: ['https://a.example/'] } },
      { name: 'strapi::body', config: { jsonLimit: '10mb', formidable: { maxFileSize: 5000 } } }]`
    expect((await load({ 'config/middlewares.js': list })).config).toMatchObject({
      cors: { origins: ['https://a.example'] },
      limits: { body: 10_485_760 },
      upload: { sizeLimit: 5_000 },
    })
  })

  it('has the options of the middlewares of Strapi, and names the others', async () => {
    const files = {
      'config/middlewares.js': `module.exports = ['strapi::security',
        { name: 'strapi::security', config: { frameguard: false, hsts: { maxAge: 60 },
          contentSecurityPolicy: { directives: { 'script-src': ['self'] } } } },
        { name: 'strapi::cors', config: { origin: 'https://a.example, https://b.example', methods: ['GET'],
          headers: 'X-Own, X-Two', expose: ['X-Own'], maxAge: 60, credentials: false, keepHeaderOnError: false } },
        { name: 'strapi::query', config: { arrayLimit: 5000, parameterLimit: 10, comma: true } },
        { name: 'strapi::body', config: { jsonLimit: '2mb', multipart: false, jsonStrict: true,
          formidable: { maxFileSize: 5000, keepExtensions: true } } },
        { name: 'strapi::public', config: { maxAge: 1000, enabled: true, hidden: true } }, { name: 'strapi::session', config: { key: 'own' } }]`,
      'config/plugins.js': `module.exports = { upload: { config: { sizeLimit: 9000 } } }`,
    }
    const { config } = await load(files)
    expect(config).toMatchObject({
      http: { headers: { 'X-Frame-Options': null, 'Strict-Transport-Security': 'max-age=60; includeSubDomains' } },
      cors: {
        origins: ['https://a.example', 'https://b.example'],
        methods: ['GET'],
        headers: ['X-Own', 'X-Two'],
        expose: ['X-Own'],
        maxAge: 60,
        credentials: false,
      },
      limits: { body: 2_097_152, arrayItems: 5_000, parameters: 2_000 },
      upload: { sizeLimit: 5_000 },
    })
    const place = 'config/middlewares.js: strapi::'
    expect(await warningsOf(files)).toEqual([
      `${place}cors.keepHeaderOnError has no effect here: responses with errors have the headers, too.`,
      `${place}body.formidable.keepExtensions has no effect here.`,
      `${place}body.multipart has no effect here: these bodies are always parsed.`,
      `${place}body.jsonStrict has no effect here.`,
      `${place}query.comma has no effect here.`,
      expect.stringMatching(/strapi::security\.contentSecurityPolicy has no effect here: Content-Security-Policy/),
      `${place}public.hidden has no effect here.`,
    ])
  })

  it('takes stored settings of an import before those of the files, and those of this server before both', async () => {
    const stored = {
      i18n: { defaultLocale: 'fr', locales: ['de'] },
      permissions: {},
      auth: { register: { enabled: false } },
    }
    const { config, withStored } = await load({ 'content-api.config.json': '{ "i18n": { "locales": ["it"] } }' })
    expect(config.permissions).toBeUndefined()
    expect(withStored(stored)).toMatchObject({
      permissions: {},
      i18n: { defaultLocale: 'fr', locales: ['fr', 'it'] },
      auth: { register: { enabled: false } },
    })
  })
})

describe('the database of a Strapi project', () => {
  const databaseFile = (connection: string) => ({
    'config/database.js': `module.exports = () => ({ connection: ${connection} })`,
  })

  it.each<[connection: string, found: object]>([
    [
      `{ client: 'postgres', connection: { host: 'db', port: 5433, database: 'cms', user: 'me', password: 'p@w', schema: 'own' } }`,
      { kind: 'postgres', url: 'postgres://me:p%40w@db:5433/cms?options=-c+search_path%3Down' },
    ],
    [
      `{ client: 'postgres', connection: { connectionString: 'postgres://u:p@h/n', ssl: { rejectUnauthorized: false } } }`,
      { kind: 'postgres', url: 'postgres://u:p@h/n', ssl: { rejectUnauthorized: false } },
    ],
    [`{ client: 'mysql2', connection: {} }`, { kind: 'other', client: 'mysql2' }],
  ])('is %s', async (connection, found) => {
    write(databaseFile(connection))
    expect(await strapiDatabase(project, {})).toEqual(found)
  })

  it('is a SQLite file, relative to the project or to the file that Strapi runs', async () => {
    write({})
    const file = { kind: 'sqlite', file: join(project, '.tmp/data.db') }
    expect(await strapiDatabase(project, {})).toEqual(file)
    write(databaseFile(`{ client: 'sqlite', connection: { filename: '.tmp/data.db' } }`))
    expect(await strapiDatabase(project, {})).toEqual(file)
    rmSync(join(project, 'config/database.js'))
    const filename = `path.join(__dirname, '..', '..', '.tmp/data.db')`
    write({
      'config/database.ts': `import path from 'path'\nexport default { connection: { client: 'sqlite', connection: { filename: ${filename} } } }`,
    })
    expect(await strapiDatabase(project, {})).toEqual(file)
  })
})
