import type { Clause } from './clause.js'
import { graphqlAndAccessClauses } from './graphql-and-access.js'
import { queryClauses } from './queries.js'
import { resourceClauses } from './resources.js'
import { restEndpointClauses } from './rest-endpoints.js'

const sections = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '2.5',
  '2.6',
  '3',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '4.5',
  '4.6',
  '5',
  '6',
  '7',
  '8',
  '9',
]

/** Every statement of the specification, in its order. */
export const ledger: readonly Clause[] = [
  ...resourceClauses,
  ...restEndpointClauses,
  ...queryClauses,
  ...graphqlAndAccessClauses,
].toSorted((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section))

const byId: ReadonlyMap<string, Clause> = new Map(ledger.map((clause) => [clause.id, clause]))

/** The clause of that id, or undefined. */
export const findClause = (id: string): Clause | undefined => byId.get(id)

/** @throws Error when there is no such clause: a scenario cites a statement that the ledger lacks */
export function clauseOf(id: string): Clause {
  const clause = byId.get(id)
  if (!clause) throw new Error(`The ledger has no clause '${id}'.`)
  return clause
}
