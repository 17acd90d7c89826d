import type { Attribute } from '@content-api/model'
import { expect, it } from 'vitest'
import { indexModel } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerModel, ExplorerType } from '../protocol.js'
import { formPopulate } from './entry-query.js'

const attribute = (name: string, options: Attribute): ExplorerAttribute => ({
  name,
  type: options.type,
  readable: true,
  writable: true,
  sortable: false,
  operators: [],
  options,
})
const relation = (name: string, kind: 'manyToOne' | 'manyToMany' | 'morphToMany', target?: string) =>
  attribute(name, { type: 'relation', relation: kind, ...(target !== undefined && { target }) })

const schema = (uid: string, attributes: readonly ExplorerAttribute[]) => ({
  uid,
  displayName: uid,
  attributes,
  label: 'name',
  graphql: uid,
})

const type = (uid: string, draftAndPublish: boolean): ExplorerType => ({
  ...schema(uid, [attribute('name', { type: 'string' })]),
  kind: 'collectionType',
  singularName: uid,
  pluralName: uid,
  path: `/api/${uid}`,
  draftAndPublish,
  localized: false,
  actions: ['find'],
  count: 0,
  graphql: null,
})

const model = indexModel({
  form: 'entries',
  identity: { name: 'everything', label: 'Everything', detail: null },
  open: true,
  types: [type('tag', false), type('post', true)],
  related: [],
  components: [
    schema('shared.seo', [
      attribute('image', { type: 'media', multiple: false, allowedTypes: ['images'] }),
      relation('posts', 'manyToMany', 'post'),
      attribute('parts', { type: 'component', component: 'shared.seo', repeatable: true }),
    ]),
    schema('shared.quote', [attribute('words', { type: 'string' })]),
  ],
  media: null,
  webhooks: false,
  locales: [],
  api: { prefix: '/api', graphql: null, openapi: false, defaultPageSize: 25, maxPageSize: 100 },
} satisfies ExplorerModel)

it('selects labels of related entries, including drafts, and one more entry than the form shows', () => {
  const attributes = [relation('tags', 'manyToMany', 'tag'), relation('post', 'manyToOne', 'post')]
  expect(formPopulate([attribute('title', { type: 'string' }), ...attributes], model)).toEqual({
    tags: { fields: ['name'], limit: '101' },
    post: { fields: ['name'], publicationState: 'preview' },
  })
})

it('selects all ids of a relation that can only be replaced as a whole', () => {
  expect(formPopulate([relation('anything', 'morphToMany')], model)).toEqual({
    anything: { fields: ['id'], publicationState: 'preview' },
  })
})

it('selects nested components, up to a depth limit if a component contains itself', () => {
  const zone = attribute('zone', { type: 'dynamiczone', components: ['shared.seo', 'shared.quote', 'hidden.one'] })
  const populate = formPopulate([zone], model)
  expect(populate).toMatchObject({
    zone: {
      on: {
        'shared.quote': 'true',
        'shared.seo': {
          populate: {
            image: { fields: ['id'] },
            posts: { fields: ['id'], publicationState: 'preview' },
            parts: { populate: { parts: {} } },
          },
        },
      },
    },
  })
  expect(JSON.stringify(populate)).not.toContain('hidden')
  expect(JSON.stringify(populate).split('"parts"')).toHaveLength(6)
})
