import type { DocumentNode, SelectionSetNode } from './document.js'

type Fields = Record<string, unknown>
type Fragments = ReadonlyMap<string, SelectionSetNode>

type IsAny<T> = 0 extends 1 & T ? true : false
type Simplify<T> = { [K in keyof T]: T[K] } & {}

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
          ? T extends { meta?: infer M }
            ? { data: Flattened<D>; meta: M }
            : Flattened<D>
          : T extends { attributes?: infer A }
            ? Simplify<Omit<T, 'attributes' | '__typename'> & FlattenedFields<NonNullable<A>>>
            : FlattenedFields<T>
        : T

type FlattenedFields<T> = { [K in keyof T]: Flattened<T[K]> }

/**
 * Takes the wrappers off an answer. With the document that asked for it only what has a selection is looked into, so
 * that JSON values stay as they are; without, whatever looks like a wrapper is taken for one.
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
  if (typeof value !== 'object' || value === null) return value
  const { __typename, ...rest } = flattenFields(value as Fields, sets, fragments)
  const { data, attributes, meta, ...others } = rest
  if ('data' in rest && Object.keys(others).length === 0) return 'meta' in rest ? { data, meta } : data
  if ('attributes' in rest) return { ...others, ...(attributes as Fields | null) }
  return __typename === undefined ? rest : { __typename, ...rest }
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
