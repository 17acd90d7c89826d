import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { loadProjectConfig } from '@content-api/project-files/load-config'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { writeProject } from '../support/write-project.js'

const type = (name: string, attributes: object) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: name === 'cat' ? { populateCreatorFields: true } : {},
    attributes,
  }),
})
const to = (target: string, relation: string, side: object = {}) => ({ type: 'relation', relation, target, ...side })
const component = (name: string, repeatable = false) => ({ type: 'component', component: `parts.${name}`, repeatable })
const page = 'api::page.page'
const cat = 'api::cat.cat'

const project = {
  'package.json': '{ "dependencies": { "@strapi/strapi": "4.26.2", "strapi-plugin-populate-deep": "3.0.1" } }',
  'config/plugins.js': `module.exports = {
    transformer: { enabled: true, config: {
      responseTransforms: { removeAttributesKey: true, removeDataKey: true },
      requestTransforms: { wrapBodyWithDataKey: true },
      hooks: {
        preResponseTransform: (ctx) => ctx.set('x-first', typeof ctx.body.data.attributes),
        postResponseTransform: (ctx) => { ctx.body.extra = 1 },
      },
      contentTypeFilter: { mode: 'deny', uids: { 'api::dog.dog': true, 'api::cat.cat': { DELETE: true } } },
      plugins: { ids: { upload: true } }, prefix: '/api/',
    } },
    'strapi-plugin-populate-deep': { config: { defaultDepth: 3 } },
  }`,
  ...type('page', {
    title: { type: 'string' },
    json: { type: 'json' },
    part: component('part'),
    parts: component('part', true),
    cat: to(cat, 'manyToOne', { inversedBy: 'list' }),
    secret: to(cat, 'oneToOne', { private: true }),
    zone: { type: 'dynamiczone', components: ['parts.part', 'parts.other'] },
    image: { type: 'media' },
    parent: to(page, 'manyToOne', { inversedBy: 'children' }),
    children: to(page, 'oneToMany', { mappedBy: 'parent' }),
  }),
  ...type('cat', {
    name: { type: 'string' },
    list: to(page, 'oneToMany', { mappedBy: 'cat' }),
    pages: to(page, 'oneToMany'),
  }),
  ...type('dog', { name: { type: 'string' } }),
  'src/components/parts/part.json': JSON.stringify({
    attributes: { label: { type: 'string' }, cat: to(cat, 'oneToOne'), other: component('other') },
  }),
  'src/components/parts/other.json': JSON.stringify({
    attributes: { text: { type: 'string' }, cat: to(cat, 'oneToOne'), page: to(page, 'oneToOne') },
  }),
  'src/api/page/routes/page.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('${page}')`,
  'src/api/page/routes/extra.js': `module.exports = { routes: [
    { method: 'GET', path: '/extra', handler: 'extra.find', config: { auth: false } },
    { method: 'POST', path: '/echo', handler: 'extra.echo', config: { auth: false } },
  ] }`,
  'src/api/page/controllers/extra.js': `module.exports = {
    find: (ctx) => { ctx.body = { data: { id: 1, attributes: { a: 1, deep: { data: null }, rows: [{ data: { id: 5 } }] } }, meta: { x: 1 } } },
    echo: (ctx) => { ctx.body = { data: ctx.request.body } },
  }`,
}

describe('options that replace plugins', () => {
  let folder = ''
  let api: ContentApi
  const send = async (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } }
    const data = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await api.fetch(new Request(`http://service.example/api${path}`, { ...init, ...data }))
    const text = (await response.text()).replaceAll(/,?"(?:createdAt|updatedAt)":"[^"]*"/g, '')
    return { status: response.status, first: response.headers.get('x-first'), body: text && JSON.parse(text) }
  }
  /** Sends a request whose response the transformer leaves unchanged. */
  const plain = (path: string) => send(path, 'GET', undefined, { 'strapi-transformer-ignore': 'true' })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-options-'))
    await writeProject(folder, project)
    api = await createContentApi({ project: folder, database: ':memory:', config: { log: { level: 'silent' } } })
    await send('/cats', 'POST', { name: 'c1' })
    await send('/cats', 'POST', { data: { name: 'c2' } })
    const other = { text: 'o', cat: 2, page: 1 }
    const part = { label: 'l', cat: 1, other }
    await send('/pages', 'POST', { title: 'root', cat: 1, json: { data: { a: 1 } } })
    const zone = [
      { __component: 'parts.part', ...part },
      { __component: 'parts.other', ...other },
    ]
    await send('/pages', 'POST', { data: { title: 'p', cat: 1, secret: 2, parent: 1, part, parts: [part], zone } })
    await send('/cats/2', 'PUT', { pages: [1, 2] })
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('transform responses and requests as strapi-plugin-transformer 3.1', async () => {
    const c1 = { id: 1, name: 'c1' }
    const { first, body } = await send('/pages?populate=*&sort=id')
    expect(first).toBe('undefined')
    expect(body).toMatchObject({ meta: { pagination: { total: 2 } }, extra: 1 })
    expect(body.data[0]).toEqual({
      id: 1,
      title: 'root',
      json: { a: 1 },
      part: null,
      parts: [],
      cat: c1,
      zone: [],
      image: null,
      parent: null,
      children: [{ id: 2, title: 'p', json: null }],
    })
    expect((await send('/pages/2?populate[zone][populate]=*')).body.data.zone).toEqual([
      { id: 3, __component: 'parts.part', label: 'l', cat: c1, other: { id: 3, text: 'o' } },
      {
        id: 4,
        __component: 'parts.other',
        text: 'o',
        cat: { id: 2, name: 'c2' },
        page: { id: 1, title: 'root', json: { a: 1 } },
      },
    ])
    expect((await send('/extra')).body).toEqual({
      data: { id: 1, a: 1, deep: null, rows: [{ id: 5 }] },
      meta: { x: 1 },
      extra: 1,
    })
    expect((await send('/echo', 'POST', { data: { a: 1 } })).body).toEqual({ data: { data: { a: 1 } }, extra: 1 })
    expect((await send('/echo', 'POST', { a: 1 })).body).toEqual({ data: { data: { a: 1 } }, extra: 1 })
    expect((await send('/pages/9')).body.error.name).toBe('NotFoundError')
  })

  it('leave out routes of contentTypeFilter and requests with the header of the plugin', async () => {
    expect((await send('/dogs', 'POST', { name: 'd' })).status).toBe(400)
    expect((await send('/dogs', 'POST', { data: { name: 'd' } })).body.data).toEqual({
      id: 1,
      attributes: { name: 'd' },
      meta: {},
    })
    expect((await plain('/cats/1')).body).toEqual({ data: { id: 1, attributes: { name: 'c1' } }, meta: {} })
    await send('/cats', 'POST', { name: 'c3' })
    expect((await send('/cats/3', 'DELETE')).body.data).toMatchObject({ attributes: { name: 'c3' } })
  })

  it('populate as strapi-plugin-populate-deep 3.0', async () => {
    const shallow = (name: string, id: number) => ({ data: { id, attributes: { name } } })
    const root = { id: 1, attributes: { title: 'root', json: { data: { a: 1 } } } }
    const p = { id: 2, attributes: { title: 'p', json: null } }
    const creators = { createdBy: { data: null }, updatedBy: { data: null } }
    const c1 = { data: { id: 1, attributes: { name: 'c1', list: { data: [root, p] }, ...creators } } }
    const part = { label: 'l', cat: shallow('c1', 1) }
    const { data } = (await plain('/pages/2?populate=deep')).body
    expect(data.attributes).toEqual({
      ...p.attributes,
      part: { id: 1, ...part, other: { id: 1, text: 'o' } },
      parts: [{ id: 2, ...part, other: { id: 2, text: 'o' } }],
      cat: c1,
      zone: [
        { id: 3, __component: 'parts.part', ...part, other: { id: 3, text: 'o' } },
        { id: 4, __component: 'parts.other', text: 'o', cat: shallow('c2', 2), page: { data: root } },
      ],
      image: { data: null },
      parent: {
        data: {
          id: 1,
          attributes: {
            ...root.attributes,
            part: null,
            parts: [],
            cat: shallow('c1', 1),
            zone: [],
            image: { data: null },
            parent: { data: null },
            children: { data: [p] },
          },
        },
      },
      children: { data: [] },
    })
    for (const query of ['populate=deep,3', 'populate[0]=deep&populate[1]=3', 'pLevel=3', 'pLevel']) {
      expect((await plain(`/pages/2?${query}`)).body.data, query).toEqual(data)
    }
    expect((await plain('/pages/2?populate=deep,1')).body.data).toEqual(p)
    const levelTwo = (await plain('/cats/1?populate=deep,2')).body.data.attributes
    expect(levelTwo).toEqual({ name: 'c1', list: { data: [root, p] }, pages: { data: [] }, ...creators })
  })

  it('bound deep populate', async () => {
    const problem = async (query: string) => (await plain(`/pages?${query}`)).body.error?.message
    expect(await problem('populate=deep,x')).toMatch('it must have a number as its depth, as in populate=deep,3')
    expect(await problem('pLevel=-1')).toMatch('it must have a number as its depth, as in pLevel=3')
    for (const depth of [9, 1_000_000]) {
      expect(await problem(`populate=deep,${depth}`)).toMatch('stands for more than 5000 relations')
    }
  })

  it('name settings without an effect', async () => {
    const { warnings } = await loadProjectConfig({ project: folder, env: {} })
    expect(warnings.map(({ path }) => path)).toEqual(['transformer.config.plugins'])
    expect((await examine(folder)).text).not.toContain("isn't installed")
  })
})
