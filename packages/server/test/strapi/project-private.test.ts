import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, type ExtensionHost, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'

const named = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name })
const door = 'api::door.door'
const house = 'api::house.house'
const user = 'plugin::users-permissions.user'

describe.each(await databases())('private attributes on $name', ({ connection }) => {
  let api: ContentApi
  let strapi: ExtensionHost
  beforeAll(async () => {
    api = await createContentApi({
      database: connection,
      contentTypes: {
        [door]: {
          info: named('door'),
          attributes: {
            label: { type: 'string' },
            code: { type: 'string', private: true },
            key: { type: 'password' },
            lock: { type: 'component', component: 'parts.lock' },
          },
        },
        [house]: {
          info: named('house'),
          attributes: {
            name: { type: 'string' },
            doors: { type: 'relation', relation: 'oneToMany', target: door, private: true },
          },
        },
      },
      components: { 'parts.lock': { attributes: { pin: { type: 'string', private: true } } } },
      register: (tools) => void (strapi = tools.strapi),
    })
    const made = await strapi.entityService.create(door, {
      data: { label: 'front', code: '12', key: 'open sesame', lock: { pin: '9' } },
    })
    await strapi.entityService.create(house, { data: { name: 'mill', doors: [made.id] } })
  })
  afterAll(() => api.close())

  it('are in what project code reads and writes', async () => {
    const read = { label: 'front', code: '12', lock: { pin: '9' } }
    expect(await strapi.entityService.findOne(door, 1, { populate: '*' })).toMatchObject(read)
    expect(await strapi.db.query(door).findOne({ where: { code: '12' }, populate: ['lock'] })).toMatchObject(read)
    expect(await strapi.entityService.findMany(house, { populate: { doors: { populate: '*' } } })).toMatchObject([
      { name: 'mill', doors: [read] },
    ])
    expect(await strapi.db.query(house).findMany({ where: { doors: { code: '12' } }, populate: true })).toMatchObject([
      { doors: [{ code: '12' }] },
    ])
    expect(await strapi.entityService.update(door, 1, { data: { code: '12' }, fields: ['code'] })).toEqual({
      id: 1,
      code: '12',
    })
  })

  it('are in the results of hooks', async () => {
    let result: unknown
    const end = strapi.db.lifecycles.subscribe({ models: [door], afterUpdate: (event) => void (result = event.result) })
    await strapi.entityService.update(door, 1, { data: { label: 'front' } })
    end()
    expect(result).toMatchObject({ code: '12' })
  })

  it('hold hashes of passwords, which JSON and copies leave out', async () => {
    const found = await strapi.db.query(door).findOne({ select: ['key'] })
    expect(found?.['key']).toMatch(/^\$argon2id\$/)
    expect([JSON.stringify(found), { ...found }]).toEqual(['{}', {}])
    await expect(strapi.db.query(door).findMany({ where: { key: 'x' } })).rejects.toThrow('Invalid parameter key')
    await expect(strapi.entityService.findMany(door, { sort: 'key' })).rejects.toThrow('Invalid parameter key')
  })

  it('let code check the password of a user', async () => {
    await api.accounts.createUser({ username: 'ann', email: 'ann@example.com', password: 'Passw0rd!' })
    const ann = await strapi.query(user).findOne({ where: { email: 'ann@example.com' } })
    const { validatePassword } = strapi.plugin('users-permissions').service('user')
    expect(await validatePassword('Passw0rd!', ann?.['password'])).toBe(true)
    expect(await validatePassword('wrong', ann?.['password'])).toBe(false)
    expect(ann).toMatchObject({ provider: 'local' })
    expect(JSON.stringify(ann)).not.toContain('argon2')
  })

  it('stay out of responses', async () => {
    const get = async (path: string) => (await api.fetch(new Request(`http://service.example${path}`))).text()
    expect(await get('/api/doors?populate=*')).not.toMatch(/code|key|pin/)
    expect(await get('/api/houses?populate=*')).not.toContain('doors')
    expect(await get('/api/doors?filters[code]=12')).toContain('ValidationError')
    const model = strapi.contentType(door)
    const entry = await strapi.entityService.findOne(door, 1, { populate: '*' })
    const shown = await strapi['utils'].sanitize.contentAPI.output(entry, model)
    expect(shown).toMatchObject({ label: 'front', lock: { id: 1 } })
    expect(JSON.stringify(shown)).not.toMatch(/"code"|key|pin/)
  })
})

it('LEAK-58 the private attributes of config/api stay out of every response, filter and sort', async () => {
  const canary = 'canary-58'
  const hidden = ['label', 'email', 'caption', 'createdAt', 'secrets', 'id']
  const attributes = { name: { type: 'string' }, label: { type: 'string' } }
  let strapi: ExtensionHost | undefined
  await using api = Object.assign(
    await createContentApi({
      database: ':memory:',
      config: {
        api: { rest: { strictParams: false }, responses: { privateAttributes: hidden } },
      },
      contentTypes: {
        [door]: {
          info: named('door'),
          attributes: { ...attributes, lock: { type: 'component', component: 'parts.lock' } },
        },
        [house]: {
          info: named('house'),
          attributes: {
            ...attributes,
            front: { type: 'relation', relation: 'oneToOne', target: door },
            secrets: { type: 'relation', relation: 'oneToMany', target: door },
          },
        },
      },
      components: { 'parts.lock': { attributes } },
      register: (tools) => void (strapi = tools.strapi),
    }),
    { [Symbol.asyncDispose]: () => api.close() },
  )
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await api.fetch(new Request(`http://service.example${path}`, init))
    const text = await response.text()
    expect(text, path).not.toContain(canary)
    return { status: response.status, text }
  }
  const lock = { name: 'n', label: canary }
  await ask('/api/doors', { data: { name: 'n', label: canary, lock } })
  await ask('/api/houses', { data: { name: 'n', label: canary, front: 1, secrets: [1] } })
  const account = { username: 'ann', email: `${canary}@example.com`, password: 'Passw0rd!' }
  expect((await ask('/api/auth/local/register', account)).text).toContain('"username":"ann"')
  const login = `mutation { login(input: { identifier: "ann", password: "Passw0rd!" }) { user { username email } } }`
  expect((await ask('/graphql', { query: login })).text).toContain('"username":"ann"')
  expect((await ask('/api/users')).text).toContain('"username":"ann"')
  const shown = (await ask('/api/houses?populate=deep&populate=*')).text
  expect(shown).toContain('"front"')
  expect(shown).not.toMatch(/label|secrets|createdAt/)
  expect((await ask('/api/doors?populate=*&_q=canary')).text).toContain('"data":[]')
  for (const query of [
    'filters[label]=x',
    'filters[front][label]=x',
    'filters[secrets][name]=n',
    'filters[front][lock][label]=x',
    'filters[createdAt][$gt]=2000-01-01',
    'sort=label',
    'sort=front.label',
    'fields=label',
    'populate[front][fields]=label',
    'populate[front][filters][label]=x',
    'populate[front][sort]=label',
  ]) {
    expect((await ask(`/api/houses?${query}`)).status, query).toBe(400)
  }
  expect((await ask('/api/houses?filters[id]=1&fields=name')).text).toContain('"id":1')
  for (const query of [
    '{ doors { data { attributes { label } } } }',
    '{ doors { data { attributes { lock { label } } } } }',
    '{ houses { data { attributes { secrets { data { id } } } } } }',
    '{ usersPermissionsUsers { data { attributes { email } } } }',
    '{ houses(filters: { front: { label: { eq: "x" } } }) { data { id } } }',
    '{ houses(sort: "label") { data { id } } }',
  ]) {
    expect((await ask('/graphql', { query })).text, query).toMatch(/Cannot query field|Invalid parameter label/)
  }
  expect(await strapi?.entityService.findOne(door, 1, { populate: '*' })).toMatchObject({ label: canary, lock })
})
