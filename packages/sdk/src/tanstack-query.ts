export { invalidateChanged } from './tanstack-query/invalidate-changed.js'
export { type Keys, keys } from './tanstack-query/keys.js'
export { me, meKey } from './tanstack-query/me.js'
export {
  type Cache,
  type CollectionMutations,
  mutations,
  type MutationsIn,
  type SingleMutations,
  singleMutations,
  type SingleMutationsIn,
} from './tanstack-query/mutations.js'
export type { DocumentMutations, SingleDocumentMutations } from './tanstack-query/document-mutations.js'
export type { DocumentQueries, SingleDocumentQueries } from './tanstack-query/document-queries.js'
export type {
  CallOptions,
  InfiniteOptions,
  MutationOptions,
  MutationSettings,
  Options,
} from './tanstack-query/options.js'
export {
  type CollectionQueries,
  type QueriesIn,
  queries,
  type SingleQueries,
  type SingleQueriesIn,
  singleQueries,
} from './tanstack-query/queries.js'
