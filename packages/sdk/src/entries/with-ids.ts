import { isObject, isRecord } from '../query/json-value.js'

/**
 * Returns an entry as `create` and `update` take it: with the ids of related entries and files instead of the
 * populated entries and files. `paths` names these links. Paths go through components and dynamic zones:
 * `zone.author` is the relation `author` of each component in the zone that has one.
 *
 * @example
 * ```ts
 * const articles = api.collection('articles')
 * const article = await articles.findOne(1, { populate: ['author', 'tags', 'seo.metaImage'] })
 * await articles.update(1, { ...withIds(article, ['author', 'tags', 'seo.metaImage']), title: 'New' })
 * ```
 */
export function withIds<E extends object, const P extends LinkPath<E>>(entry: E, paths: readonly P[]): WithIds<E, P> {
  return paths.reduce<unknown>((changed, path) => replaceAt(changed, path.split('.')), entry) as WithIds<E, P>
}

function replaceAt(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceAt(item, [name, ...rest]))
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: rest.length === 0 ? idsOf(value[name]) : replaceAt(value[name], rest) }
}

/** Returns the id of a populated entry or file, or the ids of a list. Values that are neither stay as they are. */
function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf)
  if (!isObject(value)) return value
  const { id, data, __type } = value
  if (id === undefined && data !== undefined) return idsOf(data)
  // The type belongs to the reference of a polymorphic relation.
  return __type === undefined ? id : { id, __type }
}

/** An item of a list, or the value itself. */
type Item<V> = V extends readonly (infer I)[] ? I : V

/** The names of populated links, and their paths in components. Names of components are among them. */
export type LinkPath<E> = { [K in keyof E & string]: PathsFrom<K, Item<NonNullable<E[K]>>> }[keyof E & string]

type PathsFrom<K extends string, V> = V extends { readonly id: number }
  ? K | `${K}.${LinkPath<V>}`
  : V extends { readonly data: infer D }
    ? Item<NonNullable<D>> extends { readonly id: number }
      ? K
      : never
    : never

/** An entry with ids in place of the links at the paths `P`. */
export type WithIds<E, P extends string> = E extends readonly (infer I)[]
  ? WithIds<I, P>[]
  : E extends object
    ? {
        [K in keyof E]: K extends P
          ? Ids<E[K]>
          : [PathBelow<P, K>] extends [never]
            ? E[K]
            : WithIds<E[K], PathBelow<P, K>>
      }
    : E

type PathBelow<P, K> = P extends `${K & string}.${infer Rest}` ? Rest : never

type Ids<V> = V extends readonly (infer I)[]
  ? Ids<I>[]
  : V extends { readonly id: infer Id; readonly __type: infer T }
    ? { id: Id; __type: T }
    : V extends { readonly id: infer Id }
      ? Id
      : V extends { readonly data: infer D }
        ? Ids<D>
        : V
