import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ProjectFiles, writeProject } from '../../../server/test/support/write-project.js'
import { readBesideSettings } from './read-beside-settings.js'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'beside-settings-'))
})
afterEach(() => rmSync(project, { recursive: true }))

const packageFile = (dependencies: object) => JSON.stringify({ dependencies })
const strapi4 = { 'package.json': packageFile({ '@strapi/strapi': '^4.26.0' }) }

async function read(files: ProjectFiles, env: Readonly<Record<string, string>> = {}, overrides?: unknown) {
  await writeProject(project, { ...strapi4, ...files })
  return readBesideSettings(project, { env, ...(overrides !== undefined && { overrides }) })
}

describe('the settings beside Strapi', () => {
  it('are the defaults of Strapi in a project without files', async () => {
    const settings = await read({})
    expect(settings).toMatchObject({
      connection: { dialect: 'sqlite', file: join(project, '.tmp/data.db') },
      jwtSecret: null,
      apiTokenSalt: null,
      prefix: '/api',
      hasGraphql: false,
      middlewares: null,
      trust: [],
      verify: true,
      forward: [],
    })
    expect(settings.strapi.href).toBe('http://127.0.0.1:1337/')
    expect(settings.config.api.rest).toMatchObject({ strictParams: false, maxLimit: null, defaultLimit: 25 })
    expect(settings.config.database).toBe(settings.connection)
  })

  it('come from config/, the files of the environment and .env', async () => {
    const settings = await read({
      'package.json': packageFile({ '@strapi/strapi': '4.26.0', '@strapi/plugin-graphql': '4.26.0' }),
      '.env': 'JWT_SECRET=short\nPORT=4000\nNODE_ENV=production\nDATABASE_PASSWORD=a b',
      'config/server.ts': `export default ({ env }) => ({ port: env.int('PORT', 1337) as number })`,
      'config/admin.js': `module.exports = ({ env }) => ({ apiToken: { salt: 'salt' } })`,
      'config/api.js': `module.exports = { rest: { prefix: '/v1', maxLimit: 50 }, responses: { privateAttributes: ['note'] } }`,
      'config/middlewares.js': `module.exports = ['strapi::errors', { name: 'strapi::cors', config: { origin: ['https://a.example'] } }, { resolve: './src/time' }]`,
      'config/database.js': `module.exports = ({ env }) => ({ connection: { client: 'postgres', connection: {
        host: 'db', port: 5433, database: 'cms', user: 'me', password: env('DATABASE_PASSWORD'), schema: 'content',
        ssl: { rejectUnauthorized: false } } } })`,
      'config/env/production/api.js': `module.exports = { rest: { maxLimit: 70 } }`,
      'content-api.config.json': `{ "beside": { "trust": ["sentry"], "forward": ["api::a.a"], "timeZone": "Asia/Tokyo" } }`,
    })
    expect(settings).toMatchObject({
      connection: {
        dialect: 'postgres',
        url: 'postgres://me:a%20b@db:5433/cms?options=-c+search_path%3Dcontent',
        ssl: { rejectUnauthorized: false },
        poolSize: Math.max(1, Math.floor(availableParallelism() / 2)),
      },
      timeZone: 'Asia/Tokyo',
      jwtSecret: 'short',
      apiTokenSalt: 'salt',
      prefix: '/v1',
      hasGraphql: true,
      trust: ['sentry'],
      forward: ['api::a.a'],
      middlewares: [
        { name: 'strapi::errors', resolve: null, config: {} },
        { name: 'strapi::cors', resolve: null, config: { origin: ['https://a.example'] } },
        { name: null, resolve: './src/time', config: {} },
      ],
      config: { api: { rest: { maxLimit: 70 }, responses: { privateAttributes: ['note'] } } },
    })
    expect(settings.strapi.port).toBe('4000')
  })

  it.each([
    [{ url: 'postgres://h/n' }, 'false', { url: 'postgres://h/n', ssl: false }],
    [{ url: 'postgres://h/n' }, 'true', { url: 'postgres://h/n?sslmode=verify-full' }],
    [{ url: 'postgres://h/n' }, `{ ca: 'PEM', rejectUnauthorized: true }`, { ssl: { ca: 'PEM' } }],
    // As in pg, parameters of the URL take precedence.
    [{ url: 'postgres://h/n?sslmode=no-verify' }, 'true', { ssl: { rejectUnauthorized: false } }],
    [{ url: 'postgres://h/n?sslmode=disable' }, 'true', { url: 'postgres://h/n', ssl: false }],
    [{ url: 'postgres://h/n?sslmode=prefer' }, 'false', { url: 'postgres://h/n?sslmode=verify-full' }],
    [
      { url: 'postgres://h/n?ssl=true&pgbouncer=true&schema=a' },
      'false',
      { url: 'postgres://h/n?sslmode=verify-full' },
    ],
    [
      { url: 'postgres://h/n?uselibpqcompat=true&sslmode=require&sslrootcert=/ca.pem' },
      'false',
      { url: 'postgres://h/n?sslrootcert=%2Fca.pem&sslmode=require' },
    ],
  ])('connect with TLS as Strapi does: %j, ssl: %s', async ({ url }, ssl, expected) => {
    const file = `module.exports = { connection: { client: 'postgres', connection: { connectionString: '${url}', ssl: ${ssl} } } }`
    const { connection } = await read({ 'config/database.js': file })
    expect(connection).toMatchObject({ dialect: 'postgres', ...expected })
  })

  it('have the connections of the configuration', async () => {
    const beside = { database: 'postgres://h/n', poolSize: 12 }
    const { connection } = await read({ 'content-api.config.json': JSON.stringify({ beside }) })
    expect(connection).toEqual({ dialect: 'postgres', url: 'postgres://h/n', poolSize: 12 })
  })

  it('have GraphQL only if its plugin is installed and enabled', async () => {
    const graphql = packageFile({ '@strapi/strapi': '4.26.0', '@strapi/plugin-graphql': '4.26.0' })
    const off = { 'config/plugins.js': 'module.exports = { graphql: { enabled: false } }' }
    expect((await read({ 'package.json': graphql })).hasGraphql).toBe(true)
    expect((await read({ 'package.json': graphql, ...off })).hasGraphql).toBe(false)
    expect((await read({ ...strapi4, 'config/plugins.js': 'module.exports = { graphql: true }' })).hasGraphql).toBe(
      false,
    )
  })

  it('have no secret if only Strapi 5 can check tokens: by sessions, or by another algorithm', async () => {
    const strapi5 = packageFile({ '@strapi/strapi': '5.54.0' })
    const secretWith = async (more: object) => {
      const plugins = { 'users-permissions': { config: { jwtSecret: 'short', ...more } } }
      const files = { 'package.json': strapi5, 'config/plugins.js': `module.exports = ${JSON.stringify(plugins)}` }
      const settings = await read(files)
      expect(settings.version).toBe(5)
      return settings.jwtSecret
    }
    expect(await secretWith({ jwtManagement: 'legacy-support', jwt: { algorithm: 'HS256' } })).toBe('short')
    expect(await secretWith({ jwtManagement: 'refresh' })).toBeNull()
    expect(await secretWith({ jwt: { algorithm: 'HS512' } })).toBeNull()
  })

  it('trust a proxy only by the configuration of this server', async () => {
    const proxied = { 'config/server.js': 'module.exports = { proxy: true }' }
    expect((await read(proxied)).config.trustProxy).toBe(0)
    const chosen = { ...proxied, 'content-api.config.json': '{ "trustProxy": 2 }' }
    expect((await read(chosen)).config.trustProxy).toBe(2)
  })

  it('limit the depth of GraphQL only if the project does', async () => {
    const depthOf = async (files: ProjectFiles) => (await read(files)).config.graphql.config.depthLimit
    expect(await depthOf({})).toBe(Number.POSITIVE_INFINITY)
    expect(await depthOf({ 'config/plugins.js': 'module.exports = { graphql: { config: { depthLimit: 9 } } }' })).toBe(
      9,
    )
  })

  it('of the caller take precedence', async () => {
    const overrides = { beside: { strapi: 'https://cms.example:8443', database: 'reader.db' } }
    const settings = await read({}, {}, overrides)
    expect(settings.strapi.href).toBe('https://cms.example:8443/')
    expect(settings.connection).toEqual({ dialect: 'sqlite', file: join(project, 'reader.db') })
  })

  it.each([
    [{ 'package.json': '{}' }, /doesn't depend on @strapi\/strapi\. Pass the folder of a Strapi project/],
    [
      { 'package.json': packageFile({ '@strapi/strapi': '5.1.0' }) },
      /is Strapi 5\.1\.0\. The databases of Strapi 4 and, from 5\.54/,
    ],
    [
      { 'config/database.js': `module.exports = { connection: { client: 'mysql2' } }` },
      /config\/database: connection\.client is mysql2, which can't be read beside Strapi\. SQLite and PostgreSQL can\./,
    ],
    [{ 'config/plugins.js': 'module.exports = () => { throw new Error("no key") }' }, /config\/plugins\.js.*no key/],
  ])('report what prevents a start: %j', async (files, message) => {
    await expect(read(files)).rejects.toThrow(message)
  })
})
