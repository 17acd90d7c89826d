import type { FieldNode } from 'graphql'

/** Rows of entries or components that were read for resolvers, by id. */
export type RowsById = ReadonlyMap<number, Readonly<Record<string, unknown>>>

interface Gathered {
  readonly ids: readonly number[]
  readonly occurrences: number
}

interface Batch {
  readonly ids: Set<number>
  occurrences: number
  readonly result: Promise<RowsById>
}

/**
 * Combines the reads of resolvers below one root field: for all entries of a list, a field is read in one
 * statement.
 */
export class Batches {
  /**
   * The batches by the nodes of their field and by key. graphql-js creates the nodes once for all entries of
   * a list.
   */
  readonly #waiting = new Map<readonly FieldNode[], Map<string, Batch>>()

  /**
   * Reads a row together with the other rows of the same field and key. The key identifies the caller and the
   * options.
   */
  read(
    nodes: readonly FieldNode[],
    key: string,
    id: number,
    readAll: (rows: Gathered) => Promise<RowsById>,
  ): Promise<RowsById> {
    let waiting = this.#waiting.get(nodes)
    if (!waiting) this.#waiting.set(nodes, (waiting = new Map<string, Batch>()))
    let batch = waiting.get(key)
    if (!batch) {
      const result = Promise.resolve().then(() => {
        waiting.delete(key)
        return readAll({ ids: [...gathered.ids], occurrences: gathered.occurrences })
      })
      const gathered: Batch = { ids: new Set(), occurrences: 0, result }
      waiting.set(key, (batch = gathered))
    }
    batch.ids.add(id)
    batch.occurrences += 1
    return batch.result
  }
}
