import type { ReadDatabase } from '@content-api/engine/database'
import type { ReadPlan } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'
import { type JudgePlan, rejectReads } from './reject-reads.js'

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

/** Returns a database that judges each plan before it runs (`rejectReads`), and records the plans of a request. */
export function judgeReads(database: ReadDatabase, { judge, records }: JudgedOptions): ReadDatabase {
  return rejectReads(database, judge, async (plan, read, id, options) => {
    records.of(options?.session?.request).plans.push(plan)
    const text = await database.read(read, id, options)
    if (text === null && plan.ties !== undefined) throw LeftToStrapi.because(unordered)
    return text
  })
}

const unordered: ForwardReason = {
  kind: 'construct',
  message: 'The list has entries with equal sort keys, which the database orders as it likes for Strapi',
}
