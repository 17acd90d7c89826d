import type { Level } from '../ledger/clause.js'
import { clauseOf } from '../ledger/ledgers.js'
import type { Capability } from '../profile/capability.js'
import type { ScenarioContext } from './scenario-context.js'

/** 0 reads any content, 1 writes to one content type, 2 needs the complete content model. */
export type Tier = 0 | 1 | 2

/** The properties of a scenario that are known without running it. */
export interface ScenarioMetadata {
  /** Published ids never change. */
  readonly id: string
  readonly title: string
  /** The clauses that it verifies. The first one decides the level. */
  readonly clauses: readonly string[]
  readonly level: Level
  readonly tier: Tier
  readonly needs: readonly Capability[]
  /** Scenarios with the same resource never run at the same time. */
  readonly exclusive?: string
}

export interface Scenario extends ScenarioMetadata {
  /** Takes much longer than others, so it begins before them. */
  readonly lengthy?: true
  readonly run: (t: ScenarioContext) => Promise<void>
}

/** Returns the properties of a scenario that are known without running it. */
export const metadataOf = ({ run: _run, lengthy: _lengthy, ...metadata }: Scenario): ScenarioMetadata => metadata

type Definition = Omit<ScenarioMetadata, 'level' | 'needs' | 'tier' | 'title'> & {
  readonly title?: string
  readonly needs?: readonly Capability[]
  readonly tier?: Tier
  readonly lengthy?: true
  readonly run: Scenario['run']
}

/**
 * Adds the properties that follow from the clauses: the level, the capabilities that they need, and a default
 * title.
 */
export function scenario(definition: Definition): Scenario {
  const clauses = definition.clauses.map(clauseOf)
  const [first] = clauses
  if (!first) throw new Error(`Scenario '${definition.id}' cites no clause.`)
  const implied = clauses.flatMap(({ when }) => (when ? [when] : []))
  return {
    tier: 2,
    title: first.text,
    ...definition,
    level: first.level,
    needs: [...new Set([...(definition.needs ?? []), ...implied])],
  }
}
