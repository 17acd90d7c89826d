import type { PreparedRead, ReadDatabase } from '@content-api/engine/database'
import type { ReadPlan } from '@content-api/engine/plan'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'

/** Returns why a plan isn't read here; null if it is. */
export type RejectsPlan = (plan: ReadPlan) => ForwardReason | null

/** Returns a database that rejects some plans. Its `read` and `estimate` throw `LeftToStrapi`. */
export function rejectReads(database: ReadDatabase, rejects: RejectsPlan): ReadDatabase {
  const known = new WeakMap<ReadPlan, ForwardReason | null>()
  const check = (plan: ReadPlan): void => {
    let reason = known.get(plan)
    if (reason === undefined) known.set(plan, (reason = rejects(plan)))
    if (reason) throw LeftToStrapi.because(reason)
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
      if (!('sql' in read)) check(planOf(read))
      return database.read(read, id, options)
    },
    explain: (statement, options) => database.explain(statement, options),
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}

const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)
