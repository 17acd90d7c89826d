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
 * forwarded until the next start.
 */
export interface Evidence {
  /**
   * Returns the evidence for the reads of a schema. Equal responses only count for their own schema: after a
   * change, each shape is compared again. Different shapes are forwarded with every schema.
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
  /** Shapes that are forwarded because their responses differed. */
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

interface Shape {
  equal: number
  /** Whether the last comparison found a difference. A write may have come between the two reads. */
  isSuspected: boolean
}

export function createEvidence(options: EvidenceOptions): Evidence {
  const { verify, report, random = Math.random, maximumShapes = 100_000 } = options
  const shapes = new LRUCache<string, Shape>({ max: maximumShapes })
  // Different shapes are never forgotten. When there are too many, no other shape is served any more.
  const different = new Set<string>()
  const schemas = new WeakMap<object, SchemaEvidence>()
  let newest: object | undefined
  let comparisons = 0
  let found = 0
  const isFull = () => different.size >= maximumShapes

  const createSchema = (reads: object): SchemaEvidence => {
    newest = reads
    shapes.clear()
    return {
      judge(key) {
        if (!verify) return 'serve'
        if (different.has(key)) return 'forward'
        // A request that began with an earlier schema knows nothing of the shapes of this one.
        const shape = newest === reads ? shapes.get(key) : undefined
        if (!shape || shape.equal < enough || shape.isSuspected) return isFull() ? 'forward' : 'forward-and-compare'
        return random() * samplingInterval < 1 ? 'serve-and-compare' : 'serve'
      },
      compared(read, ours, theirs) {
        if (newest !== reads) return 'outdated'
        const { key } = read
        // Concurrent reads of the shape are compared after its difference was reported.
        if (different.has(key)) return 'different'
        comparisons += 1
        const shape = shapes.get(key) ?? { equal: 0, isSuspected: false }
        const differences = compareAnswers(ours, theirs)
        if (differences.length === 0) {
          shapes.set(key, { equal: Math.min(shape.equal + 1, enough), isSuspected: false })
          return 'equal'
        }
        found += 1
        if (!shape.isSuspected) {
          shapes.set(key, { equal: shape.equal, isSuspected: true })
          return 'again'
        }
        shapes.delete(key)
        if (!isFull()) different.add(key)
        report({ read, differences, ours, theirs })
        return 'different'
      },
    }
  }

  return {
    ofSchema: (reads) => getOrCreate(schemas, reads, () => createSchema(reads)),
    figures: () => ({ shapes: shapes.size, differentShapes: different.size, comparisons, differences: found }),
  }
}
