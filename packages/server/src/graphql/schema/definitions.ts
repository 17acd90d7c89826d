/** The SDL of each type by its name. */
export type Definitions = ReadonlyMap<string, string>

const names = /[_A-Za-z]\w*/g

/**
 * Returns the definitions that `roots` refer to, directly or indirectly. Others, such as the filter input of
 * a type that no query lists, stay out of the schema. `elsewhere` is other SDL that may refer to definitions.
 */
export function reachable(all: Definitions, roots: readonly string[], elsewhere: readonly string[] = []): Definitions {
  const found = new Set<string>()
  const queue = [...roots, ...elsewhere.flatMap(namesIn)]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const sdl = all.get(name)
    if (sdl === undefined || found.has(name)) continue
    found.add(name)
    queue.push(...namesIn(sdl))
  }
  return new Map([...all].filter(([name]) => found.has(name)))
}

const namesIn = (sdl: string): readonly string[] => sdl.match(names) ?? []

/** Returns the SDL of a type, or an empty string if it has no fields: GraphQL has no types without fields. */
export function block(keyword: 'type' | 'input', name: string, fields: readonly string[]): string {
  return fields.length === 0 ? '' : `${keyword} ${name} {\n${fields.map((field) => `  ${field}\n`).join('')}}`
}
