/**
 * Returns the objects that the parser of query strings creates without a prototype as ordinary objects, whose
 * methods project code may call. Like qs in Strapi 4.26, it leaves out names that would replace such methods.
 */
export function ordinary<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(ordinary) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== null) return value
  const kept = Object.entries(value).filter(([name]) => !(name in Object.prototype))
  return Object.fromEntries(kept.map(([name, item]) => [name, ordinary(item as unknown)])) as Value
}
