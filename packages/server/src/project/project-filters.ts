import { type ContentType, isRecord, isScalar, type Registry } from '@content-api/model'
import { linkTarget } from '@content-api/engine/plan/link-target'
import { isGroupOperator, isValueOperator } from '@content-api/engine/plan/operators'

type Target = Pick<ContentType, 'attributes'> | undefined
type Ignore = (name: string) => void

/** A scalar value has operators, but no attributes. */
const noAttributes: Target = { attributes: {} }

/**
 * Returns filters of `strapi.entityService` without the parts that Strapi 4 ignores: unknown attributes and
 * operators. Values that are undefined stay, so that they are rejected.
 * @param ignore is called with each name that is left out
 */
export function knownFilters(registry: Registry, type: Target, filters: unknown, ignore: Ignore): unknown {
  if (Array.isArray(filters)) {
    return filters.map((part: unknown) => knownFilters(registry, type, part, ignore)).filter(isKept(filters))
  }
  if (!isRecord(filters) || filters instanceof Date) return filters
  const known = Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    if (isValueOperator(name)) return [[name, value]]
    const attribute = type && Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    if (!isGroupOperator(name) && !attribute) {
      // Without a type, as for a dynamic zone, names of attributes are checked later.
      if (!type && !name.startsWith('$')) return [[name, value]]
      ignore(name)
      return []
    }
    const target = !attribute ? type : isScalar(attribute) ? noAttributes : linkTarget(attribute, registry)
    const part = knownFilters(registry, target, value, ignore)
    return isEmptied(value, part) ? [] : [[name, part]]
  })
  return Object.fromEntries(known)
}

const sizeOf = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : undefined

/** Returns whether all parts of a condition were left out, so that nothing remains of it. */
const isEmptied = (before: unknown, after: unknown): boolean => sizeOf(after) === 0 && sizeOf(before) !== 0

const isKept =
  (before: readonly unknown[]) =>
  (after: unknown, index: number): boolean =>
    !isEmptied(before[index], after)
