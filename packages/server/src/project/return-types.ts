import { isRecord } from '@content-api/model'

/** What the values that a resolver answers with were read by. */
export interface ReturnInfo {
  /** Arguments of the field: what the pagination of a collection is counted by. */
  readonly args?: Readonly<Record<string, unknown>>
  readonly resourceUID?: string | undefined
}

/** An entry, or null, for a field of the type `XEntityResponse`. */
export interface GivenResponse {
  readonly value: unknown
  readonly info: ReturnInfo
}

/** Entries for a field of the type `XEntityResponseCollection`. */
export interface GivenCollection {
  readonly nodes: unknown
  readonly info: ReturnInfo
}

/** `returnTypes` of the service `format`: what resolvers make answers of, from entries as `entityService` gives them. */
export const returnTypes = {
  toEntityResponse: (value: unknown, { args = {}, resourceUID }: ReturnInfo = {}): GivenResponse => ({
    value,
    info: { args, resourceUID },
  }),
  toEntityResponseCollection: (nodes: unknown, { args = {}, resourceUID }: ReturnInfo = {}): GivenCollection => ({
    nodes,
    info: { args, resourceUID },
  }),
}

export const isGivenResponse = (value: unknown): value is GivenResponse =>
  isRecord(value) && 'value' in value && isRecord(value['info'])

export const isGivenCollection = (value: unknown): value is GivenCollection =>
  isRecord(value) && 'nodes' in value && isRecord(value['info'])
