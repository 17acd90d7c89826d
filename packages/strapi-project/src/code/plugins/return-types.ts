import { isRecord } from '@content-api/model'

/** The arguments and the type with which a resolver read its values. */
export interface ReturnInfo {
  /** The arguments of the field. The pagination of a collection is computed from them. */
  readonly args?: Readonly<Record<string, unknown>>
  readonly resourceUID?: string | undefined
}

/** The result of a resolver for a field of the type `XEntityResponse`: an entry or null. */
export interface ReturnedEntry {
  readonly value: unknown
  readonly info: ReturnInfo
}

/** The result of a resolver for a field of the type `XEntityResponseCollection`: entries. */
export interface ReturnedCollection {
  readonly nodes: unknown
  readonly info: ReturnInfo
}

/**
 * `returnTypes` of the service `format`. Resolvers convert entries of `entityService` to responses with these
 * functions.
 */
export const returnTypes = {
  toEntityResponse: (value: unknown, { args = {}, resourceUID }: ReturnInfo = {}): ReturnedEntry => ({
    value,
    info: { args, resourceUID },
  }),
  toEntityResponseCollection: (nodes: unknown, { args = {}, resourceUID }: ReturnInfo = {}): ReturnedCollection => ({
    nodes,
    info: { args, resourceUID },
  }),
}

export const isReturnedEntry = (value: unknown): value is ReturnedEntry =>
  isRecord(value) && 'value' in value && isRecord(value['info'])

export const isReturnedCollection = (value: unknown): value is ReturnedCollection =>
  isRecord(value) && 'nodes' in value && isRecord(value['info'])
