import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { type Subject, subjects } from './subject.js'

/** Returns a read-only scenario of tier 0 that checks each content type to read. */
export const reading = (
  id: string,
  clauses: readonly string[],
  title: string,
  look: (t: ScenarioContext, subject: Subject) => Promise<void>,
): Scenario =>
  scenario({
    id: `read.${id}`,
    tier: 0,
    clauses,
    title,
    run: async (t) => {
      for (const subject of await subjects(t)) await look(t, subject)
    },
  })
