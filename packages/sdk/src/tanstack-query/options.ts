import type { DataTag, InfiniteData } from '@tanstack/query-core'
import type { RequestOptions } from '../types/request.js'

/** What TanStack Query takes in every framework. By its key it knows the type of what it caches. */
export interface Options<T> {
  readonly queryKey: DataTag<readonly unknown[], T>
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>
}

/** What its infinite queries take. */
export interface InfiniteOptions<T> {
  readonly queryKey: DataTag<readonly unknown[], InfiniteData<T, number>>
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: number }) => Promise<T>
  readonly initialPageParam: number
  readonly getNextPageParam: (last: T) => number | undefined
}

/** What its mutations take: `Variables` is the argument of `mutate`. */
export interface MutationOptions<T, Variables> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (variables: Variables) => Promise<T>
  /** Invalidates what the change makes out of date. The mutation is pending until that is read again. */
  readonly onSuccess: (data: T, variables: Variables) => Promise<void>
}

/** The options of a request; the signal is TanStack Query's. */
export type CallOptions = Omit<RequestOptions, 'signal'>
