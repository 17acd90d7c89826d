/** Returns the value at a path such as `data.0.attributes.title`, or undefined if the path doesn't exist. */
export function read(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null) return undefined
    return (at as Record<string, unknown>)[key]
  }, value)
}

/** Returns whether a value is a JSON object, not an array, null or a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
