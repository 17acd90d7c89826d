import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { ConfigError } from '@content-api/core/config/config-error'
import { loadConfig } from './load-config.js'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import { allowsOrigin } from '@content-api/core/config/values'
import { parseConfig } from '@content-api/core/config/parse'

function mistakes(input: unknown): string[] {
  try {
    parseConfig(input, 'file')
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

describe('parseConfig', () => {
  it('has a default for every key', () => {
    expect(parseConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 1337,
      database: { dialect: 'sqlite', file: '.tmp/data.db' },
      api: { rest: { prefix: '/api', defaultLimit: 25, maxLimit: 100, withCount: true, strictParams: true } },
      graphql: {
        config: { endpoint: '/graphql', shadowCRUD: true, playgroundAlways: false, depthLimit: 7, amountLimit: 100 },
      },
      i18n: { defaultLocale: 'en', locales: ['en'] },
      limits: { body: 1_048_576 },
    })
  })

  it('reports every mistake at once, with its path and a suggestion', () => {
    expect(
      mistakes({
        prot: 1,
        port: 70_000,
        api: { rest: { defaultlimit: 5, withCount: 'yes', maxLimit: 0 } },
        graphql: { config: { depth: 3, amountLimit: 1.5 } },
        i18n: { locales: ['en_US'] },
      }),
    ).toEqual([
      'port: must be at most 65535, but is 70000.',
      'api.rest.maxLimit: must be at least 1, but is 0.',
      'api.rest.withCount: must be true or false, but is "yes".',
      'api.rest.defaultlimit: is not known. Did you mean "defaultLimit"?',
      'graphql.config.amountLimit: must be a whole number, but is 1.5.',
      'graphql.config.depth: is not known. Did you mean "depthLimit"?',
      'i18n.locales.0: must be a locale code such as "en" or "pt-BR".',
      'prot: is not known. Did you mean "port"?',
    ])
  })

  const secret = 's3cret-value'
  const url = `postgres://user:${secret}@host/name`
  it.each<[path: string, value: unknown, message: string]>([
    ['auth', secret, 'must be an object, but is text.'],
    ['auth.jwt', secret, 'must be an object, but is text.'],
    ['auth.jwt.secret', 1234, 'must be text, but is a number.'],
    ['auth.jwt.secret', { value: secret }, 'must be text, but is an object.'],
    ['auth.jwt.previousSecrets', secret, 'must be a list, but is text.'],
    ['auth.apiTokenSalt', [secret], 'must be text, but is a list.'],
    ['database', [url], 'must be text or an object with "dialect", but is a list.'],
    ['database', { url, replicas: url }, 'must be a list, but is text.'],
    ['database', { url, hosts: url }, 'must be a list, but is text.'],
    ['database', { url: [url] }, 'must be text, but is a list.'],
    ['database', { url: secret }, 'must be a URL such as "postgres://user@host/name".'],
    ['database', { url, password: [secret] }, 'must be text or a function that returns it.'],
    ['development.tokens', { accessKey: secret }, 'must be a list, but is an object.'],
    ['development.users', [secret], 'must be an object, but is text.'],
    ['mail', `smtp://user:${secret}@host`, 'must be an object, but is text.'],
    ['mail.smtp', { auth: { pass: secret } }, 'must be text, but is an object.'],
    ['mail.smtp', `http://user:${secret}@host`, 'must be a URL such as "smtps://user:password@host".'],
    ['upload.s3', `https://key:${secret}@host`, 'must be an object, but is text.'],
    ['upload.s3.endpoint', `https://key:${secret}@host`, 'without a user name.'],
    ['auth.jwt.secret', null, 'must be text, but is null.'],
    ['mail.from', false, 'must be text, but is false.'],
  ])('does not print a value of %s, which may be secret: %j', (path, value, message) => {
    const input = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    const text = mistakes(input).join('\n')
    expect(text).toContain(message)
    expect(text).not.toMatch(/s3cret|1234/)
  })

  it('suggests the right path for a key one level too high', () => {
    expect(mistakes({ graphql: { endpoint: '/q' } })).toEqual([
      'graphql.endpoint: is not known. Did you mean "graphql.config.endpoint"?',
    ])
    expect(mistakes({ defaultLocale: 'en' })).toEqual([
      'defaultLocale: is not known. Did you mean "i18n.defaultLocale"?',
    ])
  })

  it('suggests the keys of an entry by name, and the places of a key in the whole schema', () => {
    const github = { clientId: 'a', clientSecret: 'b', callbacks: ['https://a.example'], callback: '/back' }
    const found = mistakes({ auth: { providers: { github }, defaultLimit: 10 } })
    expect(found).toContain('auth.providers.github.callback: is not known. Did you mean "callbacks"?')
    expect(found.join()).toMatch(
      /auth\.defaultLimit: is not known\. There are: jwt, .+\. Did you mean "api\.rest\.defaultLimit" or "graphql\.config\.defaultLimit"\?/,
    )
    expect(mistakes({ mail: { issuer: 'x' } }).join()).toContain('Did you mean "auth.providers.<name>.issuer"?')
  })

  it('suggests the keys of an item in a list', () => {
    const user = { username: 'ada', email: 'ada@example.com', pasword: '', password: 'x' }
    const token = { name: 'ci', accessKey: 'x', since: 1 }
    expect(mistakes({ development: { users: [user], tokens: [token] } })).toEqual([
      'development.users.0.pasword: is not known. Did you mean "password"?',
      'development.tokens.0.since: is not known. There are: name, type, permissions, accessKey.',
    ])
  })

  it('says which keys of a section are allowed', () => {
    expect(mistakes({ upload: { breakpoints: { thumbnail: 5 } } })).toEqual([
      'upload.breakpoints.thumbnail: must have only letters, digits and "-", begin with a letter, and not be "thumbnail".',
    ])
  })

  it('adds the default locale to the locales', () => {
    expect(parseConfig({ i18n: { defaultLocale: 'fr', locales: ['en', 'fr'] } }).i18n.locales).toEqual(['fr', 'en'])
  })

  it.each([
    ['postgres://me@host/name', { dialect: 'postgres', url: 'postgres://me@host/name' }],
    [':memory:', { dialect: 'sqlite', file: ':memory:' }],
    ['sqlite::memory:', { dialect: 'sqlite', file: ':memory:' }],
    ['sqlite:data/x.db', { dialect: 'sqlite', file: 'data/x.db' }],
    ['file:///var/x.db', { dialect: 'sqlite', file: '/var/x.db' }],
    ['x.db', { dialect: 'sqlite', file: 'x.db' }],
    [
      { dialect: 'postgres', url: 'postgresql://h/n', poolSize: 3 },
      { dialect: 'postgres', url: 'postgresql://h/n', poolSize: 3 },
    ],
    [
      { url: 'postgres://h/n', replicas: ['postgres://r/n'], maxLag: 100, hosts: ['a', 'b.c:5433', '[::1]:1'] },
      {
        dialect: 'postgres',
        url: 'postgres://h/n',
        replicas: ['postgres://r/n'],
        maxLag: 100,
        hosts: ['a', 'b.c:5433', '[::1]:1'],
      },
    ],
  ])('accepts the connection %j', (database, connection) => {
    expect(parseConfig({ database }).database).toEqual(connection)
  })

  it.each([
    [
      'mysql://h/n',
      ['database: begins with mysql://, which isn\'t supported: use "postgres://…" or the path of a SQLite file.'],
    ],
    [5, ['database: must be text or an object with "dialect", but is a number.']],
    [{ dialect: 'mysql' }, ['database.dialect: must be "sqlite" or "postgres".']],
    [{ url: 'h' }, ['database.url: must be a URL such as "postgres://user@host/name".']],
    [
      { url: 'postgres://h/n', replicas: ['r'], hosts: ['a:b'], pooler: 'session' },
      [
        'database.hosts.0: must be a host such as "db1.example" or "db1.example:5433".',
        'database.replicas.0: must be a URL such as "postgres://user@host/name".',
        'database.pooler: must be "transaction", but is "session".',
      ],
    ],
    [{ url: 'postgres://h/n', maxLag: 1 }, ['database.maxLag: needs "replicas", to which it applies.']],
    [
      { url: 'postgres://h/n', password: 'a', passwordFile: 'b' },
      ['database.passwordFile: can\'t be used together with "password". Set one of them.'],
    ],
    [{ url: 'postgres://h/n', password: 5 }, ['database.password: must be text or a function that returns it.']],
    [
      { dialect: 'sqlite', filename: 'x' },
      [
        'database.file: is missing.',
        'database.filename: is not known. There are: dialect, file, url, poolSize, hosts, replicas, maxLag, pooler, password, passwordFile.',
      ],
    ],
  ])('rejects the connection %j', (database, expected) => {
    expect(mistakes({ database })).toEqual(expected)
  })

  it.each(['https://a.example/', 'a.example', 'https://A.example', 'ftp://a.example'])(
    'rejects an origin %s',
    (origin) => {
      expect(mistakes({ cors: { origins: [origin] } })).toEqual([
        'cors.origins.0: must be an origin such as "https://app.example" (no path, lower case), "http://localhost:*" or "*".',
      ])
    },
  )
})

describe('allowsOrigin', () => {
  const local = ['http://localhost:*', 'https://good.example']
  it.each([
    ['http://localhost:5173', true],
    ['http://localhost', true],
    ['https://good.example', true],
    ['https://good.example.evil', false],
    ['http://localhost.evil', false],
    ['http://localhost:5173.evil', false],
    ['https://localhost:1', false],
    ['null', false],
  ])('returns for %s: %s', (origin, allowed) => {
    expect(allowsOrigin(local, origin)).toBe(allowed)
  })
})

describe('loadConfig', () => {
  let project: string
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'content-api-config-'))
  })
  afterEach(() => rm(project, { recursive: true, force: true }))

  it.each([
    ['ts', 'const rest: { defaultLimit: number } = { defaultLimit: 7 }\nexport default { api: { rest } }'],
    ['mjs', 'export default { api: { rest: { defaultLimit: 7 } } }'],
    ['json', '{ "api": { "rest": { "defaultLimit": 7 } } }'],
  ])('reads content-api.config.%s', async (extension, text) => {
    await writeFile(join(project, `content-api.config.${extension}`), text)
    const config = await loadConfig({ project, env: {} })
    expect(config.api.rest.defaultLimit).toBe(7)
    expect(config.database).toEqual({ dialect: 'sqlite', file: join(project, '.tmp/data.db') })
  })

  it('prefers the environment over the file, and arguments over both', async () => {
    await writeFile(join(project, 'content-api.config.json'), '{ "port": 1, "host": "127.0.0.2", "database": "a.db" }')
    const env = { PORT: '2', DATABASE_URL: 'postgres://h/n' }
    expect(await loadConfig({ project, env, overrides: { port: 3 } })).toMatchObject({
      port: 3,
      host: '127.0.0.2',
      database: { dialect: 'postgres', url: 'postgres://h/n' },
    })
  })

  it('names the file or the variable of an invalid value', async () => {
    await expect(loadConfig({ project, env: { PORT: 'abc' } })).rejects.toThrow(
      'the environment: PORT must be a number, but is "abc".',
    )
    await writeFile(join(project, 'content-api.config.json'), '{ "api": { "rest": { "maxlimit": 5 } } }')
    await expect(loadConfig({ project, env: {} })).rejects.toThrow(
      'content-api.config.json: api.rest.maxlimit is not known. Did you mean "maxLimit"?',
    )
    await writeFile(join(project, 'content-api.config.ts'), 'export default {}')
    await expect(loadConfig({ project, env: {} })).rejects.toThrow('only one of these may exist')
  })

  it('calls a configuration function with the environment', async () => {
    const text = `export default ({ env }) => ({
      port: env.int('OWN_PORT', 8080),
      host: env('OWN_HOST', '127.0.0.3'),
      i18n: env.json('OWN_I18N'),
      cors: { origins: env.array('OWN_ORIGINS') },
      graphql: { enabled: env.bool('OWN_GRAPHQL', true) },
    })`
    await writeFile(join(project, 'content-api.config.js'), text)
    const env = {
      OWN_PORT: '9090',
      OWN_I18N: '{ "locales": ["en", "fr"] }',
      OWN_ORIGINS: 'https://a.example, https://b.example',
      OWN_GRAPHQL: 'false',
    }
    expect(await loadConfig({ project, env })).toMatchObject({
      port: 9090,
      host: '127.0.0.3',
      i18n: { locales: ['en', 'fr'] },
      cors: { origins: ['https://a.example', 'https://b.example'] },
      graphql: { enabled: false },
    })
    await expect(loadConfig({ project, env: { ...env, OWN_PORT: '80a' } })).rejects.toThrow(
      "content-api.config.js:2: can't be read: the variable OWN_PORT must be a whole number.",
    )
  })

  it('gives a configuration the classes of this package, not of a second copy', async () => {
    const text = `import { ApiError, defineConfig } from '@content-api/server'
      const send = (): never => {
        throw new ApiError('ValidationError', 'no address')
      }
      export default defineConfig({ mail: { provider: { send }, from: 'cms@example.org' } })`
    await writeFile(join(project, 'content-api.config.ts'), text)
    const { mail } = await loadConfig({ project, env: {} })
    expect(() => (mail.provider as MailProvider).send({} as never)).toThrow(ApiError)
  })

  it('says which values of this package are not for configuration files', async () => {
    const text = `import { createContentApi } from '@content-api/server'
      export default { mail: { from: String(createContentApi) } }`
    await writeFile(join(project, 'content-api.config.ts'), text)
    await expect(loadConfig({ project, env: {} })).rejects.toThrow(
      /createContentApi of @content-api\/server is for programs .* can import ApiError, ConfigError, ImportError, defineConfig/,
    )
  })

  it("names a file that can't be read", async () => {
    await writeFile(join(project, 'content-api.config.ts'), 'export default {')
    await expect(loadConfig({ project, env: {} })).rejects.toThrow(/content-api\.config\.ts:1:\d+: /)
  })
})
