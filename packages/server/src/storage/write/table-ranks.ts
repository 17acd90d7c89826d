import type { Layout } from '../layout.js'

const known = new WeakMap<Layout, ReadonlyMap<string, number>>()

/**
 * The order in which writers take the rows of tables: a row that others point at comes before those that point at it.
 * Whoever joins a list and whoever rearranges it then wait for the same row first.
 */
export function tableRanks(layout: Layout): ReadonlyMap<string, number> {
  let ranks = known.get(layout)
  if (!ranks) known.set(layout, (ranks = rank(layout)))
  return ranks
}

function rank({ tables }: Layout): ReadonlyMap<string, number> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ranks = new Map<string, number>()
  const visit = (name: string, above: ReadonlySet<string>) => {
    if (ranks.has(name) || above.has(name)) return
    const around = new Set([...above, name])
    for (const { references } of byName.get(name)?.columns ?? []) if (references) visit(references.table, around)
    ranks.set(name, ranks.size)
  }
  for (const name of [...byName.keys()].toSorted()) visit(name, new Set())
  return ranks
}
