import type { ExplorerModel, ExplorerType } from '../src/protocol.js'

/** The content type of most tests, without attributes. */
export const article: ExplorerType = {
  uid: 'api::article.article',
  displayName: 'Article',
  kind: 'collectionType',
  singularName: 'article',
  pluralName: 'articles',
  path: '/api/articles',
  attributes: [],
  label: 'title',
  draftAndPublish: false,
  localized: false,
  actions: ['find'],
  count: 1,
  graphql: null,
}

/** A model with one content type. */
export const modelOf = (type: ExplorerType, api: Partial<ExplorerModel['api']> = {}): ExplorerModel => ({
  identity: { name: 'everything', label: 'Everything', detail: null },
  open: false,
  form: 'entries',
  types: [type],
  related: [],
  components: [],
  media: null,
  webhooks: false,
  locales: [],
  api: { prefix: '/api', graphql: null, openapi: true, defaultPageSize: 25, maxPageSize: 100, ...api },
})
