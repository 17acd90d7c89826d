import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOperators } from '@content-api/engine/plan'
import { type Probe, canary, createProbes, filterOf } from '../support/probes.js'
import { password, type TestService } from '../support/service.js'
import { type LeakService, leakServices, openLeakService } from './leak-service.js'

const operators = Object.keys(valueOperators)

describe.each(leakServices)('hidden data on $name (strict: $strictParams)', ({ connection, strictParams }) => {
  let service: LeakService
  let erin: string
  let full: string
  const ask: TestService['ask'] = (...request) => service.ask(...request)
  beforeAll(async () => {
    service = await openLeakService(connection, strictParams)
    ;({ erin, full } = service)
  })
  afterAll(() => service.close())

  const { leaksOf, notRejected } = createProbes(ask)

  it("LEAK-01 filters can't reach the password behind createdBy", async () => {
    const probe: Probe = (value) => `filters[createdBy][password][$startsWith]=${value}`
    for (const token of [undefined, erin, full]) {
      expect(await leaksOf('/api/articles', [probe], token)).toEqual([])
      // Categories have populateCreatorFields, so filters may name their createdBy, but not its secrets.
      expect(await notRejected([`/api/articles?${probe('$2')}`, `/api/categories?${probe('$2')}`], token)).toEqual([])
    }
  })

  it('LEAK-02 no operator reads a secret of the user behind updatedBy or an owner relation', async () => {
    const secrets = ['resetPasswordToken', 'confirmationToken', 'password']
    const keys = [
      ...[...secrets, 'email', 'registrationToken'].map((name) => `filters[updatedBy][${name}]`),
      ...[...secrets, '_tokens_valid_from'].map((name) => `filters[owner][${name}]`),
    ]
    const lines = keys.flatMap((key) =>
      [...operators, '$not'].map((operator) => `/api/articles?${filterOf(key, operator, 'a')}`),
    )
    expect(lines.length).toBeGreaterThan(180)
    expect(await notRejected(lines, full)).toEqual([])
    expect(await notRejected(lines)).toEqual([])
  })

  it('LEAK-04 LEAK-05 parameters of libraries and other services reveal nothing', async () => {
    const names = ['where', '_where', 'lookup', 'include', 'attributes', 'having', 'group', 'raw', 'order', 'paranoid']
    const probes = [...names, 'transaction', 'q', 'search', 'select'].flatMap((name): Probe[] => [
      (value) => `${name}[updatedBy][password][$startsWith]=${value}`,
      (value) => `${name}[internalNote]=${value}`,
      (value) => `${name}=${value}`,
    ])
    const paging = ['limit', 'offset', 'start'].map(
      (name): Probe =>
        (value) =>
          `${name}[internalNote]=${value}`,
    )
    expect(await leaksOf('/api/articles', [...probes, ...paging], full)).toEqual([])
  })

  it('LEAK-07 no operator at any depth reads private and password attributes', async () => {
    const places = ['', '[related]', '[author][articles]', '[tags][articles][author][articles]']
    const groups = ['filters[$or][0]', 'filters[$and][0]', 'filters[$not]', 'filters[$or][0][$and][0][$not]']
    const keys = ['secret', 'internalNote'].flatMap((name) => [
      ...places.map((place) => `filters${place}[${name}]`),
      ...groups.map((group) => `${group}[${name}]`),
    ])
    const probes = keys.flatMap((key) =>
      operators.map(
        (operator): Probe =>
          (value) =>
            filterOf(key, operator, value),
      ),
    )
    expect(await leaksOf('/api/articles', probes, full)).toEqual([])
    expect(
      await notRejected(
        probes.map((probe) => `/api/articles?${probe('a')}`),
        full,
      ),
    ).toEqual([])
    const others = [`/api/articles?filters[links][hidden]=${canary}`, '/api/specimens?filters[pass][$startsWith]=$a']
    expect(await notRejected(others, full)).toEqual([])
  })

  it('LEAK-08 sorting by hidden attributes reveals nothing', async () => {
    const hidden = ['secret', 'internalNote', 'createdBy.password', 'author.articles.internalNote', 'owner.password']
    const lines = [...hidden, 'owner.resetPasswordToken', 'links.hidden'].flatMap((name) =>
      ['asc', 'desc'].flatMap((direction) => [
        `/api/articles?sort=${name}:${direction}`,
        `/api/articles?sort[0]=title&sort[1]=${name}:${direction}`,
      ]),
    )
    expect(await notRejected(lines, full)).toEqual([])
    expect(await notRejected(['id', 'username'].map((name) => `/api/articles?sort=owner.${name}`))).toEqual([])
  })

  it('LEAK-10 creators are shown only with populateCreatorFields, and without their secrets', async () => {
    const star = await ask('GET /api/articles?populate=*', { token: full })
    expect(star.status).toBe(200)
    for (const query of ['populate[createdBy]=true', 'populate[0]=createdBy&populate[1]=updatedBy']) {
      const { status, text } = await ask(`GET /api/articles?${query}`, { token: full })
      expect(status, query).toBe(strictParams ? 400 : 200)
      expect(`${star.text}${text}`).not.toContain('"createdBy"')
      expect((await ask(`GET /api/categories?${query}`, { token: full })).status).toBe(200)
    }
    const deep = await ask('GET /api/categories?populate[0]=updatedBy.roles.users', { token: full })
    expect(deep.status).toBe(strictParams ? 400 : 200)
    for (const name of ['password', 'email', 'resetPasswordToken', 'registrationToken']) {
      expect((await ask(`GET /api/categories?populate[createdBy][fields][0]=${name}`, { token: full })).status).toBe(
        400,
      )
    }
  })

  it('LEAK-11 a populated relation hides the same attributes', async () => {
    const queries = [
      'populate[owner][fields][0]=password',
      'populate[owner][filters][password][$startsWith]=$a',
      'populate[owner][sort][0]=password',
      'populate[author][populate][articles][fields][0]=internalNote',
      `populate[author][populate][articles][filters][internalNote]=${canary}`,
      'populate[author][populate][articles][sort]=internalNote',
      'populate[links][fields][0]=hidden',
      `populate[links][filters][hidden]=${canary}`,
      'fields[0]=internalNote',
      'fields[0]=secret',
    ]
    expect(
      await notRejected(
        queries.map((query) => `/api/articles?${query}`),
        full,
      ),
    ).toEqual([])
    const { body } = await ask('GET /api/articles?populate=owner&sort=id', { token: erin })
    expect(Object.keys(body.data[0].attributes.owner.data.attributes)).toEqual([
      'username',
      'email',
      'provider',
      'confirmed',
      'blocked',
      'createdAt',
      'updatedAt',
    ])
  })

  it('LEAK-13 components of a dynamic zone hide their private attributes', async () => {
    const lines = [
      '/api/articles?populate[zone][on][blocks.quote][populate][author][fields][0]=secret',
      '/api/articles?populate[zone][on][blocks.gallery][populate][links][fields][0]=hidden',
    ]
    expect(await notRejected(lines, full)).toEqual([])
    const unknown = await ask('GET /api/articles?populate[zone][on][unknown.comp]=true', { token: full })
    expect(unknown.status).toBe(strictParams ? 400 : 200)
    const { text } = await ask('GET /api/articles?populate[zone][populate]=*&populate[links]=true', { token: full })
    expect(text).toContain('blocks.quote')
    expect(text).not.toContain(canary)
  })

  it('LEAK-14 dynamic zones and media are rejected as filters', async () => {
    const queries = [
      'filters[zone][__component][$eq]=blocks.quote',
      'filters[zone][text]=q',
      'filters[cover][url][$contains]=a',
      'filters[cover][hash][$startsWith]=a',
    ]
    expect(
      await notRejected(
        queries.map((query) => `/api/articles?${query}`),
        full,
      ),
    ).toEqual([])
  })

  it('LEAK-17 search only reads attributes that the caller may read', async () => {
    const found = async (text: string, path = 'articles') =>
      (await ask(`GET /api/${path}?_q=${text}`, { token: full })).body.meta.pagination.total
    expect(await found('one')).toBe(1)
    expect(await found(canary)).toBe(0)
    expect(await found(canary, 'specimens')).toBe(0)
    expect(await found('$argon2id', 'specimens')).toBe(0)
    expect((await ask('GET /api/users?_q=argon2', { token: erin })).body).toEqual([])
  })

  it('LEAK-20 a draft is not visible in a request for published entries', async () => {
    const [draft] = (
      await ask('GET /api/articles?publicationState=preview&filters[publishedAt][$null]=true', { token: erin })
    ).body.data
    expect(draft.attributes.title).toBe('Draft')
    expect((await ask(`GET /api/articles/${draft.id}`)).status).toBe(404)
    for (const query of [
      'filters[publishedAt][$null]=true',
      'filters[title]=Draft',
      '_q=draft',
      `filters[id]=${draft.id}`,
    ]) {
      const { body } = await ask(`GET /api/articles?${query}`)
      expect([body.data, body.meta.pagination.total], query).toEqual([[], 0])
    }
    expect((await ask('GET /api/authors?filters[articles][title]=Draft')).body.data).toEqual([])
    const { text } = await ask('GET /api/authors?populate=articles')
    expect(text).toContain('One')
    expect(text).not.toContain('Draft')
    const count = await ask('GET /api/authors?populate[articles][count]=true')
    expect(count.body.data[0].attributes.articles.data.attributes.count).toBe(2)
  })

  it("LEAK-22 a type that the caller may not find can't be filtered by, sorted by or counted", async () => {
    const queries = ['filters[owner][id][$eq]=1', 'filters[owner]=1', 'filters[owner][username]=alice', 'sort=owner.id']
    const lines = queries.map((query) => `/api/articles?${query}`)
    expect(await notRejected(lines)).toEqual([])
    expect(await notRejected(lines, await service.tokenOf('alice'))).toEqual([])
    for (const query of ['populate=owner', 'populate=*', 'populate[owner][count]=true', 'populate[0]=owner.role']) {
      const { status, text } = await ask(`GET /api/articles?${query}`)
      expect(status, query).toBe(200)
      expect(text, query).not.toContain('owner')
    }
    const { body } = await ask('GET /api/articles?filters[owner][username]=alice', { token: erin })
    expect(body.meta.pagination.total).toBe(1)
    const permissions = ['api::article.article.find', 'plugin::users-permissions.user.find']
    const reader = await service.api.accounts.createToken({ name: 'reader', type: 'custom', permissions })
    expect((await ask(`GET ${lines[2]}`, { token: reader })).status).toBe(200)
    expect(await notRejected(['/api/articles?filters[owner][role][name]=x'], reader)).toEqual([])
  })

  it('LEAK-23 responses to writes hide the same attributes', async () => {
    const data = { title: 'Written', secret: canary, internalNote: canary, links: [{ label: 'l', hidden: canary }] }
    const made = await ask('POST /api/articles?populate=*', { token: full, body: { data } })
    expect(made.status).toBe(200)
    const at = `/api/articles/${made.body.data.id}?populate=*`
    const changed = await ask(`PUT ${at}`, { token: full, body: { data } })
    const localized = await ask(`POST /api/articles/${made.body.data.id}/localizations`, {
      token: full,
      body: { locale: 'fr', title: 'Écrit' },
    })
    const deleted = await ask(`DELETE ${at}`, { token: full })
    for (const { status, text } of [made, changed, localized, deleted]) {
      expect(status).toBe(200)
      expect(text).not.toContain(canary)
      expect(text).not.toMatch(/internalNote|"secret"|argon2/)
    }
    expect((await ask(`PUT /api/articles/1?fields[0]=internalNote`, { token: full, body: { data } })).status).toBe(400)
    const user = { username: 'probe', email: 'probe@example.com', password, role: 1 }
    const { status, text } = await ask('POST /api/users', { token: full, body: user })
    expect(status).toBe(201)
    expect(text).not.toMatch(/password|Token|argon2|_key/i)
  })

  it('LEAK-25 passwords are stored as hashes and never returned', async () => {
    for (const path of [
      '/api/users',
      '/api/users/1',
      '/api/users/1?populate=*',
      '/api/specimens',
      '/api/articles?populate=*',
    ]) {
      const { status, text } = await ask(`GET ${path}`, { token: full })
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(
        /argon2|\$2[aby]\$|resetPasswordToken|confirmationToken|tokens_valid|"pass(word)?"/,
      )
      expect(text, path).not.toContain(canary)
    }
    const lines = ['password', 'resetPasswordToken', '_username_key', '_tokens_valid_from'].flatMap((name) => [
      `/api/users?filters[${name}][$notNull]=true`,
      `/api/users?sort=${name}`,
      `/api/users?fields=${name}`,
      `/api/users/count?filters[${name}][$notNull]=true`,
    ])
    expect(await notRejected(lines, full)).toEqual([])
    const rows = await service.api.database.write((transaction) =>
      transaction.query({ sql: 'SELECT "secret", "password" FROM "articles", "up_users"', values: [] }),
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row['password']).toMatch(/^\$argon2id\$/)
      expect(row['secret'] ?? '$argon2id$').toMatch(/^\$argon2id\$/)
    }
  })

  it('LEAK-26 the users of a role are hidden, even from callers who may find both', async () => {
    const { body } = await ask('GET /api/users?populate=role&filters[username]=erin', { token: full })
    expect(body).toMatchObject([{ username: 'erin', role: { name: expect.any(String) } }])
    const below = ['populate[role][populate][0]=users', 'populate[role][populate]=users', 'populate=role.users']
    const star = 'populate[role][populate]=*'
    const lines = [
      ...[...below, star].flatMap((query) => [`users?${query}`, `users/1?${query}`]),
      'articles?populate[owner][populate][role][populate][0]=users',
      'articles?populate[owner][populate][role][populate]=*',
      'articles?populate=owner.role.users',
    ]
    for (const line of lines) {
      const { status, text } = await ask(`GET /api/${line}`, { token: full })
      expect(status, line).toBe(200)
      expect(text, line).not.toContain('"users"')
    }
    const me = await ask(`GET /api/users/me?${below[0]}`, { token: erin })
    expect(me.text).not.toContain('"users"')
    const requested = ['filters[role][users][username]=alice', 'sort=role.users.username']
    expect(
      await notRejected(
        requested.flatMap((query) => [`/api/users?${query}`, `/api/users/count?${query}`]),
        full,
      ),
    ).toEqual([])
    const names = 'users { data { attributes { username } } }'
    const ways = [
      `usersPermissionsUsers { data { attributes { role { data { attributes { ${names} } } } } } }`,
      `usersPermissionsRoles { data { attributes { ${names} } } }`,
      `articles { data { attributes { owner { data { attributes { role { data { attributes { ${names} } } } } } } } } }`,
      'usersPermissionsRoles(filters: { users: { username: { eq: "alice" } } }) { data { id } }',
      'usersPermissionsRoles(sort: "users.username") { data { id } }',
    ]
    for (const way of ways) {
      const { text } = await ask('POST /graphql', { token: full, body: { query: `{ ${way} }` } })
      expect(text, way).toContain('"errors"')
      expect(text, way).not.toMatch(/alice|"username"/)
    }
  })
})
