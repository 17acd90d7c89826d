import type { DataTag, InfiniteData } from '@tanstack/query-core'
import type { RequestOptions } from '../types/request.js'

/** Query options for TanStack Query in every framework. The key carries the type of the cached data. */
export interface Options<T> {
  readonly queryKey: DataTag<readonly unknown[], T>
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

/** Options for infinite queries. */
export interface InfiniteOptions<T> {
  readonly queryKey: DataTag<readonly unknown[], InfiniteData<T, number>>
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<T>
  readonly initialPageParam: number
  readonly getNextPageParam: (last: T) => number | undefined
}

/** Options for mutations: `Variables` is the argument of `mutate`. */
export interface MutationOptions<T, Variables> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (variables: Variables) => Promise<T>
  /** Invalidates the queries that the change affects. The mutation stays pending until active queries are refetched. */
  readonly onSuccess: (data: T, variables: Variables) => Promise<void>
}

/** The options of a request. TanStack Query provides the signal. */
export type CallOptions = Omit<RequestOptions, 'signal'>

/** Options of a mutation. */
export interface MutationSettings<Name> extends Omit<RequestOptions, 'signal'> {
  /** Other content types whose queries show entries of this one: they are invalidated too. */
  readonly invalidates?: readonly Name[]
}
