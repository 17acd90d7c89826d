import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { png } from '../../../../tests/support/png.js'
import { schemas } from '../fuzz/world.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

const accountsOf = 'plugin::users-permissions'
const article = (action: string) => `api::article.article.${action}`
const writing = ['find', 'findOne', 'create', 'update', 'createLocalization'].map(article)
const secret = 'a-secret-for-tests-of-more-than-32-bytes'

describe.each(await databases())('attaching files by id on $name', ({ connection }) => {
  let service: UploadService
  const tokens: Record<string, string> = {}
  /** Files that articles use. The last file is hidden: no article uses it. */
  let files: number[]

  beforeAll(async () => {
    const picture = { attributes: { picture: { type: 'media', multiple: false } } } as const
    const { contentTypes, ...others } = await schemas()
    const pictured = { 'plugin::users-permissions.user': picture, 'plugin::users-permissions.role': picture }
    service = await openUploadService(
      connection,
      { permissions: { public: [], authenticated: [] }, auth: { jwt: { secret } } },
      { ...others, contentTypes: { ...contentTypes, ...pictured } },
    )
    const { accounts } = service.api
    const token = (name: string, permissions: readonly string[]) =>
      accounts.createToken({ name, type: 'custom', permissions })
    tokens['writer'] = await token('writer', writing)
    tokens['finder'] = await token('finder', [...writing, 'plugin::upload.content-api.find'])
    tokens['uploader'] = await token('uploader', [...writing, 'plugin::upload.content-api.upload'])
    const managing = ['user.update', 'user.find', 'role.updateRole', 'role.find'].map(
      (action) => `${accountsOf}.${action}`,
    )
    tokens['manager'] = await token('manager', ['plugin::upload.content-api.upload', ...managing])
    tokens['all'] = await accounts.createToken({ name: 'all', type: 'full-access' })
    const names = ['a', 'b', 'c', 'd', 'hidden'].map((name) => file(png(1, 1), `${name}.png`))
    const uploaded = await service.ask('POST /api/upload', names, { authorization: `Bearer ${tokens['all']}` })
    files = uploaded.body.map(({ id }: { id: number }) => id)
  })
  afterAll(() => service.close())

  const ask = (line: string, who: string, sent?: Readonly<Record<string, unknown>>) =>
    service.ask(line, sent, { authorization: `Bearer ${tokens[who]}` })
  const bodies = (id: number) => ({
    cover: { cover: id },
    attachments: { attachments: [id] },
    component: { seo: { metaTitle: 'm', metaImage: id } },
    zone: { zone: [{ __component: 'blocks.gallery', images: [id] }] },
  })
  const missing = (id: number) => ({
    status: 400,
    body: {
      error: {
        name: 'ValidationError',
        message: `1 relation(s) of type plugin::upload.file associated with this entity do not exist: ${id}`,
      },
    },
  })
  /** Creates an article with every file but the hidden one. */
  const original = async () => {
    const [a = 0, b = 0, c = 0, d = 0] = files
    const data = {
      title: 'A title',
      ...bodies(a).cover,
      ...bodies(b).attachments,
      ...bodies(c).component,
      ...bodies(d).zone,
    }
    return (await ask('POST /api/articles', 'all', { data })).body.data.id as number
  }

  it('reports a file as missing to a caller who may neither upload nor find files', async () => {
    const hidden = files.at(-1) as number
    const id = await original()
    for (const input of [hidden, 99_999]) {
      for (const [place, data] of Object.entries(bodies(input))) {
        const created = await ask('POST /api/articles', 'writer', { data: { title: 'A title', ...data } })
        expect([place, created]).toMatchObject([place, missing(input)])
        expect([place, await ask(`PUT /api/articles/${id}`, 'writer', { data })]).toMatchObject([place, missing(input)])
      }
      const query = 'mutation ($data: ArticleInput!) { createArticle(data: $data) { data { id } } }'
      const variables = { data: { title: 'A title', cover: String(input) } }
      expect((await ask('POST /graphql', 'writer', { query, variables })).body.errors).toMatchObject([
        { message: missing(input).body.error.message, extensions: { code: 'BAD_USER_INPUT' } },
      ])
    }
  })

  it.each(['finder', 'uploader'])('allows any file for a caller with the permission of the %s', async (who) => {
    for (const [place, data] of Object.entries(bodies(files.at(-1) as number))) {
      const { status } = await ask('POST /api/articles', who, { data: { title: 'A title', ...data } })
      expect([place, status]).toEqual([place, 200])
    }
  })

  it('requires no permission for a file that the entry already has, in any attribute', async () => {
    const id = await original()
    const [a = 0, b = 0, c = 0, d = 0] = files
    for (const file of [a, b, c, d]) {
      for (const [place, data] of Object.entries(bodies(file))) {
        const { status } = await ask(`PUT /api/articles/${await original()}`, 'writer', { data })
        expect([file, place, status]).toEqual([file, place, 200])
      }
    }
    const query = 'mutation ($id: ID!, $data: ArticleInput!) { updateArticle(id: $id, data: $data) { data { id } } }'
    const variables = { id, data: { cover: String(b), attachments: [String(a)] } }
    expect((await ask('POST /graphql', 'writer', { query, variables })).body).toEqual({
      data: { updateArticle: { data: { id: String(id) } } },
    })
  })

  it('requires no permission for a file that another localization has', async () => {
    const id = await original()
    const input = { locale: 'fr', title: 'Un titre' }
    const { body } = await ask(`POST /api/articles/${id}/localizations`, 'writer', input)
    const put = (data: object) => ask(`PUT /api/articles/${body.id}`, 'writer', { data })
    expect((await put(bodies(files[2] as number).zone)).status).toBe(200)
    expect((await put(bodies(files.at(-1) as number).zone)).status).toBe(400)
  })

  it('AUTHZ-08 adds files to no user or role with more permissions than the caller', async () => {
    const permissions = { 'api::tag': { controllers: { tag: { find: { enabled: true } } } } }
    const roles = '/api/users-permissions/roles'
    for (const [name, actions] of Object.entries({ Strong: permissions, Weak: {} }))
      await ask(`POST ${roles}`, 'all', { name, permissions: actions })
    const { body } = await ask(`GET ${roles}`, 'all')
    const idOf = (type: string) => body.roles.find((role: { type: string }) => role.type === type).id as number
    const addPicture = async (ref: string, id: number) => {
      const parts = Object.entries({ ref: `${accountsOf}.${ref}`, refId: String(id), field: 'picture' })
      const form = [file(png(1, 1), 'a.png'), ...parts.map(([name, value]) => ({ name, value }))]
      return (await service.ask('POST /api/upload', form, { authorization: `Bearer ${tokens['manager']}` })).status
    }
    const before = await service.stored()
    for (const [role, status, name, added] of [
      ['strong', 403, undefined, 0],
      ['weak', 200, 'a.png', 2],
    ] as const) {
      const user = await service.api.accounts.createUser({ username: role, email: `${role}@example.com`, role })
      const statuses = [await addPicture('user', user.id), await addPicture('role', idOf(role))]
      expect([role, ...statuses]).toEqual([role, status, status])
      const { picture } = (await ask(`GET /api/users/${user.id}?populate=picture`, 'all')).body
      expect([role, picture?.name]).toEqual([role, name])
      expect(await service.stored()).toHaveLength(before.length + added)
    }
  })
})
