import { isScalar, type Registry } from '@content-api/model'
import { enumValueSlug } from '@content-api/engine/attributes'

/** Names that GraphQL keeps for itself. */
const reserved: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/**
 * Returns the GraphQL names of the values of an enumeration. Values that have no valid name in Strapi get one
 * that begins with `_`, and the later of two values with the same name gets a number.
 */
export function enumValueNames(values: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [index, value] of values.entries()) {
    const called = enumValueSlug(value) || String(index + 1)
    const valid = /^\d/.test(called) || reserved.has(called) ? `_${called}` : called
    let name = valid
    for (let number = 2; taken.has(name); number++) name = `${valid}_${number}`
    taken.add(name)
    names.set(value, name)
  }
  return names
}

/** Returns a warning for each enumeration whose values would have the same name in GraphQL. */
export function describeCollidingValues({ contentTypes, components }: Registry): string[] {
  return [...contentTypes.values(), ...components.values()].flatMap(({ uid, declared }) =>
    Object.entries(declared).flatMap(([name, attribute]) => {
      const values = isScalar(attribute) ? (attribute.enum ?? []) : []
      const seen = new Set<string>()
      const later = values.filter((value) => {
        const called = enumValueSlug(value)
        const isLater = called !== '' && seen.has(called)
        seen.add(called)
        return isLater
      })
      if (later.length === 0) return []
      const names = enumValueNames(values)
      const list = later.map((value) => `${JSON.stringify(value)} is ${names.get(value)}`).join(', ')
      return [`Values of ${uid}.${name} have the same name in GraphQL as earlier ones, so ${list} there.`]
    }),
  )
}
