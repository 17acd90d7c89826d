import type { Schema } from '@content-api/model'
import { isScalar } from '@content-api/model'
import { fieldMember } from '../fields.js'
import type { Output, OutputMember, OutputObject, ReadPlan } from '../read-plan.js'

/** How REST writes entries. GraphQL has a builder of its own, which follows the selection set. */
export interface ResponseForm {
  /** The members of an entry, with the array that members of links are added to later. */
  readonly entry: (id: OutputMember, fields: readonly OutputMember[]) => GrowingMembers
  /** What stands in place of linked entries or files. */
  readonly linked: (rows: Output) => Output
  /** The whole response of these entries. */
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
  response: (entries, { pagination }) =>
    object([
      { key: 'data', value: entries },
      {
        key: 'meta',
        value: pagination ? object([{ key: 'pagination', value: object(paginationFigures(pagination)) }]) : emptyObject,
      },
    ]),
}

/** Bare objects, as the users and upload plugins answer. */
export const flat: ResponseForm = {
  entry(id, fields) {
    const attributes = [id, ...fields]
    return { members: attributes, attributes }
  },
  linked: (rows) => rows,
  response: (entries) => entries,
}

/** Bare objects at every depth, a list beside its pagination: what code of a project works with. */
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
  let member = idMembers.get(schema)
  if (!member) {
    const id = schema.attributes['id']
    if (!id || !isScalar(id)) throw new Error(`${schema.uid} has no id`)
    idMembers.set(schema, (member = fieldMember('id', id)))
  }
  return member
}

/** Specification §4.2: the requested numbers, and the totals where they are wanted. */
function paginationFigures({ by, withCount }: NonNullable<ReadPlan['pagination']>): OutputObject {
  const shown =
    by === 'offset'
      ? (['start', 'limit', ...(withCount ? (['total'] as const) : [])] as const)
      : (['page', 'pageSize', ...(withCount ? (['pageCount', 'total'] as const) : [])] as const)
  return shown.map((figure) => ({ key: figure, value: { kind: 'pagination', figure } }))
}
