import type { List } from '../types/collection.js'
import type { Returns } from '../types/methods.js'
import type { InfiniteOptions, Options } from './options.js'

/** The pagination of all lists here: by page, with the total. */
export type Counted = { readonly page: number; readonly pageSize: number }

// The result types of the methods: see `Returns`.
export interface OneCached extends Returns {
  readonly type: Options<this['entry']>
}
export interface FirstCached extends Returns {
  readonly type: Options<this['entry'] | null>
}
export interface PagesCached extends Returns {
  readonly type: InfiniteOptions<List<this['entry'], Counted>>
}
