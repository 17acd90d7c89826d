import { describe, expect, it } from 'vitest'
import { type HookEvent, hookNames, type HooksOfType } from '@content-api/core/entries/hooks/hook'
import type { CodeAccess } from '@content-api/strapi-documents/service/install-documents'
import type { DocumentServer } from './served-documents.js'
import { openRecordedServer } from './served-documents.js'

const article = 'api::article.article'
const tag = 'api::tag.tag'
const user = 'plugin::users-permissions.user'
const alpha = 'article00000000000000001'

interface Strapi {
  readonly entityService: CodeAccess['entityService']
  readonly db: { readonly query: CodeAccess['query'] }
}

const strapiOf = ({ service }: DocumentServer): Strapi => service.project.strapi

function addHooks({ service }: DocumentServer, uid: string, hooks: HooksOfType): void {
  service.hooks.hooks.add([uid], hooks)
}

describe.each(['sqlite', 'postgres'] as const)('rows for project code, on %s', (dialect) => {
  it('reads each draft and each published version as a row', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const articles = db.query(article)
    const rows = await articles.findMany({ where: { documentId: alpha }, orderBy: { id: 'asc' } })
    expect(rows.length).toBeGreaterThan(1)
    const states = new Set(rows.map(({ publishedAt, locale }) => `${String(locale)} ${publishedAt !== null}`))
    expect(states.size).toBe(rows.length)
    expect(await articles.count({ where: { documentId: alpha } })).toBe(rows.length)
    const [page, total] = await articles.findWithCount({ limit: 1, offset: 1, where: { documentId: alpha } })
    expect([page.length, total]).toEqual([1, rows.length])
    const paged = await articles.findPage({ page: 1, pageSize: 2 })
    expect(paged.pagination).toMatchObject({ page: 1, pageSize: 2, total: await articles.count() })
    expect(await articles.findOne({ where: { id: { $in: [] } } })).toBeNull()
    expect(
      await articles.findMany({ where: [{ documentId: alpha }, { publishedAt: null }, { locale: 'en' }] }),
    ).toHaveLength(1)
  })

  it('populates and filters by relations', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const articles = db.query(article)
    const populate = {
      tags: { select: ['name'], where: { name: { $ne: 'none' } }, orderBy: 'name', limit: 1 },
      seo: true,
    }
    const [found] = await articles.findMany({ where: { tags: { name: 'javascript' } }, populate, limit: 1 })
    expect(found?.['tags']).toEqual([{ name: expect.any(String) as string }])
    expect(await articles.findMany({ select: ['title'], limit: 1, orderBy: 'id' })).toEqual([{ title: 'Alpha launch' }])
    const withTags = await articles.findOne({ select: 'title', populate: { tags: { select: ['name'], limit: 1 } } })
    expect(Object.keys(withTags ?? {}).toSorted()).toEqual(['id', 'tags', 'title'])
    const [javascript] = await db.query(tag).findMany({ where: { name: 'javascript' } })
    const byId = await articles.count({ where: { tags: javascript?.['id'] } })
    expect(byId).toBe(await articles.count({ where: { tags: { name: 'javascript' } } }))
    expect(await articles.load(found, 'tags')).toEqual(expect.any(Array))
    const { pagination } = await articles.loadPages(found, 'tags', { pageSize: 1 })
    expect(pagination).toMatchObject({ page: 1, pageSize: 1 })
    await expect(articles.load(found, 'title')).rejects.toThrow('"title" is none')
  })

  it('writes rows with links by ids, without checks of their options', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const articles = db.query(article)
    const created = await articles.create({
      data: { title: 'x', rating: 1000, tags: [1, { id: 2 }], seo: { metaTitle: 'm' } },
      populate: ['tags', 'seo'],
    })
    expect(created).toMatchObject({ title: 'x', rating: 1000, locale: null, tags: [{ id: 1 }, { id: 2 }] })
    expect(created['publishedAt']).toEqual(expect.any(String))
    const draft = await articles.create({ data: { title: 'y', publishedAt: null, locale: 'fr', documentId: 'own' } })
    expect(draft).toMatchObject({ publishedAt: null, locale: 'fr', documentId: 'own' })
    const where = { id: created['id'] }
    const data = { tags: { disconnect: [1], connect: [{ id: 3 }] }, title: 'z' }
    const updated = await articles.update({ where, data, populate: { tags: { orderBy: 'id' } } })
    expect(updated).toMatchObject({ title: 'z', tags: [{ id: 2 }, { id: 3 }] })
    const moved = await articles.update({ where, data: { locale: 'fr', publishedAt: null, documentId: 'moved' } })
    expect(moved).toMatchObject({ locale: 'fr', publishedAt: null, documentId: 'moved' })
    expect(await articles.delete({ where })).toMatchObject({ title: 'z' })
    expect(await articles.findOne({ where })).toBeNull()
    expect(await articles.update({ where, data: { title: 'gone' } })).toBeNull()
    await expect(articles.update({ data: { title: 'all' } })).rejects.toThrow('needs the parameter "where"')
    await expect(articles.findMany({ filter: {} })).rejects.toThrow('has no parameter "filter"')
  })

  it('writes many rows', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const tags = db.query(tag)
    const { count, ids } = await tags.createMany({ data: [{ name: 'one' }, { name: 'two' }, { name: 'three' }] })
    expect([count, ids.length]).toEqual([3, 3])
    const where = { id: { $in: ids } }
    expect(await tags.updateMany({ where, data: { name: 'same' } })).toEqual({ count: 3 })
    expect(await tags.count({ where: { name: 'same' } })).toBe(3)
    expect(await tags.deleteMany({ where })).toEqual({ count: 3 })
    expect(await tags.count({ where })).toBe(0)
    await expect(tags.deleteMany({ where: undefined })).rejects.toThrow('needs the parameter "where"')
  })

  it('runs the hooks of rows and of reads', async () => {
    const server = await openRecordedServer(dialect)
    const { db } = strapiOf(server)
    const log: string[] = []
    addHooks(server, tag, {
      ...Object.fromEntries(hookNames.map((name) => [name, ({ action }: HookEvent) => void log.push(action)])),
      beforeFindMany: ({ params }: HookEvent) => void (params.where = { ...params.where, name: { $ne: 'javascript' } }),
      afterFindMany: ({ result }: HookEvent) => void result.push('added'),
      beforeCreateMany: ({ action }: HookEvent) => void log.push(action),
    })
    const tags = db.query(tag)
    const found = await tags.findMany()
    expect(found.at(-1)).toBe('added')
    expect(found.some((row) => row['name'] === 'javascript')).toBe(false)
    const service = server.service.documents.documents(tag)
    const documents = await service.findMany({})
    expect(documents).toHaveLength(found.length)
    const seen: unknown[] = []
    addHooks(server, tag, { beforeFindOne: ({ params }: HookEvent) => void seen.push(params.where) })
    await service.findOne({ documentId: 'tag000000000000000000001' })
    expect(seen).toEqual([{ documentId: 'tag000000000000000000001' }])
    const { id } = await tags.create({ data: { name: 'Hooked' } })
    await tags.update({ where: { id }, data: { name: 'Again' } })
    await tags.delete({ where: { id } })
    await tags.createMany({ data: [{ name: 'quiet' }] })
    expect(log).toEqual([...hookNames, 'beforeCreateMany'])
  })

  it('reads the rows of components', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const components = db.query('shared.seo')
    const [seo] = await components.findMany({ where: { metaTitle: { $notNull: true } }, orderBy: 'id', limit: 1 })
    expect(seo).toMatchObject({ metaTitle: expect.any(String) as string })
    expect(await components.count()).toBe((await components.findMany()).length)
    expect(await components.findOne({ where: { id: seo?.['id'] }, populate: true })).toMatchObject({ ...seo })
    await expect(components.create({ data: { metaTitle: 'Alone' } })).rejects.toThrow('only reads')
  })

  it('hashes passwords of users, and hides them', async () => {
    const { db } = strapiOf(await openRecordedServer(dialect))
    const users = db.query(user)
    const data = { username: 'zoe', email: 'zoe@example.com', password: 'Secret-password-1', role: 1 }
    const { id } = await users.create({ data })
    const zoe = await users.findOne({ where: { email: 'zoe@example.com' }, populate: ['role'] })
    expect(zoe).toMatchObject({ id, username: 'zoe', role: { id: 1 } })
    expect(JSON.stringify(zoe)).not.toContain('password')
    const hash = zoe?.['password'] as string
    expect(hash).toMatch(/^\$2[aby]\$10\$/)
    await users.update({ where: { id }, data: { password: hash } })
    expect((await users.findOne({ where: { id } }))?.['password']).toBe(hash)
  })

  it('keeps the state and the locale of a row that the entity service changes', async () => {
    const server = await openRecordedServer(dialect)
    const { db, entityService } = strapiOf(server)
    const articles = server.service.documents.documents(article)
    const { documentId } = await articles.create({ data: { title: 'English' }, status: 'published' })
    await articles.update({ documentId, locale: 'fr', data: { title: 'Français' } })
    const french = await db.query(article).findOne({ where: { documentId, locale: 'fr' } })
    expect(await entityService.update(article, french?.['id'] as number, { data: { title: 'Changé' } })).toMatchObject({
      title: 'Changé',
      publishedAt: null,
    })
    expect(await articles.findOne({ documentId })).toMatchObject({ title: 'English' })
    const live = await db.query(article).findOne({ where: { documentId, publishedAt: { $notNull: true } } })
    const data = { title: 'Published' }
    expect(await entityService.update(article, String(live?.['id']), { data })).toMatchObject(data)
    expect(await articles.findOne({ documentId, status: 'published' })).toMatchObject(data)
    expect(await entityService.create(article, { data: { title: 'Draft', publishedAt: null } })).toMatchObject({
      publishedAt: null,
    })
    expect((await entityService.findPage(article, { pageSize: 1 })).pagination['pageSize']).toBe(1)
    expect(await entityService.delete(article, french?.['id'] as number)).toMatchObject({ locale: 'fr' })
    expect(await articles.findOne({ documentId, locale: 'fr' })).toBeNull()
    expect(await entityService.findOne(article, 'no-id')).toBeNull()
  })
})
