import type { Generation } from '../profile/generation.js'
import type { Clause } from './clause.js'
import { ledger, sectionTitles } from './ledger.js'
import { strapi5Ledger, strapi5Sections } from './strapi5/ledger.js'

const ledgers: Readonly<Record<Generation, readonly Clause[]>> = { 'strapi-4': ledger, 'strapi-5': strapi5Ledger }

/** Returns every statement about an interface, in order. */
export const ledgerOf = (generation: Generation): readonly Clause[] => ledgers[generation]

/** The clauses of all interfaces. Their ids differ. */
export const allClauses: readonly Clause[] = Object.values(ledgers).flat()

/** The names and titles of the sections of an interface, in order. */
export const sectionsOf = (generation: Generation): readonly (readonly [name: string, title: string])[] =>
  generation === 'strapi-5'
    ? Object.entries(strapi5Sections)
    : Object.entries(sectionTitles).toSorted(([a], [b]) => Number(a) - Number(b))

/** The sections of all interfaces, in order. */
export const allSections = [...sectionsOf('strapi-4'), ...sectionsOf('strapi-5')]

const byId: ReadonlyMap<string, Clause> = new Map(allClauses.map((clause) => [clause.id, clause]))

/** Returns the clause with that id, or undefined. */
export const findClause = (id: string): Clause | undefined => byId.get(id)

/**
 * Returns the clause with that id.
 * @throws Error if no ledger has such a clause: the scenario cites an unknown one
 */
export function clauseOf(id: string): Clause {
  const clause = byId.get(id)
  if (!clause) throw new Error(`No ledger has a clause '${id}'.`)
  return clause
}
