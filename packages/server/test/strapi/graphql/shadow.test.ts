import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TypeShadow } from '@content-api/strapi-project/code/plugins/shadow-crud'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'
import { databases } from '../../../../../tests/support/postgres.js'

const [file, user, role] = ['plugin::upload.file', 'plugin::users-permissions.user', 'plugin::users-permissions.role']
const memo = 'api::memo.memo'
const memoFields = ['text', 'createdAt', 'updatedAt']

const open = (uid: string, change: (type: TypeShadow) => unknown) =>
  openExtended({ register: extend(({ shadowCRUD }) => void change(shadowCRUD(uid))) })

/** Returns the names of the fields or input fields of each type in the schema. */
async function schemaOf({ ask }: Pick<ExtendedService, 'ask'>): Promise<Record<string, string[]>> {
  const type = 'type { name ofType { name ofType { name ofType { name } } } }'
  const { data, errors } = await ask(`{ __schema { types {
    name possibleTypes { name } inputFields { name ${type} } fields { name args { name ${type} } ${type} }
  } } }`)
  expect(errors).toBeUndefined()
  return Object.fromEntries(
    data.__schema.types.map((one: { name: string; fields?: { name: string }[]; inputFields?: { name: string }[] }) => [
      one.name,
      [...(one.fields ?? []), ...(one.inputFields ?? [])].map(({ name }) => name),
    ]),
  )
}

describe.each([
  [file, 'UploadFile', /upload|file/i],
  [user, 'UsersPermissionsUser', /UsersPermissionsUser/i],
  [role, 'UsersPermissionsRole', /UsersPermissions\w*Role/i],
  ['api::tag.tag', 'Tag', /^\w*Tags?$/],
])('%s disabled', (uid = '', name, operations) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await open(uid, (type) => type.disable())
  })
  afterAll(() => service.api.close())

  it('is not in the schema, and the other types still work', async () => {
    const schema = await schemaOf(service)
    const own = new RegExp(`^${name}(Entity.*|RelationResponseCollection|Input|FiltersInput)?$`)
    expect(Object.keys(schema).filter((type) => own.test(type))).toEqual([])
    expect(
      [...(schema['Query'] ?? []), ...(schema['Mutation'] ?? [])].filter((field) => operations.test(field)),
    ).toEqual([])
    expect(schema['Mutation']).toEqual(expect.arrayContaining(['login', 'register', 'createArticle']))
    const response = await service.ask('{ articles { data { attributes { title } } } me { id } }', service.alice)
    expect(response.errors).toBeUndefined()
    expect(response.data.articles.data).not.toEqual([])
  })
})

it('a schema without files has no media in output and input types', async () => {
  const service = await open(file, (type) => type.disable())
  const { Article, ArticleInput } = await schemaOf(service)
  await service.api.close()
  expect([Article, ArticleInput].map((fields) => fields?.includes('title'))).toEqual([true, true])
  expect([Article, ArticleInput].map((fields) => fields?.includes('cover'))).toEqual([false, false])
})

const mutationsOf = (verbs: string, name: string) => verbs.split(' ').map((verb) => `${verb}UsersPermissions${name}`)

it.each([
  [
    'mutations of files',
    file,
    ['upload', 'multipleUpload', 'updateFileInfo', 'updateUploadFile', 'removeFile', 'deleteUploadFile'],
    'Mutations',
  ],
  ['creation of files', file, ['upload', 'multipleUpload'], 'create'],
  ['change of files', file, ['updateFileInfo', 'updateUploadFile'], 'update'],
  ['removal of files', file, ['removeFile', 'deleteUploadFile'], 'delete'],
  ['mutations of users', user, mutationsOf('create update delete', 'User'), 'Mutations'],
  ['change of users', user, mutationsOf('update', 'User'), 'update'],
  ['mutations of roles', role, mutationsOf('create update delete', 'Role'), 'Mutations'],
  ['removal of roles', role, mutationsOf('delete', 'Role'), 'delete'],
  ['queries of files', file, ['uploadFile', 'uploadFiles'], 'Queries'],
  ['lists of users', user, ['usersPermissionsUsers'], 'find'],
  ['queries of roles', role, ['usersPermissionsRole', 'usersPermissionsRoles'], 'Queries'],
] as const)('a schema without %s has all other fields', async (_what, uid = '', names, what) => {
  const services = await Promise.all([
    openExtended(),
    open(uid, (type) => {
      if (what === 'Mutations') return type.disableMutations()
      return what === 'Queries' ? type.disableQueries() : type.disableAction(what)
    }),
  ])
  const [before, after] = await Promise.all(
    services.map(async (service) => {
      const { Query = [], Mutation = [] } = await schemaOf(service)
      return [...Query, ...Mutation]
    }),
  )
  await Promise.all(services.map(({ api }) => api.close()))
  expect(before?.filter((name) => !after?.includes(name))).toEqual(names)
  expect(after?.every((name) => before?.includes(name))).toBe(true)
})

describe.each(await databases())('disabled mutations of users, on $name', ({ connection }) => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({
      database: connection,
      register: extend(({ shadowCRUD }) => void shadowCRUD(user).disableMutations()),
    })
  })
  afterAll(() => service.api.close())

  it('change no user, and users can still sign in', async () => {
    const removal = 'mutation { deleteUsersPermissionsUser(id: 1) { data { id } } }'
    const refused = await service.ask(removal, service.everything)
    expect(refused.errors?.[0].message).toMatch(/Cannot query field "deleteUsersPermissionsUser"/)
    const users = await service.ask(
      '{ usersPermissionsUsers { data { attributes { username } } } }',
      service.everything,
    )
    expect(users.data.usersPermissionsUsers.data).toContainEqual({ attributes: { username: 'alice' } })
    const signedIn = await service.ask(
      'mutation { login(input: { identifier: "alice", password: "Passw0rd!" }) { user { username } } }',
    )
    expect(signedIn).toEqual({ data: { login: { user: { username: 'alice' } } } })
  })
})

describe.each(await databases())('a type without output fields, on $name', ({ connection }) => {
  it('still has its id', async () => {
    const service = await openExtended({
      database: connection,
      register: extend(({ shadowCRUD }) => {
        for (const name of memoFields) shadowCRUD(memo).field(name).disableOutput()
      }),
    })
    expect(await schemaOf(service)).toMatchObject({ MemoEntity: ['id'], MemoInput: memoFields })
    const { data } = await service.ask(
      'mutation { createMemo(data: { text: "x" }) { data { id } } }',
      service.everything,
    )
    expect(data.createMemo.data.id).toMatch(/^\d+$/)
    const listed = await service.ask('{ memos { data { id } } }', service.everything)
    expect(listed.data.memos.data).toContainEqual(data.createMemo.data)
    await service.api.close()
  })
})

describe('a type without input fields', () => {
  const withoutInput = (type: TypeShadow) => {
    for (const name of memoFields) type.field(name).disableInput()
    return type
  }

  it('is an error at the start', async () => {
    await expect(open(memo, withoutInput)).rejects.toThrow('disable its mutations as well')
  })

  it('is accepted without its mutations', async () => {
    const service = await open(memo, (type) => withoutInput(type).disableMutations())
    const { Query, Mutation } = await schemaOf(service)
    await service.api.close()
    expect(Query).toContain('memos')
    expect(Mutation).not.toContain('createMemo')
  })
})
