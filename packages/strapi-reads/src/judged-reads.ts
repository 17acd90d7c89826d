import type { PreparedRead, ReadDatabase } from '@content-api/engine/database'
import type { ReadPlan } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

/** Returns why Strapi has to do a read; null if this server does the same. */
export type JudgePlan = (plan: ReadPlan) => ForwardReason | null

/** What is known of a request after it was served: together this is what its evidence depends on. */
export interface ReadRecord {
  /** The plans of all reads of content that the response consists of. */
  readonly plans: ReadPlan[]
  /** Null until the caller is identified. */
  caller: Caller | null
}

/** The records of requests. */
export class ReadRecords {
  readonly #records = new WeakMap<object, ReadRecord>()

  /** Returns the record of a request, to which its reads add. */
  begin(request: object): ReadRecord {
    const record: ReadRecord = { plans: [], caller: null }
    this.#records.set(request, record)
    return record
  }

  /** @throws LeftToStrapi if there is no request, because then evidence could not compare the read */
  of(request: object | undefined): ReadRecord {
    const record = request && this.#records.get(request)
    if (record) return record
    throw new LeftToStrapi('route', 'A part of the response is read without its request')
  }
}

interface JudgedOptions {
  readonly judge: JudgePlan
  readonly records: ReadRecords
}

/**
 * Returns a database that judges each plan before it runs. All reads of content pass here: those of REST, of
 * GraphQL and of plugins. So none of them can forget to ask. Statements that this server runs for itself,
 * such as those that read permissions, have no plan.
 *
 * Its `read` and `estimate` throw `LeftToStrapi`.
 */
export function judgeReads(database: ReadDatabase, { judge, records }: JudgedOptions): ReadDatabase {
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
      records.of(options?.session?.request).plans.push(plan)
      const text = await database.read(read, id, options)
      if (text === null && plan.ties !== undefined) throw LeftToStrapi.because(unordered)
      return text
    },
    explain: (statement, options) => database.explain(statement, options),
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}

const unordered: ForwardReason = {
  kind: 'construct',
  message: 'The list has entries with equal sort keys, which the database orders as it likes for Strapi',
}

const planOf = (read: ReadPlan | PreparedRead): ReadPlan => ('plan' in read ? read.plan : read)
