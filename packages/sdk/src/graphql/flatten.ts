import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/link-query.js'
import { type AnyDocument, textOf } from './document.js'
import { type Asked, readSelections } from './selections.js'

type Fields = Record<string, unknown>

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
    : [Exclude<keyof E, 'id' | '__typename' | Mask>] extends [never]
      ? true
      : false
  : false
/** What graphql-codegen hides the fields of fragments behind; no answer has it. */
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

/** Of the keys of a value: `data` alone or with `meta`. */
const WRAPPER = /^(meta,)?data(,meta)?$/
/** Of the keys of what it holds: `attributes`, or nothing but the id. */
const ENTITY = /\battributes\b|^(id|__typename|,)+$/
/** Of the types of wrappers. */
const RESPONSE = /(Entity|Relation)Response/

/**
 * Takes the wrappers off an answer. With the document that asked for it, its selections say what is one, and a value
 * without a selection stays as it is, JSON above all; without, whatever looks like a wrapper is taken for one. Where an
 * answer has a `__typename` of its own, that says it in either case. Throws a {@link ResponseShapeError} where lists, or
 * without a document anything, lie in each other over 500 levels deep.
 */
export function flattenGraphQL<T>(data: T, document?: AnyDocument): Flattened<T> {
  return flatten(data, document ? readSelections(textOf(document)) : undefined, 0) as Flattened<T>
}

function flatten(value: unknown, asked: Asked | undefined, depth: number): unknown {
  if (!isObject(value) || asked?.size === 0) return value
  // Deeper than anybody asks, and no deeper than leaves the caller some stack.
  if (depth > 500) throw new ResponseShapeError('GraphQL data is nested too deep')
  if (Array.isArray(value)) return value.map((item) => flatten(item, asked, depth + 1))
  const fields: Fields = Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      flatten(field, asked && (asked.get(key) ?? new Map()), depth + 1),
    ]),
  )
  // What is asked of the query itself may be named as wrappers are.
  if (!depth) return fields
  const { __typename, ...rest } = fields
  const entity = asked?.get('data')
  const isWrapper = __typename ? RESPONSE.test(__typename as string) : !entity || ENTITY.test([...entity.keys()].join())
  if (isWrapper && WRAPPER.test(Object.keys(rest).join()) && typeof rest['data'] === 'object')
    return rest['meta'] ? rest : rest['data']
  const { attributes, ...others } = rest
  // Of what has no selection nothing is known, and without a document of what is no object.
  return typeof attributes === 'object' && asked?.get('attributes')?.size !== 0 ? { ...others, ...attributes } : fields
}
