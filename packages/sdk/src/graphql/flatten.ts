import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import { type AnyDocument, textOf } from './document.js'
import { readSelections, type Selection } from './selections.js'

type Fields = Record<string, unknown>

type IsAny<T> = 0 extends 1 & T ? true : false
type Simplify<T> = { [K in keyof T]: T[K] } & {}

/** Whether `data` holds entities: objects of which `id`, `attributes` or both are requested. */
type HoldsEntities<D> = unknown extends D
  ? false
  : NonNullable<D> extends readonly (infer Item)[]
    ? IsEntity<NonNullable<Item>>
    : IsEntity<NonNullable<D>>
type IsEntity<E> = E extends object
  ? 'attributes' extends keyof E
    ? true
    : [Exclude<keyof E, 'id' | '__typename' | Mask>] extends [never]
      ? true
      : false
  : false
/** The key that graphql-codegen adds for the fields of fragments. Results don't contain it. */
type Mask = ` $fragment${string}`
type Masked<F, T> = F extends object ? (Mask & keyof T extends never ? F : F & Pick<T, Mask & keyof T>) : F
type IsWrapper<T, D> = [Exclude<keyof T, 'data' | 'meta' | '__typename' | Mask>] extends [never]
  ? T extends { __typename: infer Name }
    ? Name extends `${string}${'Entity' | 'Relation'}Response${string}`
      ? true
      : false
    : HoldsEntities<D>
  : false

/**
 * The type of a GraphQL result without its wrappers: `{ id, attributes }` becomes one object with all
 * attributes, `{ data }` becomes its content. A list with `meta` keeps both.
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
              ? Masked<{ data: Flattened<D>; meta: M }, T>
              : Masked<Flattened<D>, T>
            : FlattenedFields<T>
          : T extends { attributes?: infer A }
            ? unknown extends A
              ? FlattenedFields<T>
              : Simplify<Omit<T, 'attributes' | '__typename'> & FlattenedFields<NonNullable<A>>>
            : FlattenedFields<T>
        : T

type FlattenedFields<T> = { [K in keyof T]: Flattened<T[K]> }

/** Deeper than any query, but safe for the call stack. */
const MAX_DEPTH = 500

/** The names of the wrapper types. */
const RESPONSE_TYPE = /(Entity|Relation)Response/

/**
 * Returns a GraphQL result without its `data` and `attributes` wrappers. With its document, the selections
 * decide which objects are wrappers, and values without a selection, such as JSON, stay as they are. Without
 * a document, every object that looks like a wrapper is one. A `__typename` in the result decides in either
 * case.
 *
 * @throws ResponseShapeError for values nested over 500 levels deep. With a document, values without a
 * selection are not checked.
 * @example
 * ```ts
 * flattenGraphQL({ tags: { data: [{ id: '1', attributes: { name: 'sea' } }] } }) // { tags: [{ id: '1', name: 'sea' }] }
 * ```
 */
export function flattenGraphQL<T>(data: T, document?: AnyDocument): Flattened<T> {
  const selection = document ? readSelections(textOf(document)) : undefined
  return flattenRoot(data, selection) as Flattened<T>
}

/** Flattens the root fields. The root is never a wrapper, even if its fields have such names. */
function flattenRoot(data: unknown, selection: Selection | undefined): unknown {
  if (Array.isArray(data)) return flattenValue(data, selection, 0)
  return isObject(data) ? flattenFields(data, selection, 0) : data
}

/**
 * `selection` is undefined without a document. An empty one belongs to a value without a selection: a leaf,
 * or JSON.
 */
function flattenValue(value: unknown, selection: Selection | undefined, depth: number): unknown {
  if (!isObject(value) || selection?.size === 0) return value
  if (depth > MAX_DEPTH) throw new ResponseShapeError('the GraphQL data is nested too deep')
  if (Array.isArray(value)) return value.map((item) => flattenValue(item, selection, depth + 1))
  return unwrap(flattenFields(value, selection, depth), selection)
}

function flattenFields(value: Fields, selection: Selection | undefined, depth: number): Fields {
  const selectionOf = (name: string) => selection && (selection.get(name) ?? NO_SELECTION)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, flattenValue(field, selectionOf(name), depth + 1)]),
  )
}

const NO_SELECTION: Selection = new Map()

function unwrap(fields: Fields, selection: Selection | undefined): unknown {
  const { __typename: typeName, ...rest } = fields
  if (isWrapper(rest, typeName, selection)) return rest['meta'] ? rest : rest['data']
  if (isEntity(rest, selection)) {
    const { attributes, ...others } = rest
    return { ...others, ...(attributes as object | null) }
  }
  return fields
}

/** A wrapper has only `data` and possibly `meta`. Components may have fields of these names. */
function isWrapper(rest: Fields, typeName: unknown, selection: Selection | undefined): boolean {
  const hasWrapperKeys =
    typeof rest['data'] === 'object' && Object.keys(rest).every((key) => key === 'data' || key === 'meta')
  if (!hasWrapperKeys) return false
  if (typeof typeName === 'string') return RESPONSE_TYPE.test(typeName)
  const requested = selection?.get('data')
  return requested === undefined || isSelectionOfEntity(requested)
}

/** Entities have `attributes` selected, or only the id. */
function isSelectionOfEntity(selection: Selection): boolean {
  const names = [...selection.keys()]
  return (
    names.includes('attributes') || (names.length > 0 && names.every((name) => name === 'id' || name === '__typename'))
  )
}

/** An attribute named `attributes` that has no selection is JSON. */
function isEntity({ attributes }: Fields, selection: Selection | undefined): boolean {
  return typeof attributes === 'object' && selection?.get('attributes')?.size !== 0
}
