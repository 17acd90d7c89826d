import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Documents } from '@content-api/strapi-documents/code/document-service'
import { openDocumentServer } from './served-documents.js'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { newDatabases } from '../../../../tests/support/postgres.js'
import { generated } from '../beside/served-project.js'
import { writeProject } from '../support/write-project.js'

const page = JSON.stringify({
  kind: 'collectionType',
  collectionName: 'pages',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    meta: { type: 'component', component: 'parts.meta' },
    items: { type: 'component', component: 'parts.item', repeatable: true },
    zone: { type: 'dynamiczone', components: ['parts.item', 'parts.meta'] },
  },
})

const component = (name: string, attributes: object) =>
  JSON.stringify({ collectionName: `components_parts_${name}`, info: { displayName: name }, attributes })

const files = {
  '.env': 'JWT_SECRET=a-secret-of-32-bytes-or-more-for-tests',
  'package.json': JSON.stringify({ name: 'unique', dependencies: { '@strapi/strapi': '5.54.0' } }),
  'src/api/page/content-types/page/schema.json': page,
  'src/components/parts/meta.json': component('metas', {
    path: { type: 'string', unique: true },
    item: { type: 'component', component: 'parts.item' },
  }),
  'src/components/parts/item.json': component('items', { code: { type: 'string', unique: true } }),
  ...generated('page'),
}

const unique = { message: 'This attribute must be unique' }

describe.each(newDatabases)('unique attributes of components, on %s', (_name, newDatabase) => {
  const open = async () => {
    const project = mkdtempSync(join(tmpdir(), 'content-api-unique-'))
    cleanUpAfterFile(() => rmSync(project, { recursive: true, force: true }))
    await writeProject(project, files)
    const { connection } = await newDatabase()
    const database = connection.dialect === 'sqlite' ? connection.file : connection.url
    const overrides = { log: { level: 'silent' as const }, beside: { timeZone: 'UTC', database } }
    const server = await openDocumentServer({ project, overrides })
    cleanUpAfterFile(() => server.close())
    return server.service.documents.documents('api::page.page') as Required<Documents>
  }

  it('are compared with published entries when a document is published', async () => {
    const pages = await open()
    const data = { meta: { path: '/a', item: { code: 'deep' } }, items: [{ code: 'one' }], zone: [item('zone')] }
    const { documentId } = await pages.create({ data, status: 'published' })
    // The document itself may be published again, and drafts may repeat a value.
    await pages.publish({ documentId })
    const other = await pages.create({ data: { meta: { path: '/a' } } })
    await expect(pages.publish({ documentId: other['documentId'] })).rejects.toMatchObject({
      ...unique,
      details: { errors: [{ path: ['meta', 'path'] }] },
    })
    const create = (changed: object) => pages.create({ data: changed, status: 'published' })
    await expect(create({ meta: { path: '/b', item: { code: 'deep' } } })).rejects.toMatchObject(unique)
    await expect(create({ items: [{ code: 'new' }, { code: 'one' }] })).rejects.toMatchObject({
      details: { errors: [{ path: ['items', '1', 'code'] }] },
    })
    await expect(create({ zone: [item('zone')] })).rejects.toMatchObject(unique)
    // Other places and other components are no duplicates.
    await create({ items: [{ code: 'zone' }, { code: 'deep' }], zone: [item('one'), meta('/a')] })
    await pages.delete({ documentId })
    await pages.publish({ documentId: other['documentId'] })
  })

  it('are compared within a list', async () => {
    const pages = await open()
    const create = (changed: object) => pages.create({ data: changed, status: 'published' })
    await expect(create({ items: [{ code: 'same' }, { code: 'same' }] })).rejects.toMatchObject(unique)
    await expect(create({ zone: [item('same'), item('same')] })).rejects.toMatchObject(unique)
    await create({ items: [{ code: 'same' }, { code: 'other' }, { code: null }, { code: null }, { code: '' }] })
    await create({ meta: { path: 'same' }, zone: [item('same'), meta('same')] })
  })

  it('are given to one of several concurrent publications', async () => {
    const pages = await open()
    const drafts = await Promise.all(
      Array.from({ length: 4 }, () => pages.create({ data: { meta: { path: '/only' } } })),
    )
    const results = await Promise.allSettled(drafts.map(({ documentId }) => pages.publish({ documentId })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await pages.count({ status: 'published' })).toBe(1)
  })

  it('leave one published version after concurrent publications of a document', async () => {
    const pages = await open()
    const { documentId } = await pages.create({ data: { title: 'Once', items: [{ code: 'a' }, { code: 'b' }] } })
    const writes = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0
        ? pages.publish({ documentId })
        : pages.update({ documentId, data: { title: `Changed ${index}` }, status: 'published' }),
    )
    await Promise.all(writes)
    const found = await pages.findMany({ filters: { documentId }, status: 'published', populate: ['items'] })
    expect(found).toMatchObject([{ items: [{ code: 'a' }, { code: 'b' }] }])
    expect(await pages.findMany({ filters: { documentId } })).toHaveLength(1)
  })
})

const item = (code: string) => ({ __component: 'parts.item', code })
const meta = (path: string) => ({ __component: 'parts.meta', path })
