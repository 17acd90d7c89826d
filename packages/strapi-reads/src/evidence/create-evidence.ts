import { LRUCache } from 'lru-cache'
import { getOrCreate } from '@content-api/engine/on-demand'
import { type Answer, type AnswerDifference, compareAnswers } from './compare-answers.js'

/** A read whose responses are compared. */
export interface ComparedRead {
  /** The key of its shape. */
  readonly key: string
  readonly method: string
  /** The path without ids, such as `/api/articles/:id`. */
  readonly route: string
  /** The path and the query. */
  readonly url: string
  /** Null for a request without a body. */
  readonly body: Buffer | null
}

/** A shape that is forwarded from now on, and the responses that differed. */
export interface FoundDifference {
  readonly read: ComparedRead
  readonly differences: readonly AnswerDifference[]
  readonly ours: Answer
  readonly theirs: Answer
}

/** What to do with a read of a shape. The responses of `…-and-compare` are passed to `compared`. */
export type Judgement = 'serve' | 'serve-and-compare' | 'forward-and-compare' | 'forward'

/**
 * The result of a comparison. After `again`, the shape is forwarded until it was compared once more.
 * `outdated`: the schema has changed since the read, so the comparison doesn't count.
 */
export type Comparison = 'equal' | 'again' | 'different' | 'outdated'

/**
 * Decides which shapes of reads are served, by comparing responses with those of Strapi. A shape is served
 * after three equal responses, and compared now and then. A shape whose responses differed twice in a row is
 * stopped: it is forwarded until many responses were equal in a row. After the fourth time, it is forwarded
 * until the next start.
 */
export interface Evidence {
  /**
   * Returns the evidence for the reads of a schema. Equal responses only count for their own schema: after a
   * change, each shape is compared again. Stopped shapes are forwarded with every schema.
   * @param reads the reads of the schema, by identity.
   *   Of several reads, those whose first call is the latest are the current ones.
   */
  ofSchema(reads: object): SchemaEvidence
  figures(): EvidenceFigures
}

export interface SchemaEvidence {
  judge(key: string): Judgement
  compared(read: ComparedRead, ours: Answer, theirs: Answer): Comparison
}

interface EvidenceFigures {
  /** Shapes that are known. */
  readonly shapes: number
  /** Shapes that are stopped because their responses differed. */
  readonly differentShapes: number
  readonly comparisons: number
  readonly differences: number
}

export interface EvidenceOptions {
  /** False: all shapes are served, and nothing is compared. */
  readonly verify: boolean
  /** Is called when a shape is found to differ. */
  readonly report: (found: FoundDifference) => void
  /** Returns a number from 0 to below 1, as `Math.random` does. */
  readonly random?: () => number
  /** The most shapes that are remembered. Clients choose shapes, so that their number has no other limit. */
  readonly maximumShapes?: number
}

/** The equal responses in a row after which a shape is served. */
const enough = 3
/** Of this many served reads of a shape, one is compared. */
const samplingInterval = 1000

/** Of this many reads of a stopped shape, one is compared. */
const stoppedInterval = 10
/** The equal responses in a row after which a stopped shape is served again: after its first stop, its second … */
const enoughAfterStop: readonly number[] = [30, 100, 300]

/** A shape whose responses have differed. */
interface Stopped {
  stops: number
  /** The equal responses in a row since the last stop. Null while the shape isn't stopped. */
  equal: number | null
}

interface Shape {
  equal: number
  /** Whether the last comparison found a difference. A write may have come between the two reads. */
  isSuspected: boolean
}

export function createEvidence(options: EvidenceOptions): Evidence {
  const { verify, report, random = Math.random, maximumShapes = 100_000 } = options
  const shapes = new LRUCache<string, Shape>({ max: maximumShapes })
  // Shapes that differed are never forgotten. When there are too many, no other shape is served any more.
  const different = new Map<string, Stopped>()
  let stoppedShapes = 0
  const schemas = new WeakMap<object, SchemaEvidence>()
  let newest: object | undefined
  let comparisons = 0
  let found = 0
  const isFull = () => different.size >= maximumShapes

  const stop = (key: string) => {
    shapes.delete(key)
    const stops = different.get(key)?.stops ?? 0
    if (stops === 0 && isFull()) return
    different.set(key, { stops: stops + 1, equal: 0 })
    stoppedShapes += 1
  }
  const resume = (key: string, stopped: Stopped) => {
    stopped.equal = null
    stoppedShapes -= 1
    shapes.set(key, { equal: enough, isSuspected: false })
  }

  const createSchema = (reads: object): SchemaEvidence => {
    newest = reads
    shapes.clear()
    for (const stopped of different.values()) stopped.equal &&= 0
    return {
      judge(key) {
        if (!verify) return 'serve'
        const stopped = different.get(key)
        if (stopped && stopped.equal !== null) {
          const isFinal = stopped.stops > enoughAfterStop.length
          return isFinal || random() * stoppedInterval >= 1 ? 'forward' : 'forward-and-compare'
        }
        // A request that began with an earlier schema knows nothing of the shapes of this one.
        const shape = newest === reads ? shapes.get(key) : undefined
        if (!shape || shape.equal < enough || shape.isSuspected) return isFull() ? 'forward' : 'forward-and-compare'
        return random() * samplingInterval < 1 ? 'serve-and-compare' : 'serve'
      },
      compared(read, ours, theirs) {
        if (newest !== reads) return 'outdated'
        const { key } = read
        comparisons += 1
        const differences = compareAnswers(ours, theirs)
        if (differences.length > 0) found += 1
        const stopped = different.get(key)
        if (stopped && stopped.equal !== null) {
          stopped.equal = differences.length === 0 ? stopped.equal + 1 : 0
          if (stopped.equal >= (enoughAfterStop[stopped.stops - 1] ?? Infinity)) resume(key, stopped)
          return differences.length === 0 ? 'equal' : 'different'
        }
        const shape = shapes.get(key) ?? { equal: 0, isSuspected: false }
        if (differences.length === 0) {
          shapes.set(key, { equal: Math.min(shape.equal + 1, enough), isSuspected: false })
          return 'equal'
        }
        if (!shape.isSuspected) {
          shapes.set(key, { equal: shape.equal, isSuspected: true })
          return 'again'
        }
        stop(key)
        report({ read, differences, ours, theirs })
        return 'different'
      },
    }
  }

  return {
    ofSchema: (reads) => getOrCreate(schemas, reads, () => createSchema(reads)),
    figures: () => ({ shapes: shapes.size, differentShapes: stoppedShapes, comparisons, differences: found }),
  }
}
