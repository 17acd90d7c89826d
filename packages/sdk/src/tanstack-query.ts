export { type Keys, keys } from './tanstack-query/keys.js'
export { me, meKey } from './tanstack-query/me.js'
export {
  type Cache,
  type CollectionMutations,
  mutations,
  type MutationSettings,
  type SingleMutations,
  singleMutations,
} from './tanstack-query/mutations.js'
export type { CallOptions, InfiniteOptions, MutationOptions, Options } from './tanstack-query/options.js'
export { type CollectionQueries, queries, type SingleQueries, singleQueries } from './tanstack-query/queries.js'
