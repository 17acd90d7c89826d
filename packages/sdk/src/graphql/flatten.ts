import { isObject } from '../rest/flatten.js'
import type { DocumentNode, SelectionNode } from './document.js'

type Fields = Record<string, unknown>
type Node = Pick<SelectionNode, 'selectionSet'>
type Asked = Map<string | undefined, readonly Node[]>

type IsAny<T> = 0 extends 1 & T ? true : false
type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** Whether `data` holds what wrappers hold: entities, of which `id`, `attributes` or both were asked for. */
type HoldsEntities<D> = unknown extends D
  ? false
  : NonNullable<D> extends readonly (infer Item)[]
    ? IsEntity<NonNullable<Item>>
    : IsEntity<NonNullable<D>>
type IsEntity<E> = E extends object
  ? 'attributes' extends keyof E
    ? true
    : [Exclude<keyof E, 'id' | '__typename' | ` $fragment${string}`>] extends [never]
      ? true
      : false
  : false
type IsWrapper<T, D> = [Exclude<keyof T, 'data' | 'meta' | '__typename'>] extends [never] ? HoldsEntities<D> : false

/**
 * The type of an answer without its wrappers: `{ id, attributes }` becomes attributes beside the id, `{ data }` what it
 * holds; a list that came with `meta` keeps both.
 */
export type Flattened<T> =
  IsAny<T> extends true
    ? T
    : T extends readonly (infer Item)[]
      ? Flattened<Item>[]
      : T extends object
        ? T extends { data?: infer D }
          ? IsWrapper<T, D> extends true
            ? T extends { meta?: infer M }
              ? { data: Flattened<D>; meta: M }
              : Flattened<D>
            : FlattenedFields<T>
          : T extends { attributes?: infer A }
            ? unknown extends A
              ? FlattenedFields<T>
              : Simplify<Omit<T, 'attributes' | '__typename'> & FlattenedFields<NonNullable<A>>>
            : FlattenedFields<T>
        : T

type FlattenedFields<T> = { [K in keyof T]: Flattened<T[K]> }

const OPERATION = 'OperationDefinition'
/** Of the keys of a value: `data` alone or with `meta`. */
const WRAPPER = /^(meta,)?data(,meta)?$/
/** Of the keys of what it holds: `attributes`, or nothing but the id. */
const ENTITY = /\battributes\b|^(id|__typename|,)+$/

/**
 * Takes the wrappers off an answer. With the document that asked for it, its selections say what is one, and a value
 * without a selection stays as it is, JSON above all; without, whatever looks like a wrapper is taken for one.
 */
export function flattenGraphQL<T>(data: T, document?: DocumentNode): Flattened<T> {
  const definitions = document?.definitions ?? []

  /** What nodes ask for, by response key: nothing of leaves, and a key may be asked for more than once. */
  const askedBy = (nodes: readonly Node[], asked: Asked = new Map()): Asked => {
    for (const node of nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])) {
      const key = (node.alias ?? node.name)?.value
      const named = definitions.filter(({ kind, name }) => kind !== OPERATION && name?.value === key)
      if (node.kind === 'Field') asked.set(key, [...(asked.get(key) ?? []), node])
      else askedBy(node.selectionSet ? [node] : named, asked)
    }
    return asked
  }
  const under = (key: string, asked: Asked | undefined) => asked && askedBy(asked.get(key) ?? [])

  const flattenFields = (fields: Fields, asked: Asked | undefined): Fields =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, flattenValue(value, under(key, asked))]))

  const flattenValue = (value: unknown, asked: Asked | undefined): unknown => {
    if (!isObject(value) || asked?.size === 0) return value
    if (Array.isArray(value)) return value.map((item) => flattenValue(item, asked))
    const fields = flattenFields(value, asked)
    const { __typename, ...rest } = fields
    const entity = under('data', asked)
    const isWrapper = WRAPPER.test(Object.keys(rest).join()) && (!entity || ENTITY.test([...entity.keys()].join()))
    if (isWrapper && typeof rest['data'] === 'object') return rest['meta'] ? rest : rest['data']
    const { attributes, ...others } = rest
    // Of what has no selection nothing is known, and without a document of what is no object.
    return typeof attributes === 'object' && under('attributes', asked)?.size !== 0
      ? { ...others, ...attributes }
      : fields
  }

  const operations = definitions.filter(({ kind }) => kind === OPERATION)
  return flattenFields(data as Fields, document && askedBy(operations)) as Flattened<T>
}
