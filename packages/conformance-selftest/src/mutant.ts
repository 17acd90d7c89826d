import { type Generation, type InprocAdapter, ledgerOf, scenariosOf } from '@content-api/conformance'
import type { WireResponse, WireRequest, Wrap } from './wire.js'
import { wire } from './wire.js'

/** A target that violates one clause or a few related ones. It is otherwise correct, with well-formed responses. */
export interface Mutant {
  readonly id: string
  /** The clauses that it violates. Only a scenario that cites one of them can kill it. */
  readonly clauses: readonly string[]
  readonly breaks: string
  /** The scenario that must kill it, because the mutant breaks the promise of its title. Default: any that may. */
  readonly scenario?: string
  readonly wrap: Wrap
  /** Changes the extension interface, which no request can reach. */
  readonly wrapInproc?: (adapter: InprocAdapter) => InprocAdapter
}

const known = new Set([...ledgerOf('strapi-4'), ...ledgerOf('strapi-5')].map(({ id }) => id))

/** @throws Error if a clause is not in the ledger, the suite's list of clauses */
export function requireClauses(clauses: readonly string[]): void {
  for (const clause of clauses) if (!known.has(clause)) throw new Error(`The ledger has no clause '${clause}'.`)
}

function mutant(id: string, clauses: readonly string[], breaks: string, wrap: Wrap): Mutant {
  requireClauses(clauses)
  return { id, clauses, breaks, wrap }
}

/** Creates a mutant that changes requests before the correct target receives them. */
export const onRequest = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  request: (request: WireRequest) => void,
): Mutant => mutant(id, clauses, breaks, wire({ request }))

/** Creates a mutant that changes responses of the correct target. */
export const onResponse = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  response: (response: WireResponse, request: WireRequest) => void,
): Mutant => mutant(id, clauses, breaks, wire({ response }))

/** Creates a mutant that changes requests and responses. */
export const onBoth = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  changes: Parameters<typeof wire>[0],
): Mutant => mutant(id, clauses, breaks, wire(changes))

/**
 * Creates a mutant that breaks a part of the promise in a scenario's title. Only that scenario can kill it.
 * @throws Error if there is no such scenario
 */
export function breaking(scenario: string, breaks: string, changes: Parameters<typeof wire>[0] | Wrap): Mutant {
  return breakingIn('strapi-4', scenario, breaks, typeof changes === 'function' ? changes : wire(changes))
}

/** Does the same as `breaking` for a scenario of an interface. */
export function breakingIn(generation: Generation, scenario: string, breaks: string, wrap: Wrap): Mutant {
  const found = scenariosOf(generation).find(({ id }) => id === scenario)
  if (!found) throw new Error(`There is no scenario '${scenario}'.`)
  return { id: `${scenario}: ${breaks}`, scenario, clauses: found.clauses, breaks, wrap }
}
