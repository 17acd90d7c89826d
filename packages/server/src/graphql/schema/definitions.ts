/** SDL of each type by its name, in the order of the printed schema. */
export type Definitions = ReadonlyMap<string, string>

const names = /[_A-Za-z]\w*/g

/**
 * The definitions that `roots` lead to. Others stay out of the schema: a filter input that no list takes says nothing.
 * `elsewhere` is SDL that may name them, too.
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

/** The SDL of a type with fields; empty where there are none, since GraphQL knows no type without fields. */
export function block(keyword: 'type' | 'input', name: string, fields: readonly string[]): string {
  return fields.length === 0 ? '' : `${keyword} ${name} {\n${fields.map((field) => `  ${field}\n`).join('')}}`
}
