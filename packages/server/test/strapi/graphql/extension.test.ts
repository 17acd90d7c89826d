// The tests read members of responses and use the builders of nexus, for which types would only repeat the query.
// oxlint-disable typescript/no-explicit-any
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Register } from '@content-api/strapi-project/code/project-types'
import { type ContentApi, createContentApi } from '../../../src/index.js'
import { type ExtendedService, extend, openExtended } from '../../support/extended-service.js'

const unknownField = (name: string, type: string) =>
  expect.objectContaining({
    message: expect.stringMatching(new RegExp(`Cannot query field "${name}" on type "${type}"`)),
  })
const unknownInput = (name: string, type: string) =>
  expect.objectContaining({
    message: expect.stringMatching(new RegExp(`Field "${name}" is not defined by type "${type}"`)),
  })

describe('a schema with disabled types, actions and fields', () => {
  let service: ExtendedService
  beforeAll(async () => {
    service = await openExtended({
      register: extend(({ shadowCRUD }) => {
        shadowCRUD('api::memo.memo').disable()
        shadowCRUD('api::note.note').disableQueries()
        shadowCRUD('api::detail.detail').disableMutations()
        shadowCRUD('api::tag.tag').disableAction('find')
        shadowCRUD('api::menu-item.menu-item').disableActions(['create', 'update'])
        shadowCRUD('api::category.category').field('rank').disable()
        shadowCRUD('api::category.category').field('description').disableOutput()
        shadowCRUD('api::category.category').field('name').disableFilters()
        shadowCRUD('api::author.author').field('bio').disableInput()
      }),
    })
  })
  afterAll(() => service.api.close())

  it.each([
    ['{ memos { data { id } } }', unknownField('memos', 'Query')],
    ['mutation { createMemo(data: {}) { data { id } } }', unknownField('createMemo', 'Mutation')],
    ['{ article(id: 1) { data { attributes { memo { data { id } } } } } }', unknownField('memo', 'Article')],
    ['{ notes { data { id } } }', unknownField('notes', 'Query')],
    ['mutation { createDetail(data: { note: "x" }) { data { id } } }', unknownField('createDetail', 'Mutation')],
    ['{ tags { data { id } } }', unknownField('tags', 'Query')],
    ['mutation { createMenuItem(data: { label: "x" }) { data { id } } }', unknownField('createMenuItem', 'Mutation')],
    ['{ categories { data { attributes { rank } } } }', unknownField('rank', 'Category')],
    ['mutation { createCategory(data: { rank: 1 }) { data { id } } }', unknownInput('rank', 'CategoryInput')],
    ['{ categories(filters: { rank: { eq: 1 } }) { data { id } } }', unknownInput('rank', 'CategoryFiltersInput')],
    ['{ categories { data { attributes { description } } } }', unknownField('description', 'Category')],
    ['{ categories(filters: { name: { eq: "x" } }) { data { id } } }', unknownInput('name', 'CategoryFiltersInput')],
    ['mutation { createAuthor(data: { bio: "b" }) { data { id } } }', unknownInput('bio', 'AuthorInput')],
  ])('rejects a document with a disabled part: %s', async (query, error) => {
    const response = await service.ask(query, service.everything)
    expect(response.errors).toContainEqual(error)
    expect(response).not.toHaveProperty('data')
  })

  it.each([
    'mutation { createNote(data: { text: "x" }) { data { id } } }',
    '{ details { data { id } } }',
    '{ tag(id: 1) { data { id } } }',
    'mutation { deleteMenuItem(id: 1) { data { id } } }',
    'mutation { createCategory(data: { name: "f", description: "d" }) { data { attributes { name } } } }',
    '{ categories(filters: { description: { notNull: true } }) { data { id } } }',
    '{ authors { data { attributes { bio } } } }',
  ])('keeps the other parts: %s', async (query) => {
    const response = await service.ask(query, service.everything)
    expect(response.errors).toBeUndefined()
    expect(Object.values(response.data)[0]).not.toBeNull()
  })

  it('keeps the REST routes of disabled types', async () => {
    const headers = { authorization: `Bearer ${service.everything}` }
    for (const path of ['/api/memos', '/api/categories?fields[0]=rank&filters[name][$notNull]=true']) {
      expect((await service.api.fetch(new Request(`http://service.example${path}`, { headers }))).status).toBe(200)
    }
  })
})

describe('a start with an invalid extension', () => {
  it.each([
    ['a type', extend(({ shadowCRUD }) => void shadowCRUD('api::tags.tag')), 'Did you mean "api::tag.tag"?'],
    ['an action', extend(({ shadowCRUD }) => void shadowCRUD('api::tag.tag').disableAction('finde')), '"find"?'],
    ['a key', extend(({ use }) => void use({ typeDef: '' } as never)), 'Did you mean "typeDefs"?'],
    [
      'an option',
      extend(({ use }) => void use({ resolversConfig: { 'Query.tags': { polices: [] } as never } })),
      '"policies"?',
    ],
    [
      'a field',
      extend(({ use }) => void use({ resolversConfig: { 'Query.artcles': { auth: false } } })),
      '"articles"?',
    ],
    ['a type of resolvers', extend(({ use }) => void use({ resolvers: { Qery: { x: () => 1 } } })), '"Query"?'],
    ['a resolver', extend(({ use }) => void use({ resolvers: { Query: { artcles: () => 1 } } })), '"articles"?'],
    [
      'policies beside a resolver',
      extend(
        ({ use }) => void use({ resolvers: { Tag: { name: { resolve: () => 'red', policies: [() => false] } } } }),
      ),
      '"policies" of Tag.name belongs in resolversConfig',
    ],
    [
      'a resolver of Strapi 3',
      extend(({ use }) => void use({ resolvers: { Query: { tags: { resolver: () => [] } } } })),
      'Did you mean "resolve"?',
    ],
    [
      'a type instead of a field',
      extend(({ use }) => void use({ resolversConfig: { Query: { tags: { auth: false } } as never } })),
      'Its keys must be "Type.field"',
    ],
    [
      'a scope',
      extend(({ use }) => void use({ resolversConfig: { 'Query.tags': { auth: { scope: 'api::tag.tag.fnd' } } } })),
      'api::tag.tag.find',
    ],
    [
      'a policy',
      extend(({ use }) => void use({ resolversConfig: { 'Query.tags': { policies: ['owner'] } } })),
      '"owner"',
    ],
    ['a type of SDL', extend(({ use }) => void use({ typeDefs: 'type Query { book: Bok }' })), 'Unknown type "Bok"'],
    ['SDL', extend(({ use }) => void use({ typeDefs: 'type {' })), "can't be read"],
    ['a promise', extend(({ use }) => void use(Promise.resolve({}) as never)), 'a function that returns an object'],
    [
      'the result of a promise',
      extend(({ use }) => void use(() => Promise.resolve({ typeDef: '' } as never))),
      'Did you mean "typeDefs"?',
    ],
    [
      'a promise that fails',
      extend(({ use }) => void use(() => Promise.reject(new Error('The directory is down')))),
      'The directory is down',
    ],
    ['a service', ({ strapi }: any) => strapi.plugin('graphql').service('extensions'), '"extension"?'],
    ['a member', ({ strapi }: any) => strapi.db.migrate(), 'strapi.db.migrate does not exist here. There are: query,'],
    ['another member', ({ strapi }: any) => strapi.db.connection('x'), 'Instead: use strapi.db.query(uid)'],
    [
      'a plugin',
      ({ strapi }: any) => strapi.plugin('documentation').service('builder'),
      'The plugin "documentation" does not exist here',
    ],
    ['a model', ({ strapi }: any) => strapi.getModel('api::articel.article'), 'Did you mean "api::article.article"?'],
    ['a query', ({ strapi }: any) => strapi.db.query('api::tag.tags'), 'Did you mean "api::tag.tag"?'],
    [
      'a method',
      ({ strapi }: any) => strapi.service('api::tag.tag').paint(),
      "strapi.service('api::tag.tag').paint does",
    ],
    [
      'a parameter',
      ({ strapi }: any) => strapi.db.query('api::tag.tag').deleteMany({ filters: { id: 1 } }),
      '"filters" does not exist',
    ],
  ] as [string, Register, string][])('fails with the reason: %s', async (_what, register, message) => {
    await expect(openExtended({ register })).rejects.toThrow(message)
  })
})

describe('an extension in src/index', () => {
  const project = mkdtempSync(join(tmpdir(), 'extension-'))
  afterAll(() => rmSync(project, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const start = () => createContentApi({ project, database: ':memory:', development: true })
  const ask = async (api: ContentApi, query: string) => {
    const url = `http://service.example/graphql?query=${encodeURIComponent(query)}`
    return (await api.fetch(new Request(url))).json()
  }

  beforeAll(() => {
    write('package.json', '{ "private": true }')
    write(
      'src/api/note/content-types/note/schema.json',
      JSON.stringify({
        kind: 'collectionType',
        info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
        attributes: { text: { type: 'string' } },
      }),
    )
    write(
      'src/index.js',
      `'use strict'
      module.exports = {
        register({ strapi }) {
          const extension = strapi.plugin('graphql').service('extension')
          extension.use({
            typeDefs: 'extend type Query { longest: String, closed: String, open: String }',
            resolvers: {
              Query: {
                longest: {
                  resolve: async () => {
                    const notes = await strapi.entityService.findMany('api::note.note', { sort: 'id:desc', limit: 1 })
                    return notes.map((note) => note.id + ' ' + note.text).join() + ' of ' + await strapi.entityService.count('api::note.note')
                  },
                },
                closed: () => 'closed',
                open: () => 'open',
              },
            },
            resolversConfig: {
              'Query.closed': { policies: ['global::is-open'] },
              'Query.open': { policies: [{ name: 'api::note.is-open', config: { open: true } }] },
            },
          })
        },
        bootstrap() {},
      }`,
    )
    write('src/policies/is-open.js', 'module.exports = (context, config) => config.open === true\n')
    write(
      'src/api/note/policies/is-open.ts',
      'const open: boolean = true\nexport default (_context: unknown, config: { open: boolean }) => config.open === open\n',
    )
  })

  it("reads the project's content and uses policies from files", async () => {
    const api = await start()
    await api.importEntries([
      { type: 'api::note.note', id: 1, attributes: { text: 'one' } },
      { type: 'api::note.note', id: 7, attributes: { text: 'seven' } },
    ])
    expect(await ask(api, '{ longest open closed }')).toMatchObject({
      data: { longest: '7 seven of 2', open: 'open', closed: null },
      errors: [{ message: 'Policy Failed', path: ['closed'] }],
    })
    await api.close()
  })

  it('names a missing policy file at the start', async () => {
    rmSync(join(project, 'src/policies/is-open.js'))
    write('src/policies/is-opened.js', 'module.exports = () => true\n')
    await expect(start()).rejects.toThrow('Did you mean "is-opened"?')
  })
})
