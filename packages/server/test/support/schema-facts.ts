import { type ASTNode, parse, print } from 'graphql'

/** The parts of a definition that are compared separately. */
const parts = ['arguments', 'fields', 'values', 'types'] as const

/**
 * Splits a printed schema into facts. The keys are the names of definitions (`Type`, `Type.field`,
 * `Type.field(argument:)`, `Union | Member`). Each value is the definition's SDL, without its description and
 * its nested definitions. A description has its own key, such as `description of Type.field`. Two schemas
 * with the same facts are printed the same after sorting.
 */
export function schemaFacts(sdl: string): Map<string, string> {
  const facts = new Map<string, string>()
  for (const definition of parse(sdl, { noLocation: true }).definitions) {
    if (!('name' in definition) || !definition.name) throw new Error(`A printed schema has no ${definition.kind}`)
    collect(definition, definition.name.value, facts)
  }
  return facts
}

function collect(node: ASTNode, place: string, facts: Map<string, string>): void {
  const { description, ...stated } = node as ASTNode & Readonly<Record<string, unknown>>
  const alone = Object.fromEntries(Object.entries(stated).filter(([key]) => !isPart(key)))
  facts.set(place, print(alone as unknown as ASTNode))
  if (description) facts.set(`description of ${place}`, (description as { readonly value: string }).value)
  for (const part of parts) {
    for (const below of (stated[part] ?? []) as readonly (ASTNode & { readonly name: { readonly value: string } })[]) {
      const { value } = below.name
      const places = { arguments: `${place}(${value}:)`, types: `${place} | ${value}` }
      collect(below, part === 'fields' || part === 'values' ? `${place}.${value}` : places[part], facts)
    }
  }
}

const isPart = (key: string) => (parts as readonly string[]).includes(key)

/** Returns the facts that differ, as lines: `-` for the first schema, `+` for the second. */
export function differingFacts(first: ReadonlyMap<string, string>, second: ReadonlyMap<string, string>): string[] {
  const lines = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>, sign: string) =>
    [...from].filter(([place, fact]) => other.get(place) !== fact).map(([place, fact]) => `${sign} ${place}: ${fact}`)
  return [...lines(first, second, '-'), ...lines(second, first, '+')]
}
