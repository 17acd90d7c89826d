import type { DocumentNode, SelectionSetNode } from './document.js'

type Fields = Record<string, unknown>
type Fragments = ReadonlyMap<string, SelectionSetNode>

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

/**
 * Takes the wrappers off an answer. With the document that asked for it, its selections say what is one, and a value
 * without a selection stays as it is, JSON above all; without, whatever looks like a wrapper is taken for one.
 */
export function flattenGraphQL<T>(data: T, document?: DocumentNode): Flattened<T> {
  const fragments = new Map<string, SelectionSetNode>()
  const operations: SelectionSetNode[] = []
  for (const { kind, name, selectionSet } of document?.definitions ?? []) {
    if (!selectionSet) continue
    if (kind === 'OperationDefinition') operations.push(selectionSet)
    else if (name) fragments.set(name.value, selectionSet)
  }
  return flattenFields(data as Fields, document && operations, fragments) as Flattened<T>
}

function flattenFields(fields: Fields, sets: readonly SelectionSetNode[] | undefined, fragments: Fragments): Fields {
  const entries = Object.entries(fields).map(([key, value]) => {
    const below = sets && selectionsOf(key, sets, fragments)
    return [key, below?.length === 0 ? value : flattenValue(value, below, fragments)]
  })
  return Object.fromEntries(entries) as Fields
}

function flattenValue(value: unknown, sets: readonly SelectionSetNode[] | undefined, fragments: Fragments): unknown {
  if (Array.isArray(value)) return value.map((item) => flattenValue(item, sets, fragments))
  if (!isObject(value)) return value
  const { __typename, ...rest } = flattenFields(value, sets, fragments)
  if (isWrapper(value, sets, fragments)) return 'meta' in rest ? rest : rest['data']
  if ('attributes' in rest && asksFor('attributes', value, sets, fragments)) {
    const { attributes, ...others } = rest
    return { ...others, ...(attributes as Fields | null) }
  }
  return __typename === undefined ? rest : { __typename, ...rest }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Whether a key holds what is to be looked into: what has a selection; without a document, any object. */
function asksFor(
  key: string,
  value: Fields,
  sets: readonly SelectionSetNode[] | undefined,
  fragments: Fragments,
): boolean {
  return sets ? selectionsOf(key, sets, fragments).length > 0 : typeof value[key] === 'object'
}

/** Whether it is what entities come in: `data` alone or with `meta`, of which `id`, `attributes` or both are asked for. */
function isWrapper(value: Fields, sets: readonly SelectionSetNode[] | undefined, fragments: Fragments): boolean {
  const { data } = value
  const alone = Object.keys(value).every((key) => key === 'data' || key === 'meta' || key === '__typename')
  if (!('data' in value) || !alone || !asksFor('data', value, sets, fragments)) return false
  const keys = sets
    ? keysOf(selectionsOf('data', sets, fragments), fragments)
    : [data].flat().flatMap((entity) => (isObject(entity) ? Object.keys(entity) : entity === null ? [] : ['']))
  return keys.includes('attributes') || keys.every((key) => key === 'id' || key === '__typename')
}

/** The response keys that selections ask for. */
function keysOf(sets: readonly SelectionSetNode[], fragments: Fragments): string[] {
  return sets.flatMap(({ selections }) =>
    selections.flatMap(({ kind, name, alias, selectionSet }) => {
      if (kind === 'Field') return (alias ?? name)?.value ?? []
      const spread = selectionSet ?? fragments.get(name?.value ?? '')
      return spread ? keysOf([spread], fragments) : []
    }),
  )
}

/** The selections under a response key, wherever the document asks for it: a key may be asked for more than once. */
function selectionsOf(key: string, sets: readonly SelectionSetNode[], fragments: Fragments): SelectionSetNode[] {
  return sets.flatMap(({ selections }) =>
    selections.flatMap(({ kind, name, alias, selectionSet }) => {
      if (kind === 'Field') return (alias ?? name)?.value === key && selectionSet ? selectionSet : []
      const spread = selectionSet ?? fragments.get(name?.value ?? '')
      return spread ? selectionsOf(key, [spread], fragments) : []
    }),
  )
}
