import type { PreparedRead, ReadDatabase } from '@content-api/engine/database'
import type { ReadPlan } from '@content-api/engine/plan'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

/** Returns why this server doesn't run a plan; null if it does. */
export type JudgePlan = (plan: ReadPlan) => ForwardReason | null

/**
 * Returns a database that judges each plan before it runs. All reads of content pass here: those of REST, of
 * GraphQL and of plugins. So none of them can forget to ask. Statements that this server runs for itself,
 * such as those that read permissions, have no plan.
 *
 * Its `read` and `estimate` throw `LeftToStrapi`.
 * @param readPlan runs a plan after its check; by default the database does
 */
export function rejectReads(
  database: ReadDatabase,
  judge: JudgePlan,
  readPlan: (plan: ReadPlan, ...args: Parameters<ReadDatabase['read']>) => ReturnType<ReadDatabase['read']> = (
    _plan,
    ...args
  ) => database.read(...args),
): ReadDatabase {
  const verdicts = new WeakMap<ReadPlan, ForwardReason | null>()
  const check = (plan: ReadPlan): void => {
    let verdict = verdicts.get(plan)
    if (verdict === undefined) verdicts.set(plan, (verdict = judge(plan)))
    if (verdict) throw LeftToStrapi.because(verdict)
  }
  return {
    registry: database.registry,
    layout: database.layout,
    dialect: database.dialect,
    statements: () => database.statements(),
    estimate(read) {
      check(planOf(read))
      return database.estimate(read)
    },
    async read(read, id, options) {
      if ('sql' in read) return database.read(read, id, options)
      const plan = planOf(read)
      check(plan)
      return readPlan(plan, read, id, options)
    },
    explain: (statement, options) => database.explain(statement, options),
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}

const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)
