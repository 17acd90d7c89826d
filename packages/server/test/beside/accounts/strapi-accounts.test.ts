import * as fc from 'fast-check'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  readStrapiAdvancedSettings,
  readStrapiContentTypes,
  readStrapiLocales,
  readStrapiSchemaHash,
  readStrapiTypesVersion,
} from '@content-api/strapi-tables/accounts'
import { createIdentify, type Identify } from '@content-api/capabilities/accounts/identify'
import type { AccountReader } from '@content-api/capabilities/accounts/account-reader'
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import type { Caller } from '@content-api/core/entries/caller'
import { strapiDigest } from '@content-api/core/secrets/digest'
import {
  actions,
  type Allowed,
  allowedToPublic,
  allowedToToken,
  allowedToUser,
  insertAccounts,
  randomAccounts,
} from './random-accounts.js'
import { type StrapiTables, strapiTables } from './strapi-tables.js'

const jwtSecret = 'short-secret'
const salt = 'a salt'
const start = Date.parse('2026-11-27T12:00:00Z')
const hour = 3_600_000

const find = 'api::article.article.find'
const me = 'plugin::users-permissions.user.me'

describe.each(strapiTables)('callers of Strapi on %s', (dialect, open) => {
  let tables: StrapiTables
  let accounts: AccountReader
  let identify: Identify
  let now = start
  let elapsed = 0

  beforeAll(async () => {
    tables = await open()
    accounts = createStrapiAccounts({
      database: tables.reader,
      jwtSecret,
      apiTokenSalt: salt,
      isAction: (action) => !action.includes('unrouted') && action !== 'plugin::upload.file.find',
      now: () => now,
      elapsed: () => elapsed,
    })
    identify = createIdentify(accounts)
  })
  afterAll(() => tables.close())

  /** Runs a test whose changes of the tables are taken back. */
  const withChanges = async (changes: string, undo: string, test: () => Promise<void>) => {
    await tables.run(changes)
    try {
      await test()
    } finally {
      await tables.run(undo)
      elapsed += 1_000
    }
  }
  const asUser = (id: unknown, options: jwt.SignOptions = { expiresIn: '1h' }) =>
    identify(`Bearer ${jwt.sign({ id }, jwtSecret, options)}`)
  const expectRejected = async (caller: Promise<Caller>) =>
    expect(await caller.catch((error: unknown) => error)).toMatchObject({ name: 'UnauthorizedError', status: 401 })
  const expectForwarded = async (caller: Promise<Caller>) =>
    expect(await caller.catch((error: unknown) => error)).toBeInstanceOf(LeftToStrapi)

  it('have the role public without a Bearer token', async () => {
    for (const header of [undefined, '', 'Basic YTpi', 'Bearer', 'Bearer a b', 'Token abc']) {
      const caller = await identify(header)
      expect(caller, header).toMatchObject({ kind: 'public', userId: null, user: null })
      expect(caller.may(find)).toBe(true)
      expect(caller.may(me)).toBe(false)
    }
    await expectForwarded(identify('Basic YTpi, Bearer abc'))
  })

  it('have the role of a user with a valid JWT', async () => {
    const alice = await asUser(1)
    const role = { id: 1, name: 'Authenticated', type: 'authenticated' }
    const user = { id: 1, username: 'alice', email: 'alice@example.com', confirmed: true, role }
    expect(alice).toMatchObject({ kind: 'user', userId: 1, user })
    expect([alice.may(me), alice.may('plugin::users-permissions.auth.callback')]).toEqual([true, false])
    expect((await asUser(4)).user?.role?.type).toBe('editor')
    for (const algorithm of ['HS384', 'HS512'] as const) expect((await asUser(1, { algorithm })).userId).toBe(1)
    // Strapi accepts tokens without times.
    expect((await asUser(1, { noTimestamp: true })).userId).toBe(1)
  })

  it('have a JWT of one algorithm in Strapi 5', async () => {
    const options = { database: tables.reader, jwtSecret, apiTokenSalt: salt, isAction: () => true }
    const identify5 = createIdentify(createStrapiAccounts({ ...options, version: 5 }))
    const signed = (algorithm: jwt.Algorithm) => identify5(`Bearer ${jwt.sign({ id: 1 }, jwtSecret, { algorithm })}`)
    expect((await signed('HS256')).userId).toBe(1)
    for (const algorithm of ['HS384', 'HS512'] as const) await expectRejected(signed(algorithm))
  })

  it('are rejected with a JWT that Strapi rejects, and with one that only Strapi may understand', async () => {
    await expectRejected(asUser(1, { expiresIn: -1 }))
    await expectRejected(asUser(1, { notBefore: 60 }))
    for (const id of [undefined, null, 0, -1, 1.5, '1', {}, 99]) await expectRejected(asUser(id))
    await expectRejected(identify(`Bearer ${jwt.sign({ id: 1 }, 'the secret of administrators')}`))
    await expectRejected(identify(`Bearer ${jwt.sign({ id: 1 }, null, { algorithm: 'none' })}`))
    await expectRejected(identify('Bearer a.b.c'))
    const withoutSecrets = createStrapiAccounts({
      database: tables.reader,
      jwtSecret: null,
      apiTokenSalt: null,
      isAction: () => true,
    })
    await expectForwarded(createIdentify(withoutSecrets)(`Bearer ${jwt.sign({ id: 1 }, jwtSecret)}`))
    await expectForwarded(createIdentify(withoutSecrets)('Bearer abc'))
  })

  it('are rejected as blocked users at once', async () => {
    await expectRejected(asUser(2))
    await withChanges(
      'UPDATE up_users SET blocked = NOT blocked',
      'UPDATE up_users SET blocked = NOT blocked',
      async () => {
        expect((await asUser(2)).userId).toBe(2)
        await expectRejected(asUser(1))
      },
    )
  })

  it('are rejected as unconfirmed users only while Strapi requires a confirmation', async () => {
    expect((await asUser(3)).userId).toBe(3)
    const advanced = (from: boolean, to: boolean) =>
      `UPDATE strapi_core_store_settings SET value = replace(value, '"email_confirmation":${from}', '"email_confirmation":${to}')
        WHERE "key" = 'plugin_users-permissions_advanced'`
    await withChanges(advanced(false, true), advanced(true, false), async () => {
      elapsed += 1_000
      await expectRejected(asUser(3))
      expect((await asUser(1)).userId).toBe(1)
    })
    const rename = (from: string, to: string) => `UPDATE strapi_core_store_settings SET tag = ${to} WHERE tag ${from}`
    await withChanges(rename('IS NULL', "'x'"), rename("= 'x'", 'NULL'), async () => {
      elapsed += 1_000
      await expectRejected(asUser(1))
    })
  })

  it('are rejected as users without a role, and forwarded as users with several', async () => {
    const { run } = tables
    await withChanges(
      'DELETE FROM up_users_role_links WHERE user_id = 1',
      'INSERT INTO up_users_role_links (id, user_id, role_id) VALUES (1, 1, 1)',
      async () => {
        await expectRejected(asUser(1))
        await run('INSERT INTO up_users_role_links (id, user_id, role_id) VALUES (90, 1, 3), (91, 1, 3)')
        expect((await asUser(1)).user?.role?.type).toBe('editor')
        await run('UPDATE up_users_role_links SET role_id = 2 WHERE id = 90')
        await expectForwarded(asUser(1))
        await run('DELETE FROM up_users_role_links WHERE user_id = 1')
      },
    )
  })

  it('get and lose the permissions of a role within a second, and another role at once', async () => {
    const note = 'api::note.note.unlisted'
    expect((await identify(undefined)).may(note)).toBe(false)
    await withChanges(
      `INSERT INTO up_permissions (id, action) VALUES (900, '${note}'), (901, 'api::unrouted.unrouted.find');
       INSERT INTO up_permissions_role_links (id, permission_id, role_id) VALUES (900, 900, 2), (901, 901, 2), (902, 900, 3)`,
      `DELETE FROM up_permissions_role_links WHERE id >= 900; DELETE FROM up_permissions WHERE id >= 900`,
      async () => {
        elapsed += 999
        expect((await identify(undefined)).may(note)).toBe(false)
        elapsed += 1
        const caller = await identify(undefined)
        expect(caller.may(note)).toBe(true)
        // Strapi ignores permissions of actions that no route has.
        expect(caller.may('api::unrouted.unrouted.find')).toBe(false)
        expect((await asUser(4)).may(note)).toBe(true)
        expect((await asUser(1)).may(note)).toBe(false)
        await tables.run('DELETE FROM up_permissions_role_links WHERE id = 900')
        elapsed += 1_000
        expect((await identify(undefined)).may(note)).toBe(false)
        await tables.run('UPDATE up_users_role_links SET role_id = 1 WHERE user_id = 4')
        expect((await asUser(4)).may(note)).toBe(false)
        await tables.run('UPDATE up_users_role_links SET role_id = 3 WHERE user_id = 4')
        elapsed += 1_000
        expect((await asUser(4)).may(note)).toBe(true)
      },
    )
  })

  it('keep roles of the same type apart, except those of the type public', async () => {
    await withChanges(
      `INSERT INTO up_roles (id, name, type) VALUES (50, 'Other', 'authenticated'), (51, 'Second', 'public');
       INSERT INTO up_permissions (id, action) VALUES (900, 'a.find'), (901, 'b.find');
       INSERT INTO up_permissions_role_links (id, permission_id, role_id) VALUES (900, 900, 50), (901, 901, 51)`,
      `DELETE FROM up_permissions_role_links WHERE id >= 900; DELETE FROM up_permissions WHERE id >= 900;
       DELETE FROM up_roles WHERE id >= 50`,
      async () => {
        elapsed += 1_000
        expect((await asUser(1)).may('a.find')).toBe(false)
        const caller = await identify(undefined)
        expect([caller.may('a.find'), caller.may('b.find'), caller.may(find)]).toEqual([false, true, true])
      },
    )
  })

  it('have the permissions of an API token until a second after it is deleted, or until it expires', async () => {
    const token = (name: string) => `'${strapiDigest(name, salt)}'`
    const { time, run } = tables
    const ofToken = (name: string) => identify(`Bearer ${name}`)
    await withChanges(
      `INSERT INTO strapi_api_tokens (id, type, access_key, expires_at) VALUES
         (50, 'full-access', ${token('full')}, NULL), (51, 'read-only', ${token('read')}, ${time(start)}),
         (52, 'custom', ${token('custom')}, NULL), (53, 'custom', ${token('empty')}, NULL), (54, 'other', ${token('other')}, NULL);
       INSERT INTO strapi_api_token_permissions (id, action) VALUES (900, '${find}'), (901, 'api::unrouted.unrouted.find');
       INSERT INTO strapi_api_token_permissions_token_links (id, api_token_permission_id, api_token_id)
         VALUES (900, 900, 52), (901, 901, 52)`,
      `DELETE FROM strapi_api_token_permissions_token_links WHERE id >= 900;
       DELETE FROM strapi_api_token_permissions WHERE id >= 900; DELETE FROM strapi_api_tokens WHERE id >= 50`,
      async () => {
        const may = async (name: string) => {
          const caller = await ofToken(name)
          expect(caller).toMatchObject({ kind: 'token', userId: null })
          return [find, 'api::article.article.create', 'api::unrouted.unrouted.find', 'plugin::x.x.rootfind', me].map(
            (action) => caller.may(action),
          )
        }
        expect(await may('full')).toEqual([true, true, true, true, true])
        expect(await may('read')).toEqual([true, false, true, true, false])
        expect(await may('custom')).toEqual([true, false, false, false, false])
        expect(await may('empty')).toEqual([false, false, false, false, false])
        expect(await may('other')).toEqual([false, false, false, false, false])
        const full = await ofToken('full')
        expect(() => full.may('admin::user.find')).toThrow(LeftToStrapi)
        now = start + 1
        await expectRejected(ofToken('read'))
        now = start
        await expectRejected(ofToken('unknown'))
        await run('DELETE FROM strapi_api_tokens WHERE id = 50')
        elapsed += 999
        expect(await may('full')).toEqual([true, true, true, true, true])
        elapsed += 1
        await expectRejected(ofToken('full'))
      },
    )
  })

  it('are forwarded once an hour with an API token whose use Strapi records', async () => {
    const { time } = tables
    const keys = ['used', 'unused', 'recent'].map((name) => `'${strapiDigest(name, salt)}'`)
    await withChanges(
      `INSERT INTO strapi_api_tokens (id, type, access_key, last_used_at) VALUES
         (60, 'full-access', ${keys[0]}, ${time(start - hour)}), (61, 'full-access', ${keys[1]}, NULL),
         (62, 'full-access', ${keys[2]}, ${time(start - hour + 1)})`,
      'DELETE FROM strapi_api_tokens WHERE id >= 60',
      async () => {
        await expectForwarded(identify('Bearer used'))
        for (const name of ['used', 'unused', 'recent']) {
          expect((await identify(`Bearer ${name}`)).kind).toBe('token')
        }
        now = start + 1
        await expectForwarded(identify('Bearer recent'))
        // Strapi was away, so it has stored nothing.
        now = start + hour
        await expectForwarded(identify('Bearer used'))
        expect((await identify('Bearer used')).kind).toBe('token')
        now = start
      },
    )
  })

  it('follow relations by the uids of their targets', async () => {
    const caller = await asUser(4)
    const { registry } = tables.reader
    const names = ['plugin::upload.file', 'plugin::users-permissions.user'].map((uid) =>
      accounts.nameOf('find', registry.contentType(uid)),
    )
    expect(names).toEqual(['plugin::upload.file.find', 'plugin::users-permissions.user.find'])
    expect(caller.may('plugin::upload.content-api.find')).toBe(true)
    expect(caller.can('find', registry.contentType('plugin::upload.file'))).toBe(false)
  })

  it('live in a Strapi whose locales, settings and schema are in its tables', async () => {
    const { reader, run } = tables
    const time = dialect === 'sqlite' ? '2026-11-22T11:31:46.889Z' : '2026-11-22T11:33:06.078Z'
    const times = { createdAt: time, updatedAt: time }
    expect(await readStrapiLocales(reader)).toMatchObject({
      default: 'en',
      codes: ['en', 'fr'],
      rows: [
        { id: 1, name: 'English (en)', code: 'en', ...times },
        { id: 2, code: 'fr' },
      ],
    })
    expect(await readStrapiAdvancedSettings(reader)).toEqual({ emailConfirmation: false })
    expect(Object.keys((await readStrapiContentTypes(reader)) ?? {})).toContain('api::article.article')
    const version = await readStrapiTypesVersion(reader)
    await run(`UPDATE strapi_core_store_settings SET value = '{}' WHERE "key" = 'strapi_content_types_schema'`)
    expect(await readStrapiTypesVersion(reader)).not.toBe(version)
    await run(
      `CREATE TABLE strapi_database_schema (id integer, hash varchar(255), time timestamp);
       INSERT INTO strapi_database_schema VALUES (1, 'new', ${tables.time(start)}), (2, 'old', ${tables.time(start - 1)})`,
    )
    expect(await readStrapiSchemaHash(reader)).toBe('new')
    await run('DELETE FROM strapi_database_schema')
    expect(await readStrapiSchemaHash(reader)).toBeNull()
  })

  it('may do exactly what the rules of Strapi allow, whatever is in the tables', async () => {
    const read = async (caller: Promise<Caller>): Promise<Allowed> => {
      try {
        const { may } = await caller
        return actions.filter((action) => may(action))
      } catch (error) {
        return error instanceof LeftToStrapi
          ? 'forwarded'
          : (error as Error).name === 'UnauthorizedError'
            ? 'rejected'
            : null
      }
    }
    const property = fc.asyncProperty(randomAccounts, async (random) => {
      await tables.run(
        `BEGIN; ${insertAccounts(random, (name) => strapiDigest(name, salt), tables.time, start)}; COMMIT`,
      )
      elapsed += 1_000
      expect(await read(identify(undefined))).toEqual(allowedToPublic(random))
      for (const user of random.users) expect(await read(asUser(user.id))).toEqual(allowedToUser(random, user))
      for (const token of random.tokens) {
        expect(await read(identify(`Bearer token-${token.id}`))).toEqual(allowedToToken(token))
      }
    })
    await fc.assert(property, { numRuns: 12 })
  })
})
