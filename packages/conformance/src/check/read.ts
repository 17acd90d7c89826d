/** The value at a path such as `data.0.attributes.title`, or undefined where the path ends early. */
export function read(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null) return undefined
    return (at as Record<string, unknown>)[key]
  }, value)
}

/** Whether a value is a plain JSON object, as opposed to an array, null or a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
