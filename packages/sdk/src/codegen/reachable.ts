import type { GeneratedType } from './content-model.js'

/**
 * Returns the types that the project uses: the roots, and all that their links lead to. It leaves out
 * administrators unless a relation leads to them.
 */
export function reachable(all: readonly GeneratedType[], roots: readonly string[]): GeneratedType[] {
  const byName = new Map(all.map((type) => [type.name, type]))
  const reached = new Set(roots)
  // A loop over a set also visits the names that are added during it.
  for (const name of reached) {
    const links = [...(byName.get(name)?.links.values() ?? [])]
    const targets = links.flatMap((link) => ('targets' in link ? link.targets : []))
    for (const target of targets) reached.add(target)
  }
  return all.filter(({ name }) => reached.has(name))
}
