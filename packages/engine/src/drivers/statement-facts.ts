import { type PlanShape, shapeOfPlan } from '../plan/plan-shape.js'
import type { ReadPlan } from '../plan/read-plan.js'
import type { Readable } from '../database/database.js'

/** What logs and traces contain about a statement. */
export type StatementFacts = Partial<PlanShape> & { readonly table?: string }

/** Describes statements. The description of a plan is cached as long as the plan, since plans are reused. */
export class StatementDescriptions {
  readonly #system: string
  readonly #facts = new WeakMap<ReadPlan, StatementFacts>()
  readonly #attributes = new WeakMap<StatementFacts, Readonly<Record<string, string>>>()

  /** @param system name of the database in the semantic conventions of OpenTelemetry */
  constructor(system: string) {
    this.#system = system
  }

  ofRead(read: Readable): StatementFacts {
    if ('sql' in read) return describeStatement(read.sql)
    const plan = 'plan' in read ? read.plan : read
    let facts = this.#facts.get(plan)
    if (!facts) this.#facts.set(plan, (facts = shapeOfPlan(plan)))
    return facts
  }

  /** Returns the facts as attributes of a span (semantic conventions for databases). */
  attributes(operation: string, facts: StatementFacts): Readonly<Record<string, string>> {
    // Only the facts of a plan are used again.
    if (facts.contentType === undefined) return spanAttributes(this.#system, operation, facts)
    let attributes = this.#attributes.get(facts)
    if (!attributes) this.#attributes.set(facts, (attributes = spanAttributes(this.#system, operation, facts)))
    return attributes
  }
}

/**
 * Returns the first table of a statement. The SQL itself isn't logged: values are bound, but expressions may
 * contain text of the configuration.
 */
export function describeStatement(sql: string): StatementFacts {
  const table = /\b(?:FROM|INTO|UPDATE|TABLE)\s+"([^"]+)"/i.exec(sql)?.[1]
  return table === undefined ? {} : { table }
}

const operations: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'SAVEPOINT', 'RELEASE'])

/** Returns the first word of a statement; `OTHER` for rare ones. */
export function operationOf(sql: string): string {
  const word = /^\s*([A-Za-z]+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  return operations.has(word) ? word : 'OTHER'
}

function spanAttributes(system: string, operation: string, facts: StatementFacts): Record<string, string> {
  const { table, contentType, ...shape } = facts
  const parts = Object.entries(shape).map(([name, part]) => [`content_api.${name}`, String(part)])
  return {
    'db.system.name': system,
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
    ...(contentType !== undefined && { 'content_api.content_type': contentType }),
    ...(Object.fromEntries(parts) as Record<string, string>),
  }
}
