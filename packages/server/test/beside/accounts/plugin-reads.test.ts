import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentType } from '@content-api/model'
import { createSession } from '@content-api/engine/database'
import { type JsonText, parseText } from '@content-api/engine/plan'
import { everything, grantsOf } from '@content-api/capabilities/accounts/grants'
import { callerWith } from '@content-api/capabilities/accounts/identify'
import { createPluginReads } from '@content-api/strapi-reads/accounts/plugin-reads'
import { judgeReads, ReadRecords } from '@content-api/strapi-reads/judged-reads'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { strapiRules } from '@content-api/strapi-reads/rules/strapi-rules'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Caller } from '@content-api/core/entries/caller'
import type { HttpRequest } from '@content-api/core/message/message'
import { parseQueryString } from '@content-api/core/message/query-string'
import { lenient } from '../../support/plan-context.js'
import { type StrapiTables, strapiTables } from './strapi-tables.js'

const nameOf = (action: string, type: ContentType) => `${type.uid}.${action}`
const request = {} as HttpRequest
const session = createSession({ client: () => '', signal: () => undefined, request })
const full = callerWith(everything, 'token', { nameOf, session })
const limits = { arrayItems: 100, parameters: 1_000, depth: 20 }

describe.each(strapiTables)('reads of plugins on %s', (dialect, open) => {
  let tables: StrapiTables
  let routes: ActionRoutes

  beforeAll(async () => {
    tables = await open()
    const { strict: _, can: __, ...planning } = lenient
    const records = new ReadRecords()
    records.begin(request)
    routes = createPluginReads({
      database: judgeReads(tables.reader, { judge: () => null, records }),
      context: (can) => ({ ...planning, strict: false, can, reading: strapiRules({ dialect, timeZone: 'UTC' }) }),
    })
  })
  afterAll(() => tables.close())

  async function get(path: string, { caller = full, id = 0 }: { caller?: Caller; id?: number } = {}): Promise<unknown> {
    const [route = '', query = ''] = path.split('?')
    const operation = routes[route]?.GET
    if (!operation) throw new Error(`No route ${route}`)
    const call = { request, caller, id, body: undefined, query: parseQueryString(query, limits) }
    const { status, body } = await operation.run(call)
    expect(status).toBe(200)
    return parseText(body as JsonText)
  }
  const expectForwarded = async (path: string) =>
    expect(await get(path).catch((error: unknown) => error), path).toBeInstanceOf(LeftToStrapi)

  const time = dialect === 'sqlite' ? '2026-11-22T11:31:48.314Z' : '2026-11-22T11:33:07.370Z'

  it('return users as the recorded Strapi does', async () => {
    const [alice] = (await get('users?populate=role&filters[username]=alice')) as Record<string, unknown>[]
    const { createdAt, updatedAt, role, ...values } = alice ?? {}
    expect(values).toEqual({
      id: 1,
      username: 'alice',
      email: 'alice@example.com',
      provider: 'local',
      confirmed: true,
      blocked: false,
    })
    expect([createdAt, updatedAt]).toEqual([time, time])
    expect(Object.keys(role as object)).toEqual(['id', 'name', 'description', 'type', 'createdAt', 'updatedAt'])
    expect(role).toMatchObject({ id: 1, name: 'Authenticated', type: 'authenticated' })
    expect(await get('users?start=1&limit=2&fields=username&sort=id')).toEqual([
      { id: 2, username: 'bob' },
      { id: 3, username: 'carol' },
    ])
    expect(await get('users?filters[role][type]=editor&fields=username')).toEqual([{ id: 4, username: 'erin' }])
    expect(await get('users/:id?fields=email', { id: 3 })).toEqual({ id: 3, email: 'carol@example.com' })
    expect(await get('users/count')).toBe(4)
  })

  it('forward lists whose order the database chooses for Strapi', async () => {
    const path = 'users?filters[role][type]=authenticated&fields=username'
    for (const query of [path, `${path}&sort=provider`]) await expect(get(query)).rejects.toThrow(LeftToStrapi)
    expect(await get(`${path}&sort=id`)).toHaveLength(3)
  })

  it('return the signed-in user, with its role only if the caller may find roles', async () => {
    const user = { id: 4, username: null, email: null, confirmed: null, role: null }
    const withRole = grantsOf(['plugin::users-permissions.role.find'])
    const me = (grants: typeof withRole) =>
      get('users/me?populate=role&fields=username', { caller: callerWith(grants, 'user', { user, nameOf, session }) })
    expect(await me(withRole)).toMatchObject({ id: 4, username: 'erin', role: { type: 'editor' } })
    expect(await me(grantsOf([]))).toEqual({ id: 4, username: 'erin' })
    await expect(get('users/me')).rejects.toMatchObject({ status: 401 })
  })

  it('return files, whose fields a single file ignores', async () => {
    expect(await get('upload/files?fields[0]=name&sort=id:desc&filters[id][$lte]=2&pagination[limit]=1')).toEqual([
      { id: 2, name: 'small.png' },
      { id: 1, name: 'wide.png' },
    ])
    expect(await get('upload/files/:id', { id: 3 })).toMatchObject({ name: 'avatar.png', size: 0.12, formats: null })
    await expect(get('upload/files/:id', { id: 99 })).rejects.toMatchObject({ status: 404 })
  })

  it('return the locales in the order of the table, whatever the query has', async () => {
    const locales = (await get('i18n/locales?sort=code:desc')) as Record<string, unknown>[]
    expect(Object.keys(locales[0] ?? {})).toEqual(['id', 'name', 'code', 'createdAt', 'updatedAt', 'isDefault'])
    expect(locales).toMatchObject([
      { id: 1, name: 'English (en)', code: 'en', isDefault: true },
      { id: 2, name: 'French (fr)', code: 'fr', isDefault: false },
    ])
    await tables.run(
      `INSERT INTO i18n_locale (id, code) VALUES (9, 'de');
       UPDATE strapi_core_store_settings SET value = '"de"' WHERE "key" = 'plugin_i18n_default_locale'`,
    )
    const empty = { name: null, createdAt: null, updatedAt: null }
    expect(((await get('i18n/locales')) as unknown[]).at(-1)).toEqual({ id: 9, code: 'de', isDefault: true, ...empty })
  })

  it('forward parameters that Strapi reads in another way', async () => {
    const values = ['limit=0', 'limit=-1', 'limit=1.5', 'limit[$eq]=1', 'start=1', 'start=-1&limit=1', 'page=2']
    for (const query of [...values, '_q=a', 'pagination[limit]=1', 'publicationState=preview', 'anything=1'])
      await expectForwarded(`users?${query}`)
    for (const path of ['users/count?filters[id]=1', 'users/:id?filters[id]=2', 'users/me?sort=id'])
      await expectForwarded(path)
    for (const path of ['upload/files?start=1&limit=1', 'upload/files?_q=a', 'upload/files/:id?fields=name'])
      await expectForwarded(path)
  })
})
