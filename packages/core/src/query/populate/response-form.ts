import { getOrCreate } from '@content-api/engine/on-demand'
import { isScalar, type Schema } from '@content-api/model'
import { fieldMember } from '../fields.js'
import type { Output, OutputMember, OutputObject, ReadPlan } from '@content-api/engine/plan'

/** The REST representation of entries. GraphQL builds its output separately, from the selection set. */
export interface ResponseForm {
  /** Returns the members of an entry, and the array to which members of links are added later. */
  readonly entry: (id: OutputMember, fields: readonly OutputMember[]) => GrowingMembers
  /** Returns the representation of linked entries or files. */
  readonly linked: (rows: Output) => Output
  /** Returns the representation of `{ count }` in the place of linked entries. */
  readonly count: (count: Output) => Output
  /** Returns the whole response. */
  readonly response: (entries: Output, plan: Pick<ReadPlan, 'pagination'>) => Output
}

interface GrowingMembers {
  readonly members: OutputObject
  readonly attributes: OutputMember[]
}

/** `{ "data": { "id", "attributes" }, "meta" }`, for linked entries too (specification §2.1 and §2.2). */
export const envelope: ResponseForm = {
  entry(id, fields) {
    const attributes = [...fields]
    return { members: [id, { key: 'attributes', value: object(attributes) }], attributes }
  },
  linked: (rows) => object([{ key: 'data', value: rows }]),
  count: (count) => object([{ key: 'data', value: object([{ key: 'attributes', value: count }]) }]),
  response: (entries, { pagination }) =>
    object([
      { key: 'data', value: entries },
      {
        key: 'meta',
        value: pagination ? object([{ key: 'pagination', value: object(paginationFigures(pagination)) }]) : emptyObject,
      },
    ]),
}

/** Bare objects, like the responses of Strapi's users and upload plugins. */
export const flat: ResponseForm = {
  entry(id, fields) {
    const attributes = [id, ...fields]
    return { members: attributes, attributes }
  },
  linked: (rows) => rows,
  count: (count) => count,
  response: (entries) => entries,
}

/** Bare objects at every level, and lists with their pagination. The project's own code reads entries in this form. */
export const results: ResponseForm = {
  ...flat,
  response: (entries, { pagination }) =>
    pagination
      ? object([
          { key: 'results', value: entries },
          { key: 'pagination', value: object(paginationFigures(pagination)) },
        ])
      : entries,
}

export const emptyObject: Output = { kind: 'text', text: '{}' }

export function object(members: OutputObject): Output {
  return { kind: 'object', members, absorbs: false }
}

export function textMember(key: string, value: string): OutputMember {
  return { key, value: { kind: 'text', text: JSON.stringify(value) } }
}

const idMembers = new WeakMap<Schema, OutputMember>()

export function idMember(schema: Schema): OutputMember {
  return getOrCreate(idMembers, schema, () => {
    const id = schema.attributes['id']
    if (!id || !isScalar(id)) throw new Error(`${schema.uid} has no id`)
    return fieldMember('id', id)
  })
}

/** Returns the members of `pagination`: the effective parameters, and totals with `withCount` (specification §4.2). */
function paginationFigures({ by, withCount }: NonNullable<ReadPlan['pagination']>): OutputObject {
  const shown =
    by === 'offset'
      ? (['start', 'limit', ...(withCount ? (['total'] as const) : [])] as const)
      : (['page', 'pageSize', ...(withCount ? (['pageCount', 'total'] as const) : [])] as const)
  return shown.map((figure) => ({ key: figure, value: { kind: 'pagination', figure } }))
}
