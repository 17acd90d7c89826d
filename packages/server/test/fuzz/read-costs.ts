import { Queue } from '../../src/concurrency/queue.js'
import type { ContentApi } from '../../src/index.js'
import type { Database } from '../../src/storage/database.js'

/** What the reads of one request were estimated to take, and took: microseconds and milliseconds. */
export interface ReadCost {
  readonly estimate: number
  readonly milliseconds: number
}

/** Times the same read may be measured again while it is slower than its estimate allows. */
const repetitions = 6

/** Milliseconds that any read may take. */
const always = 20

/** An estimate may be wrong by this much. */
const factor = 4

export const isUnderestimated = ({ estimate, milliseconds }: ReadCost) =>
  milliseconds > always && milliseconds * 1_000 > factor * estimate

/**
 * Measures the reads of a service by plan. What takes longer than its estimate allows is read again, and its shortest time
 * counts: other work of the machine only adds to it.
 * @returns a function that gives what was read since its last call
 */
export function recordReads(api: ContentApi): () => ReadCost {
  const database = api.database as { -readonly [Key in keyof Database]: Database[Key] }
  const read = database.read.bind(database)
  let sum: ReadCost = { estimate: 0, milliseconds: 0 }
  // Reads of one request would wait for one another while they are measured.
  const queue = new Queue()
  const measured: Database['read'] = async (plan, id, options) => {
    if ('sql' in plan) return read(plan, id, options)
    const { total: estimate } = await database.price(plan)
    let text: string | null = null
    let milliseconds = Number.POSITIVE_INFINITY
    try {
      for (let time = 0; time < repetitions && isUnderestimated({ estimate, milliseconds }); time++) {
        const started = performance.now()
        try {
          text = await read(plan, id, options)
        } finally {
          milliseconds = Math.min(milliseconds, performance.now() - started)
        }
      }
    } finally {
      sum = { estimate: sum.estimate + estimate, milliseconds: sum.milliseconds + milliseconds }
    }
    return text
  }
  database.read = (plan, id, options) =>
    queue.run(() => measured(plan, id, options), { rejection: () => new Error('never') })
  return () => {
    const last = sum
    sum = { estimate: 0, milliseconds: 0 }
    return last
  }
}
